import { EXIF_MARK, orientationOf, tiffIn, tiffOf } from "./orientation.ts";
import {
  assertSize,
  type CleanImage,
  CUT_OFF,
  DAMAGED,
  exactly,
  NotAnImage,
  type Piece,
  partCounter,
  type Source,
} from "./source.ts";

/** Markers (ITU-T T.81, table B.1). */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DHT = 0xc4;
const DQT = 0xdb;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COM = 0xfe;
/** Baseline, extended and progressive: what browsers show. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];

/**
 * A JPEG's picture as it stands: its frame, tables and scans, its colour profile, how its colours are mixed, and which
 * way is up. Every other segment is left out, and whatever stands behind the end of the image: second pictures, films,
 * other files. Throws `NotAnImage`.
 */
export async function cleanJpeg(source: Source): Promise<CleanImage> {
  const kept: Piece[] = [];
  let jfif: Buffer | undefined;
  let orientation: number | undefined;
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  const count = partCounter();
  for (let at = 2; ; ) {
    count();
    const { marker, from } = await markerAt(source, at);
    if (marker === EOI) break;
    const length = (await exactly(source, from + 2, 2)).readUInt16BE();
    if (length < 2) throw new NotAnImage(DAMAGED);
    const body = await exactly(source, from + 4, length - 2);
    const end = from + 2 + length;
    const segment = { at: from, length: end - from };
    at = end;
    if (FRAMES.includes(marker)) {
      if (size !== undefined) throw new NotAnImage(DAMAGED);
      size = sizeOf(body);
      kept.push(segment);
    } else if (marker === SOS) {
      if (size === undefined || body.length < 6 || body.length !== 4 + 2 * (body[0] ?? 0))
        throw new NotAnImage(DAMAGED);
      at = await endOfScan(source, end);
      kept.push({ at: from, length: at - from });
      scans++;
    } else if (marker === DHT || marker === DQT || marker === DRI) {
      if (!isSoundTable(marker, body)) throw new NotAnImage(DAMAGED);
      kept.push(segment);
    } else if (marker === APP0) jfif ??= jfifOf(body);
    else if (marker === APP1 && body.subarray(0, EXIF_MARK.length).equals(EXIF_MARK))
      orientation ??= orientationOf(tiffIn(body));
    else if (marker === APP2 && body.toString("latin1", 0, 12) === "ICC_PROFILE\0") kept.push(segment);
    else if (marker === APP14 && body.toString("latin1", 0, 5) === "Adobe" && body.length >= 12)
      kept.push(segmentOf(APP14, body.subarray(0, 12)));
    else if (!isApplication(marker) && marker !== COM)
      throw new NotAnImage("is a kind of JPEG that browsers do not show");
  }
  if (size === undefined || scans === 0) throw new NotAnImage(DAMAGED);
  assertSize(size.width, size.height);
  const turned =
    orientation === undefined || orientation === 1
      ? []
      : [segmentOf(APP1, Buffer.concat([EXIF_MARK, tiffOf(orientation)]))];
  const pieces = [Buffer.from([0xff, SOI]), ...(jfif === undefined ? [] : [jfif]), ...turned, ...kept];
  return { mediaType: "image/jpeg", ...size, pieces: [...pieces, Buffer.from([0xff, EOI])] };
}

const MOST_FILL_BYTES = 16;

/** The marker that stands here, behind some fill bytes. */
async function markerAt(source: Source, at: number): Promise<{ marker: number; from: number }> {
  for (let from = at; from <= at + MOST_FILL_BYTES; from++) {
    const [first, marker = 0] = await exactly(source, from, 2);
    if (first !== 0xff || marker === 0) throw new NotAnImage(DAMAGED);
    if (marker !== 0xff) return { marker, from };
  }
  throw new NotAnImage(DAMAGED);
}

function sizeOf(frame: Buffer): { width: number; height: number } {
  const components = frame[5] ?? 0;
  if (frame.length !== 6 + 3 * components || ![1, 3, 4].includes(components) || frame[0] !== 8)
    throw new NotAnImage(DAMAGED);
  return { height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) };
}

/** Whether tables fill their segment to the last byte: nothing else is hidden in one. */
function isSoundTable(marker: number, body: Buffer): boolean {
  if (marker === DRI) return body.length === 2;
  let at = 0;
  while (at < body.length) {
    if (marker === DQT) at += 1 + 64 * ((body[at] ?? 0) >> 4 === 0 ? 1 : 2);
    else at += 17 + body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
  }
  return at === body.length && at > 0;
}

/** The density of the dots, without the small picture that may stand behind it. */
function jfifOf(body: Buffer): Buffer | undefined {
  if (body.length < 14 || body.toString("latin1", 0, 5) !== "JFIF\0") return undefined;
  return segmentOf(APP0, Buffer.concat([body.subarray(0, 12), Buffer.alloc(2)]));
}

function isApplication(marker: number): boolean {
  return marker >= 0xe0 && marker <= 0xef;
}

function segmentOf(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const CHUNK_BYTES = 64 * 1024;

/** Where a scan ends: at the first marker that is neither a stuffed byte nor a restart. */
async function endOfScan(source: Source, from: number): Promise<number> {
  for (let at = from; at < source.length; ) {
    const chunk = await source.read(at, CHUNK_BYTES);
    let found = chunk.indexOf(0xff);
    while (found !== -1 && found + 1 < chunk.length) {
      const next = chunk[found + 1] ?? 0;
      const goesOn = next === 0 || (next >= 0xd0 && next <= 0xd7);
      if (!goesOn && next !== 0xff) return at + found;
      found = chunk.indexOf(0xff, found + (goesOn ? 2 : 1));
    }
    // One at the very end is looked at together with what follows it.
    const step = found === -1 ? chunk.length : found;
    if (step === 0) break;
    at += step;
  }
  throw new NotAnImage(CUT_OFF);
}
