import { crc32, deflateSync } from "node:zlib";
import type { Source } from "../src/features/clients/photos/images/source.ts";

/** Bytes as an upload would hand them over. */
export function sourceOf(bytes: Buffer): Source {
  return { length: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
}

/** Stands for everything a camera or a program tells beside a picture. */
export const TELLTALE = "GPS 52.520008 13.404954 TELLTALE";

/** A TIFF block as cameras write it: an orientation, and a place. */
export function exifOf(orientation: number, order: "II" | "MM" = "II"): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  const short = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, 0, "latin1");
  short(42, 2);
  long(8, 4);
  short(2, 8);
  [
    { tag: 0x0112, type: 3, count: 1 },
    { tag: 0x8825, type: 4, count: 1 },
  ].forEach(({ tag, type, count }, index) => {
    short(tag, 10 + index * 12);
    short(type, 12 + index * 12);
    long(count, 14 + index * 12);
  });
  short(orientation, 18);
  long(tiff.length, 30);
  return Buffer.concat([tiff, Buffer.from(TELLTALE)]);
}

export function segment(marker: number, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, "latin1");
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** Quantisation, frame, tables and one scan: eight by eight grey dots, which every decoder shows. */
export function jpegPicture({ width = 8, height = 8, frame = 0xc0 } = {}): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const counts = (...lengths: number[]) =>
    Buffer.from([...lengths, ...Array.from({ length: 16 - lengths.length }, () => 0)]);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // Two bits a block, zero difference and end of block; the rest is padded with ones.
  const scan = Buffer.alloc(Math.ceil(blocks / 4));
  if (blocks % 4 !== 0) scan[scan.length - 1] = 0xff >> ((blocks % 4) * 2);
  return Buffer.concat([
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(frame, Buffer.concat([Buffer.from([8]), size, Buffer.from([1, 1, 0x11, 0])])),
    segment(0xc4, Buffer.concat([Buffer.from([0x00]), counts(1), Buffer.from([0])])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10]), counts(1), Buffer.from([0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan,
  ]);
}

export const SOI = Buffer.from([0xff, 0xd8]);
export const EOI = Buffer.from([0xff, 0xd9]);

/** A JPEG as a telephone takes it: with a place, a text, a small picture, a profile, a second picture and a film. */
export function jpeg({ orientation = 6, picture = jpegPicture() } = {}): Buffer {
  return Buffer.concat([
    SOI,
    segment(
      0xe0,
      Buffer.concat([Buffer.from("JFIF\0\x01\x01\x01\0\x48\0\x48\x02\x01", "latin1"), Buffer.from("TELLTA")]),
    ),
    segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exifOf(orientation)])),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${TELLTALE}</x>`),
    segment(0xe2, Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), Buffer.alloc(128, 7)])),
    segment(0xe2, `MPF\0${TELLTALE}`),
    segment(0xed, `Photoshop 3.0\0${TELLTALE}`),
    segment(0xee, Buffer.concat([Buffer.from("Adobe\0\x64\0\0\0\0\0", "latin1"), Buffer.from(TELLTALE)])),
    segment(0xfe, TELLTALE),
    picture,
    EOI,
    SOI,
    segment(0xfe, TELLTALE),
    EOI,
    Buffer.from(`ftypmp42 ${TELLTALE}`),
  ]);
}

export function chunk(type: string, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, "latin1");
  const all = Buffer.alloc(12 + bytes.length);
  all.writeUInt32BE(bytes.length, 0);
  all.write(type, 4, "latin1");
  bytes.copy(all, 8);
  all.writeUInt32BE(crc32(all.subarray(4, 8 + bytes.length)), 8 + bytes.length);
  return all;
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return chunk("IHDR", header);
}

/** The compressed dots of a red picture. */
export function redDots(width: number, height: number): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, () => Buffer.from([200, 0, 0])),
  ]);
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
}

/** A PNG of red dots; `beside` stands before them, `behind` after the end. */
export function png({ width = 3, height = 2, beside = [] as Buffer[], behind = "" } = {}): Buffer {
  return Buffer.concat([
    PNG_SIGNATURE,
    pngHeader(width, height),
    ...beside,
    chunk("IDAT", redDots(width, height)),
    chunk("IEND", ""),
    Buffer.from(behind),
  ]);
}

/** What programs write into a PNG. */
export function pngTalk(orientation = 3): Buffer[] {
  return [
    chunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(Buffer.alloc(9000, 3))])),
    chunk("gAMA", Buffer.from([0, 0, 0xb1, 0x8f])),
    chunk("tEXt", `Comment\0${TELLTALE}`),
    chunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${TELLTALE}`),
    chunk("tIME", Buffer.from([7, 0xeb, 3, 1, 9, 0, 0])),
    chunk("eXIf", exifOf(orientation, "MM")),
    chunk("prVt", TELLTALE),
  ];
}

function riffChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

export function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.alloc(8);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** One dot, without loss and with it. */
export const VP8L = riffChunk("VP8L", Buffer.from("LwAAABAHEREQiIj+Bw==", "base64").subarray(0, 13));
export const VP8 = riffChunk(
  "VP8 ",
  Buffer.from("MAEAnQEqAQABAA7A/iWkAANwAAAAAA==", "base64").subarray(0, 22),
);

