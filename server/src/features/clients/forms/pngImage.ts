import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Maximum number of pixels per side. A small file could otherwise decompress to gigabytes. */
const MAX_SIDE = 4096;

/**
 * Returns whether the bytes are exactly one PNG file (PNG, third edition, §5): signature, valid header, chunks with correct
 * checksums, image data, end chunk, and nothing after it. The image data is not decompressed.
 */
export function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  let hasData = false;
  for (let at = SIGNATURE.length, nth = 0; ; nth++) {
    if (at + 12 > bytes.length) return false;
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return false;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) return false;
    if ((nth === 0) !== (type === "IHDR")) return false;
    if (type === "IHDR" && !isValidHeader(bytes.subarray(at + 8, at + 8 + length))) return false;
    if (type === "IDAT") hasData = true;
    if (type === "IEND") return hasData && length === 0 && end === bytes.length;
    at = end;
  }
}

function isValidHeader(header: Buffer): boolean {
  if (header.length !== 13) return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return [width, height].every((side) => side >= 1 && side <= MAX_SIDE);
}
