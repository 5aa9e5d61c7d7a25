import { orientationOf, tiffIn, tiffOf } from "./orientation.ts";
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

/** Flags of an extended file (WebP container specification). */
const ANIMATION = 0x02;
const XMP = 0x04;
const EXIF = 0x08;
const MOST_EXIF_BYTES = 1024 * 1024;

type Size = { width: number; height: number };

/**
 * A WebP's picture as it stands: the image, its transparency and colour profile, and which way is up. Exif, XMP and
 * chunks nobody knows are left out. Throws `NotAnImage`, also for a film.
 */
export async function cleanWebp(source: Source): Promise<CleanImage> {
  const end = 8 + (await exactly(source, 4, 4)).readUInt32LE();
  if (end > source.length) throw new NotAnImage(CUT_OFF);
  const kept = new Map<string, Piece>();
  let canvas: (Size & { flags: number }) | undefined;
  let size: Size | undefined;
  let orientation = 1;
  const count = partCounter();
  for (let at = 12; at < end; ) {
    count();
    const head = await exactly(source, at, 8);
    const type = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const next = at + 8 + length + (length % 2);
    if (next > end) throw new NotAnImage(DAMAGED);
    if (at === 12 && type === "VP8X") canvas = canvasOf(await exactly(source, at + 8, 10), length);
    else if (type === "VP8 " || type === "VP8L") {
      if (size !== undefined) throw new NotAnImage(DAMAGED);
      const start = await exactly(source, at + 8, Math.min(length, 10));
      size = type === "VP8 " ? sizeOfLossy(start, length) : sizeOfLossless(start);
      kept.set("image", { at, length: next - at });
    } else if (type === "ICCP" || type === "ALPH") {
      // Before the image, as the format has it, and once.
      if (!kept.has(type) && size === undefined) kept.set(type, { at, length: next - at });
    } else if (type === "EXIF" && length <= MOST_EXIF_BYTES)
      orientation = orientationOf(tiffIn(await exactly(source, at + 8, length)));
    if (canvas === undefined && size === undefined) throw new NotAnImage(DAMAGED);
    at = next;
  }
  if (size === undefined) throw new NotAnImage(DAMAGED);
  assertSize(size.width, size.height);
  if (canvas !== undefined && (canvas.width !== size.width || canvas.height !== size.height))
    throw new NotAnImage(DAMAGED);
  const image = kept.get("image") ?? Buffer.alloc(0);
  const body = canvas === undefined ? [image] : extended(canvas, orientation, kept, image);
  return { mediaType: "image/webp", ...size, pieces: [riff(body), ...body] };
}

/** An extended file whose flags tell of nothing that was left out. */
function extended(
  { width, height, flags }: Size & { flags: number },
  orientation: number,
  kept: ReadonlyMap<string, Piece>,
  image: Piece,
): Piece[] {
  const head = Buffer.alloc(18);
  head.write("VP8X", 0, "latin1");
  head.writeUInt32LE(10, 4);
  head.writeUInt8((flags & ~(XMP | EXIF)) | (orientation === 1 ? 0 : EXIF), 8);
  head.writeUIntLE(width - 1, 12, 3);
  head.writeUIntLE(height - 1, 15, 3);
  const before = [kept.get("ICCP"), kept.get("ALPH")].filter((piece) => piece !== undefined);
  return [head, ...before, image, ...(orientation === 1 ? [] : [exifChunk(tiffOf(orientation))])];
}

function exifChunk(tiff: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write("EXIF", 0, "latin1");
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff, Buffer.alloc(tiff.length % 2)]);
}

function riff(body: readonly Piece[]): Buffer {
  const head = Buffer.alloc(12);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(4 + body.reduce((sum, piece) => sum + ("zeros" in piece ? 0 : piece.length), 0), 4);
  head.write("WEBP", 8, "latin1");
  return head;
}

function canvasOf(body: Buffer, length: number): Size & { flags: number } {
  const flags = body[0] ?? 0;
  if (length !== 10) throw new NotAnImage(DAMAGED);
  if (flags & ANIMATION) throw new NotAnImage("is a film: a photo stands still");
  return { flags, width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
}

/** RFC 6386, §9.1: a key frame, its start code, 14 bits for each side. */
function sizeOfLossy(start: Buffer, length: number): Size {
  if (start.length < 10 || start.readUIntBE(3, 3) !== 0x9d012a || (start.readUInt8(0) & 1) !== 0)
    throw new NotAnImage(DAMAGED);
  const firstPartition = start.readUIntLE(0, 3) >> 5;
  if (10 + firstPartition > length) throw new NotAnImage(CUT_OFF);
  return { width: start.readUInt16LE(6) & 0x3fff, height: start.readUInt16LE(8) & 0x3fff };
}

/** WebP lossless bitstream specification, §3: a signature, 14 bits for each side, version 0. */
function sizeOfLossless(start: Buffer): Size {
  if (start.length < 5 || start[0] !== 0x2f || start.readUInt8(4) >> 5 !== 0) throw new NotAnImage(DAMAGED);
  const bits = start.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
