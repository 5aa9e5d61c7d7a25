import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import {
  jpeg,
  png,
  pngChunk,
  pngWithMetadata,
  sourceOf,
  TELLTALE,
  webpWithMetadata,
} from "../../../test/fixtures/images.ts";
import { isFullRun } from "../../../test/fullRun.ts";
import { processImage } from "./processImage.ts";
import { ANIMATED, DAMAGED, SIZES } from "./source.ts";

const [WIDTH, HEIGHT] = [96, 64];

/** Returns an image that is red in the upper left quadrant and blue elsewhere. */
function redCorner(width = WIDTH, height = HEIGHT): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.set(x < width / 2 && y < height / 2 ? [220, 40, 40] : [40, 70, 220], (y * width + x) * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const process = (bytes: Buffer) => processImage(sourceOf(bytes));

async function redCornerOf(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const redAt = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 150;
  const [right, bottom] = [info.width - 3, info.height - 3];
  const corners = { "upper left": [2, 2], "upper right": [right, 2], "lower left": [2, bottom] } as const;
  return Object.entries(corners).find(([, [x, y]]) => redAt(x, y))?.[0] ?? "lower right";
}

const withMetadata = {
  jpeg: async (orientation: number) => jpeg({ orientation, image: await redCorner().jpeg().toBuffer() }),
  png: async (orientation: number) =>
    pngWithMetadata({ orientation, image: await redCorner().png().toBuffer() }),
  webp: async (orientation: number) => {
    const image = await redCorner().webp().toBuffer();
    return webpWithMetadata({ orientation, image, width: WIDTH, height: HEIGHT });
  },
};
const FORMATS = Object.entries(withMetadata);

describe.each(FORMATS)("a %s", (format, build) => {
  test.each([
    [1, WIDTH, HEIGHT, "upper left"],
    [2, WIDTH, HEIGHT, "upper right"],
    [3, WIDTH, HEIGHT, "lower right"],
    [4, WIDTH, HEIGHT, "lower left"],
    [5, HEIGHT, WIDTH, "upper left"],
    [6, HEIGHT, WIDTH, "upper right"],
    [7, HEIGHT, WIDTH, "lower right"],
    [8, HEIGHT, WIDTH, "lower left"],
  ])(
    "with orientation %i is stored upright and without metadata in all sizes",
    async (orientation, width, height, corner) => {
      const bytes = await build(orientation);
      expect(bytes.includes(TELLTALE)).toBe(true);
      const image = await process(bytes);
      expect(image).toMatchObject({ mediaType: `image/${format}`, width, height });
      for (const size of SIZES) {
        const file = image.files[size];
        const metadata = await sharp(file).metadata();
        expect(metadata, size).toMatchObject({
          width,
          height,
          format: size === "original" ? format : "webp",
        });
        for (const key of ["exif", "xmp", "icc", "iptc", "comments", "orientation"] as const)
          expect(metadata[key], `${size} ${key}`).toBeUndefined();
        expect(file.includes("TELLTALE")).toBe(false);
        expect(await redCornerOf(file), size).toBe(corner);
      }
    },
  );

  test("is refused when it is truncated anywhere", async () => {
    const bytes = (await process(await build(1))).files.original;
    for (let length = 0; length < bytes.length; length += length < bytes.length - 20 ? 9 : 1)
      await expect(process(bytes.subarray(0, length)), `${length}`).rejects.toThrow();
  });

  test("with random damage is stored or refused with a message for the field", async () => {
    const bytes = await build(6);
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        await process(damaged).catch((error) => expect(error.constructor.name).toBe("ImageRefused"));
      }),
      { numRuns: isFullRun ? 500 : 50 },
    );
  });
});

test("the preview fits into 1,280 pixels and the thumbnail into 320, with the same proportions", async () => {
  const { files, width, height } = await process(await redCorner(3000, 1500).jpeg().toBuffer());
  expect([width, height]).toEqual([3000, 1500]);
  expect(await sharp(files.original).metadata()).toMatchObject({ width: 3000, height: 1500 });
  expect(await sharp(files.preview).metadata()).toMatchObject({ format: "webp", width: 1280, height: 640 });
  expect(await sharp(files.thumbnail).metadata()).toMatchObject({ format: "webp", width: 320, height: 160 });
});

