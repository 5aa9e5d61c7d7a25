/** How a camera was held, as Exif says it: 1 is upright, 2 to 8 are turned or mirrored. */
const ORIENTATION = 0x0112;
const SHORT = 3;

/** The orientation in a TIFF block as Exif holds it; upright where it says nothing, or nothing sensible. */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if (order !== "II" && order !== "MM") return 1;
  const short = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (order === "II" ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (tiff.length < 14 || short(2) !== 42) return 1;
  const directory = long(4);
  if (directory + 2 > tiff.length) return 1;
  const count = short(directory);
  for (let entry = 0, at = directory + 2; entry < count && at + 12 <= tiff.length; entry++, at += 12) {
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const orientation = short(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** A TIFF block that says the orientation and nothing else. */
export function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM", 0, "latin1");
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** What stands before the TIFF block in a JPEG, and sometimes in a WebP. */
export const EXIF_MARK = Buffer.from("Exif\0\0", "latin1");

/** The TIFF block of Exif data, with or without the mark before it. */
export function tiffIn(exif: Buffer): Buffer {
  return exif.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? exif.subarray(EXIF_MARK.length) : exif;
}