/** An extended WebP with everything beside the picture that there is. */
export function webp({ orientation = 8, flags = 0x2c, image = VP8L, width = 1, height = 1 } = {}): Buffer {
  const canvas = Buffer.alloc(10);
  canvas[0] = flags;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  return riff(
    riffChunk("VP8X", canvas),
    riffChunk("ICCP", Buffer.alloc(20, 5)),
    image,
    riffChunk("EXIF", Buffer.concat([Buffer.from("Exif\0\0"), exifOf(orientation)])),
    riffChunk("XMP ", Buffer.from(TELLTALE)),
    riffChunk("NOTE", Buffer.from(TELLTALE)),
  );
}

export function box(type: string, ...bodies: Buffer[]): Buffer {
  const body = Buffer.concat(bodies);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

const full = (type: string, version: number, flags: number, ...bodies: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, flags]), ...bodies);
const u16 = (...numbers: number[]) =>
  Buffer.concat(numbers.map((number) => Buffer.from([number >> 8, number & 255])));
const u32 = (...numbers: number[]) =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    }),
  );

/** Stand for coded tiles: nothing here decodes them. */
export const TILES = [Buffer.alloc(50, 0xa1), Buffer.alloc(60, 0xa2)];

/**
 * A HEIC as a telephone takes it: two tiles and the grid they make, a small picture of the same, Exif, XMP, an unknown
 * property, names, and a film behind it all. The grid stands in `idat`, as most have it.
 */
export function heic({ width = 64, height = 32, brand = "heic", tileType = "hvc1" } = {}): Buffer {
  const exif = Buffer.concat([u32(0), exifOf(6)]);
  const xmp = Buffer.from(`<x>${TELLTALE}</x>`);
  const small = Buffer.alloc(40, 0xa3);
  const grid = Buffer.concat([Buffer.from([0, 0, 0, 1]), u16(width, height)]);
  const stored = [TILES[0] as Buffer, small, TILES[1] as Buffer, exif, xmp];
  const infe = (id: number, type: string, more = "") =>
    full("infe", 2, 0, u16(id, 0), Buffer.from(`${type}${TELLTALE}\0${more}`, "latin1"));
  const meta = (starts: readonly number[]) =>
    full(
      "meta",
      0,
      0,
      full("hdlr", 0, 0, u32(0), Buffer.from("pict"), Buffer.alloc(12), Buffer.from(`${TELLTALE}\0`)),
      full("pitm", 0, 0, u16(3)),
      full(
        "iinf",
        0,
        0,
        u16(6),
        infe(1, tileType),
        infe(2, "hvc1"),
        infe(3, "grid"),
        infe(4, "hvc1"),
        infe(5, "Exif"),
        infe(6, "mime", "application/rdf+xml\0"),
      ),
      full(
        "iref",
        0,
        0,
        box("dimg", u16(3, 2, 1, 2)),
        box("thmb", u16(4, 1, 3)),
        box("cdsc", u16(5, 1, 3)),
        box("cdsc", u16(6, 1, 3)),
      ),
      box(
        "iprp",
        box(
          "ipco",
          box("hvcC", Buffer.alloc(23, 1)),
          full("ispe", 0, 0, u32(width, height)),
          box("irot", Buffer.from([1])),
          full("udes", 1, 0, Buffer.from(TELLTALE)),
        ),
        full(
          "ipma",
          0,
          0,
          u32(4),
          Buffer.concat([u16(1), Buffer.from([1, 0x81])]),
          Buffer.concat([u16(2), Buffer.from([1, 0x81])]),
          Buffer.concat([u16(3), Buffer.from([3, 2, 0x83, 4])]),
          Buffer.concat([u16(4), Buffer.from([1, 0x81])]),
        ),
      ),
      box("idat", grid, Buffer.from(TELLTALE)),
      full(
        "iloc",
        1,
        0,
        Buffer.from([0x44, 0x00]),
        u16(6),
        // Tile, tile, grid in idat, small picture, Exif, XMP.
        ...[
          { id: 1, method: 0, at: starts[0], length: 50 },
          { id: 2, method: 0, at: starts[2], length: 60 },
          { id: 3, method: 1, at: 0, length: grid.length },
          { id: 4, method: 0, at: starts[1], length: small.length },
          { id: 5, method: 0, at: starts[3], length: exif.length },
          { id: 6, method: 0, at: starts[4], length: xmp.length },
        ].map(({ id, method, at = 0, length }) => Buffer.concat([u16(id, method, 0, 1), u32(at, length)])),
      ),
      box("uuid", Buffer.from(TELLTALE)),
    );
  const ftyp = box("ftyp", Buffer.from(brand), u32(0), Buffer.from("mif1heic"));
  const note = box("uuid", Buffer.from(TELLTALE));
  const first = ftyp.length + meta([]).length + note.length + 8;
  const starts = stored.map((_, index) =>
    stored.slice(0, index).reduce((sum, part) => sum + part.length, first),
  );
  return Buffer.concat([
    ftyp,
    meta(starts),
    note,
    box("mdat", ...stored, Buffer.from(TELLTALE)),
    box("mpvd", Buffer.from(TELLTALE)),
  ]);
}

/** A multipart body: texts, JSON for what is none, and the file last, as forms send it. */
export async function multipartOf(
  fields: Readonly<Record<string, unknown>>,
  file?: Buffer,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  if (file !== undefined) form.append("file", new Blob([new Uint8Array(file)]), "../../etc/passwd.exe");
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}
