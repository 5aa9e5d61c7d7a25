import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];

/** A PNG of so many dots, each of the colour it is given: 8 bits a channel, no filter, nothing beside it. */
export function pngOf(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const rowBytes = 1 + width * 3;
  const dots = Buffer.alloc(height * rowBytes);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) dots.set(colourAt(x, y), y * rowBytes + 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = Buffer.alloc(0);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(dots)),
    chunk("IEND", end),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, "latin1");
  body.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length);
  return bytes;
}
