import { crc32 } from "node:zlib";
import { orientationOf, tiffIn, tiffOf } from "./orientation.ts";
import {
  assertSize,
  type CleanImage,
  DAMAGED,
  exactly,
  NotAnImage,
  type Piece,
  partCounter,
  type Source,
} from "./source.ts";

const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 64 * 1024;
const MOST_EXIF_BYTES = 1024 * 1024;

/** What the picture is made of, and what says how its colours are meant. Texts, times, thumbnails and films are not in it. */
const KEPT = [
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "iCCP",
  "sBIT",
  "bKGD",
  "pHYs",
  "cICP",
];

/** Depths of a dot by colour type (PNG, third edition, table 11.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * A PNG's picture as it stands: of its chunks those that are the picture and its colours, and which way is up. The
 * checksum of every chunk is looked at; nothing behind the last one is kept. Throws `NotAnImage`.
 */
export async function cleanPng(source: Source): Promise<CleanImage> {
  const kept: Piece[] = [];
  let orientation = 1;
  let header: Buffer | undefined;
  let last = "";
  let hasData = false;
  const count = partCounter();
  for (let at = SIGNATURE_BYTES; last !== "IEND"; ) {
    count();
    const head = await exactly(source, at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type) || (header === undefined) !== (type === "IHDR"))
      throw new NotAnImage(DAMAGED);
    await assertChecksum(source, at, length);
    if (type === "IHDR") header = await exactly(source, at + 8, length);
    if (type === "IDAT") {
      if (hasData && last !== "IDAT") throw new NotAnImage(DAMAGED);
      hasData = true;
    }
    if (type === "eXIf" && length <= MOST_EXIF_BYTES)
      orientation = orientationOf(tiffIn(await exactly(source, at + 8, length)));
    if (KEPT.includes(type)) kept.push({ at, length: length + 12 });
    // A chunk whose name begins in upper case is one without which there is no picture.
    else if (/^[A-Z]/.test(type)) throw new NotAnImage(DAMAGED);
    last = type;
    at += length + 12;
  }
  if (!hasData || header === undefined) throw new NotAnImage(DAMAGED);
  const size = sizeOf(header);
  const [first, ...rest] = kept;
  const signature = { at: 0, length: SIGNATURE_BYTES };
  const turned = orientation === 1 ? [] : [chunkOf("eXIf", tiffOf(orientation))];
  return {
    mediaType: "image/png",
    ...size,
    pieces: [signature, ...(first === undefined ? [] : [first]), ...turned, ...rest],
  };
}

function sizeOf(header: Buffer): { width: number; height: number } {
  if (header.length !== 13) throw new NotAnImage(DAMAGED);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, packing, filter, interlace = 2] = header.subarray(8);
  const isSound = DEPTHS[colour]?.includes(depth) && packing === 0 && filter === 0 && interlace <= 1;
  if (!isSound) throw new NotAnImage(DAMAGED);
  assertSize(width, height);
  return { width, height };
}

async function assertChecksum(source: Source, at: number, length: number): Promise<void> {
  let sum = 0;
  const end = at + 8 + length;
  for (let from = at + 4; from < end; from += CHUNK_BYTES)
    sum = crc32(await exactly(source, from, Math.min(CHUNK_BYTES, end - from)), sum);
  if ((await exactly(source, end, 4)).readUInt32BE() !== sum) throw new NotAnImage(DAMAGED);
}

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, "latin1");
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}
