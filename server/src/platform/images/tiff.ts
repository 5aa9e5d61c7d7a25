/** An image as pixels with 8 bits per channel, row by row. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  /** 3 for RGB; 4 for RGB with alpha, not premultiplied. */
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
  /** Number of bytes from the start of a row to the start of the next row. */
  readonly stride: number;
  /** The ICC profile; empty for sRGB. */
  readonly profile: Uint8Array;
}

type Entry = readonly [tag: number, type: 3 | 4 | 7, values: readonly number[] | Uint8Array];

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const ROWS_PER_STRIP = 16;

/**
 * Encodes an image as an uncompressed TIFF 6.0 file: header, pixels, directory, values. sharp accepts a colour profile only in a file,
 * not with raw pixels. Without its profile (Display P3), an iPhone photo has pale colours.
 */
export function tiffOf(image: RgbImage): Uint8Array<ArrayBuffer> {
  const { width, height, channels, pixels, stride } = image;
  const rowBytes = width * channels;
  const directoryAt = HEADER_BYTES + even(height * rowBytes);
  const entries = entriesOf(image);
  const valuesAt = directoryAt + 2 + entries.length * ENTRY_BYTES + 4;
  const valueBytes = entries.map(([, type, values]) => bytesOf(type, values));
  const file = new Uint8Array(valueBytes.reduce((sum, { length }) => sum + even(length), valuesAt));
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, directoryAt, true);
  for (let row = 0; row < height; row++)
    file.set(pixels.subarray(row * stride, row * stride + rowBytes), HEADER_BYTES + row * rowBytes);
  view.setUint16(directoryAt, entries.length, true);
  let next = valuesAt;
  entries.forEach(([tag, type, values], index) => {
    const at = directoryAt + 2 + index * ENTRY_BYTES;
    const bytes = valueBytes[index] ?? new Uint8Array();
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, values.length, true);
    // A value of up to four bytes is stored in the entry itself.
    if (bytes.length > 4) view.setUint32(at + 8, next, true);
    file.set(bytes, bytes.length > 4 ? next : at + 8);
    if (bytes.length > 4) next += even(bytes.length);
  });
  return file;
}

/** Returns the entries of the directory in the order of their tags, as the format requires. */
function entriesOf({ width, height, channels, profile }: RgbImage): Entry[] {
  const rowBytes = width * channels;
  const firstRows = Array.from(
    { length: Math.ceil(height / ROWS_PER_STRIP) },
    (_, index) => index * ROWS_PER_STRIP,
  );
  const entries: Entry[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array.from({ length: channels }, () => 8)], // bits of each channel
    [259, SHORT, [1]], // not compressed
    [262, SHORT, [2]], // RGB
    [273, LONG, firstRows.map((row) => HEADER_BYTES + row * rowBytes)], // offsets of the strips
    [277, SHORT, [channels]],
    [278, LONG, [ROWS_PER_STRIP]],
    [279, LONG, firstRows.map((row) => Math.min(ROWS_PER_STRIP, height - row) * rowBytes)], // lengths of the strips
    [284, SHORT, [1]], // channels interleaved
  ];
  if (channels === 4) entries.push([338, SHORT, [2]]); // alpha, not premultiplied
  if (profile.length > 0) entries.push([34675, UNDEFINED, profile]);
  return entries;
}

function bytesOf(type: Entry[1], values: Entry[2]): Uint8Array {
  if (values instanceof Uint8Array) return values;
  const size = type === SHORT ? 2 : 4;
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    if (type === SHORT) view.setUint16(index * size, value, true);
    else view.setUint32(index * size, value, true);
  });
  return bytes;
}

/** Rounds up to an even number, because offsets in a TIFF are even. */
function even(length: number): number {
  return length + (length % 2);
}