test("a colour profile is applied and not stored", async () => {
  const wide = await redCorner().withIccProfile("p3").jpeg({ quality: 95 }).toBuffer();
  const { files } = await process(wide);
  const [red = 0, green = 0] = await sharp(files.original).raw().toBuffer();
  expect(Math.abs(red - 220) + Math.abs(green - 40)).toBeLessThan(12);
  expect((await sharp(files.original).metadata()).icc).toBeUndefined();
});

test("a PNG keeps its transparency in all sizes", async () => {
  const { files } = await process(await redCorner().ensureAlpha(0.5).png().toBuffer());
  for (const size of SIZES) expect((await sharp(files[size]).metadata()).hasAlpha, size).toBe(true);
});

test.each([
  ["a progressive JPEG", () => redCorner().jpeg({ progressive: true })],
  ["a CMYK JPEG", () => redCorner().toColourspace("cmyk").jpeg()],
  ["a grey JPEG", () => redCorner().greyscale().jpeg()],
  ["a PNG with 16 bits a channel", () => redCorner().toColourspace("rgb16").png()],
  ["a PNG with a palette", () => redCorner().png({ palette: true })],
  ["an interlaced PNG", () => redCorner().png({ progressive: true })],
  ["a lossless WebP", () => redCorner().webp({ lossless: true })],
])("%s is stored", async (_, build) => {
  expect(await process(await build().toBuffer())).toMatchObject({ width: WIDTH, height: HEIGHT });
});

describe("an animated image is refused", () => {
  test("a WebP with two frames", async () => {
    const pixels = Buffer.alloc(8 * 16 * 3).fill(200, 0, 8 * 8 * 3);
    const frames = { width: 8, height: 16, channels: 3, pageHeight: 8 } as const;
    const animated = await sharp(pixels, { raw: frames })
      .webp({ delay: [100, 100] })
      .toBuffer();
    await expect(process(animated)).rejects.toThrow(ANIMATED);
  });

  test("a PNG with an animation control chunk", async () => {
    const control = pngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    await expect(process(png({ chunks: [control] }))).rejects.toThrow(ANIMATED);
  });
});

describe("a file of another type is refused", () => {
  test.each([
    ["nothing", ""],
    ["text", "hello"],
    ["an HTML page", "<html><script>alert(1)</script></html>"],
    ["an SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ["a GIF", "GIF89a\x01\0\x01\0\0\0\0;"],
    ["a TIFF", "II*\0\x08\0\0\0\0\0\0\0\0\0"],
    ["a PDF", "%PDF-1.4\n%%EOF"],
    ["a ZIP", "PK\x03\x04\x14\0\0\0\0\0\0\0\0\0"],
    ["an AVIF", "\0\0\0\x1cftypavif\0\0\0\0mif1avif\0\0\0\x08meta"],
    ["a video", "\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat"],
  ])("%s", async (_, text) => {
    await expect(process(Buffer.from(text, "latin1"))).rejects.toThrow(
      "must be a JPEG, PNG, WebP or HEIC image",
    );
  });

  test("HTML after the first bytes of an image", async () => {
    const page = "<html><script>alert(1)</script>";
    for (const start of ["\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "RIFF\xff\0\0\0WEBPVP8 "])
      await expect(process(Buffer.from(start + page, "latin1")), start).rejects.toThrow(DAMAGED);
  });
});

test.each([
  ["more than 100 million pixels", 20_000, 20_000],
  ["a side of more than 30000 pixels", 30_001, 1],
])("a PNG that claims %s is refused before it is decoded", async (_, width, height) => {
  const bytes = png();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  pngChunk("IHDR", bytes.subarray(16, 29)).copy(bytes, 8);
  await expect(process(bytes)).rejects.toThrow(
    "at most 100 million pixels, and at most 30,000 pixels on each side",
  );
});

test("images are processed one at a time, and too many waiting ones are refused as unavailable", async () => {
  const bytes = png();
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => process(bytes)));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(results.slice(0, 50).every(({ status }) => status === "fulfilled")).toBe(true);
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
  expect(await process(bytes)).toMatchObject({ mediaType: "image/png" });
});
