import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { sourceOf, TELLTALE } from "../../../test/fixtures/images.ts";
import { isFullRun } from "../../../test/fullRun.ts";
import { decodeHeic } from "./decodeHeic.ts";
import { processImage } from "./processImage.ts";
import { ANIMATED, DAMAGED, TOO_SLOW } from "./source.ts";

const sample = (name: string) => readFileSync(join(import.meta.dirname, "samples", `${name}.heic`));

const COLOURS = {
  red: [220, 40, 40],
  green: [40, 180, 60],
  blue: [40, 70, 220],
  yellow: [240, 200, 40],
  white: [255, 255, 255],
  grey_114: [114, 114, 114],
  grey_156: [156, 156, 156],
  grey_89: [89, 89, 89],
  grey_203: [203, 203, 203],
} as const;

/** The colours of the four quadrants, row by row. */
const UPRIGHT = "red green blue yellow";
const ROTATED_90 = "blue red yellow green";

async function quartersOf(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const points = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => [x, y] as const));
  return points
    .map(([x, y]) => {
      const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
      return nearestColour([...data.subarray(at, at + 3)]);
    })
    .join(" ");
}

function nearestColour(pixel: readonly number[]): string {
  const near = Object.entries(COLOURS).find(([, colour]) =>
    colour.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) <= 12),
  );
  return near?.[0] ?? pixel.join(",");
}

describe("a HEIC is stored as an upright JPEG, and its smaller images as WebP", () => {
  test.each([
    ["plain", 96, 64, UPRIGHT],
    ["exif", 96, 64, UPRIGHT],
    ["exif-orientation", 64, 96, ROTATED_90],
    ["pillow-heif", 64, 96, ROTATED_90],
    ["irot-90", 64, 96, ROTATED_90],
    ["irot-180", 96, 64, "yellow blue green red"],
    ["irot-270", 64, 96, "green yellow red blue"],
    ["imir-horizontal", 96, 64, "green red yellow blue"],
    ["imir-vertical", 96, 64, "blue yellow red green"],
    ["irot-imir", 64, 96, "red blue green yellow"],
    ["alpha", 96, 64, "red white blue white"],
    ["ten-bit", 96, 64, UPRIGHT],
    ["twelve-bit", 96, 64, UPRIGHT],
    ["bt2020", 96, 64, UPRIGHT],
    ["grid", 160, 128, UPRIGHT],
    ["grid-odd-size", 150, 100, UPRIGHT],
    ["odd-size", 97, 65, UPRIGHT],
    ["phone", 128, 160, ROTATED_90],
    ["several-images", 96, 64, UPRIGHT],
    ["second-image-primary", 96, 64, UPRIGHT],
    ["thumbnail", 96, 64, UPRIGHT],
    ["display-p3", 96, 64, UPRIGHT],
    ["grey", 96, 64, "grey_114 grey_156 grey_89 grey_203"],
    ["chroma-444", 96, 64, UPRIGHT],
    ["lossless-rgb", 96, 64, UPRIGHT],
    ["brand-mif1", 96, 64, UPRIGHT],
    ["brand-msf1-still", 96, 64, UPRIGHT],
  ])("%s", async (name, width, height, quarters) => {
    const image = await processImage(sourceOf(sample(name)));
    expect(image).toMatchObject({ mediaType: "image/jpeg", width, height });
    for (const [size, format] of [
      ["original", "jpeg"],
      ["preview", "webp"],
      ["thumbnail", "webp"],
    ] as const) {
      const file = image.files[size];
      const { exif, xmp, icc, orientation, ...metadata } = await sharp(file).metadata();
      expect(metadata, size).toMatchObject({ format, width, height, hasAlpha: false });
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(file.includes("TELLTALE")).toBe(false);
      expect(await quartersOf(file), size).toBe(quarters);
    }
  });

  test("the samples with metadata contain the data that must be removed", () => {
    for (const name of ["exif", "exif-orientation", "phone", "pillow-heif"])
      expect(sample(name).includes(TELLTALE), name).toBe(true);
  });
});

describe("a HEIC is refused", () => {
  test.each([
    ["sequence", ANIMATED],
    ["truncated", DAMAGED],
    ["truncated-grid", DAMAGED],
    ["av1-in-mif1", "must be a HEIC image with HEVC compression"],
  ])("%s", async (name, message) => {
    await expect(processImage(sourceOf(sample(name)))).rejects.toThrow(message);
  });

  test.each(["plain", "grid", "irot-90"])("when %s is cut anywhere", async (name) => {
    const bytes = sample(name);
    const from = bytes.indexOf("mdat");
    const step = isFullRun ? 1 : 10;
    for (let length = 20; length < bytes.length; length += step * (length < from ? 100 : 400))
      await expect(decodeHeic(new Uint8Array(bytes.subarray(0, length))), `${length}`).rejects.toThrow();
  });

  test("when it claims more than 100 million pixels", async () => {
    const bytes = Buffer.from(sample("plain"));
    const at = bytes.indexOf("ispe") + 8;
    bytes.writeUInt32BE(20_000, at);
    bytes.writeUInt32BE(20_000, at + 4);
    await expect(processImage(sourceOf(bytes))).rejects.toThrow("at most 100 million pixels");
  });

  test("when decoding takes more memory than the limit", async () => {
    const decoding = decodeHeic(new Uint8Array(sample("large")), { maxMemoryBytes: 32 * 1024 * 1024 });
    await expect(decoding).rejects.toThrow("memory");
  });

  test("when decoding takes longer than the timeout", async () => {
    await expect(decodeHeic(new Uint8Array(sample("large")), { timeoutMs: 1 })).rejects.toThrow(TOO_SLOW);
  });
});

test("the event loop turns while a HEIC is decoded", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const { length } = await decodeHeic(new Uint8Array(sample("large")));
  clearInterval(timer);
  expect(length).toBeGreaterThan(4000 * 3000 * 3);
  expect(turns).toBeGreaterThan(5);
});
