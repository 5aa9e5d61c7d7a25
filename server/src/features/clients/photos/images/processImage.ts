import { fileTypeFromBuffer } from "file-type";
import type { Sharp, SharpOptions } from "sharp";
import { ApiError } from "../../../../kernel/errors.ts";
import { decodeHeic } from "./decodeHeic.ts";
import { oneAtATime } from "./oneAtATime.ts";
import {
  ANIMATED,
  assertDimensions,
  DAMAGED,
  ImageRefused,
  MAX_PIXELS,
  type MediaType,
  type Size,
  type Source,
  TOO_SLOW,
} from "./source.ts";

/** The three files that are stored of an uploaded image. They hold pixels in sRGB, upright, and no metadata. */
export interface ProcessedImage {
  /** Of the full size. The others are WebP. */
  readonly mediaType: Exclude<MediaType, "image/heic">;
  /** Of the full size, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly files: Readonly<Record<Size, Buffer>>;
}

type Format = "jpeg" | "png" | "webp";
type SharpModule = typeof import("sharp").default;

const PREVIEW_PIXELS = 1280;
const THUMBNAIL_PIXELS = 320;
const TIMEOUT_SECONDS = 30;

/**
 * The detected type decides; the name and type that the client sent are ignored. A HEIC with the brand mif1 is detected
 * as HEIF.
 */
const FORMATS: Readonly<Record<string, Format | "heic" | "animated">> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/apng": "animated",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heic",
  "image/heic-sequence": "heic",
  "image/heif-sequence": "heic",
};

const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");
/** As many bytes as the detection of any of the types takes. */
const DETECTION_BYTES = 4100;

/**
 * Decodes an uploaded image and encodes it again in three sizes. Metadata is lost, because only pixels pass. One image
 * is processed at a time in a process, others wait. Throws `ImageRefused` for a file that is not an accepted image, and
 * `unavailable` when too many wait or sharp is not installed.
 */
export function processImage(source: Source): Promise<ProcessedImage> {
  return oneAtATime(async () => {
    const type = await fileTypeFromBuffer(await source.read(0, DETECTION_BYTES));
    const format = FORMATS[type?.mime ?? ""];
    if (format === undefined) throw new ImageRefused("must be a JPEG, PNG, WebP or HEIC image");
    if (format === "animated") throw new ImageRefused(ANIMATED);
    const sharp = await loadSharp();
    const bytes = await source.read(0, source.length);
    // libpng does not report that the end is missing when all pixels are there.
    if (format === "png" && !bytes.includes(PNG_END)) throw new ImageRefused(DAMAGED);
    if (format !== "heic") return encoded(sharp, bytes, format);
    return encoded(sharp, await decodeHeic(new Uint8Array(bytes)), "jpeg");
  });
}

async function encoded(sharp: SharpModule, input: Buffer, format: Format): Promise<ProcessedImage> {
  try {
    await assertAcceptable(sharp, input);
    const full = await upright(sharp, input, format).toBuffer({ resolveWithObject: true });
    const preview = await scaled(sharp(full.data, LIMITS), PREVIEW_PIXELS);
    const thumbnail = await scaled(sharp(preview.data, { raw: preview.info }), THUMBNAIL_PIXELS);
    return {
      mediaType: `image/${format}`,
      width: full.info.width,
      height: full.info.height,
      files: {
        original: full.data,
        preview: await webpOf(sharp, preview),
        thumbnail: await webpOf(sharp, thumbnail),
      },
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

const LIMITS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true };

/** Reads only the header. */
async function assertAcceptable(sharp: SharpModule, input: Buffer): Promise<void> {
  const { width, height, pages = 1 } = await sharp(input, { ...LIMITS, limitInputPixels: false }).metadata();
  assertDimensions(width, height);
  if (pages > 1) throw new ImageRefused(ANIMATED);
}

/** sharp converts to sRGB and drops metadata unless told otherwise. */
function upright(sharp: SharpModule, input: Buffer, format: Format): Sharp {
  const image = sharp(input, LIMITS).autoOrient().timeout({ seconds: TIMEOUT_SECONDS });
  if (format === "jpeg") return image.flatten({ background: "#ffffff" }).jpeg({ quality: 90 });
  return format === "png" ? image.png() : image.webp({ quality: 90 });
}

type Pixels = Awaited<ReturnType<typeof scaled>>;

/** The pixels of an image that fits into a square of `side`. A smaller one keeps its size. */
function scaled(image: Sharp, side: number) {
  return image
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function webpOf(sharp: SharpModule, { data, info }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: info }).webp({ quality: 80 }).toBuffer();
}

/** sharp throws failures of libvips as plain errors, with texts that name no field. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.constructor !== Error) return error;
  return new ImageRefused(/timeout/i.test(error.message) ? TOO_SLOW : DAMAGED, { cause: error });
}

let loading: Promise<SharpModule> | undefined;

/** Loaded with the first image: an idle server has no use for its memory, and starts on platforms without its binary. */
function loadSharp(): Promise<SharpModule> {
  loading ??= import("sharp").then(({ default: sharp }) => configured(sharp), unavailable);
  return loading;
}

function configured(sharp: SharpModule): SharpModule {
  // Each image is read once, and threads are left to requests.
  sharp.cache(false);
  sharp.concurrency(1);
  // Other decoders of libvips, such as SVG, are never reached.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Tiff"].map((name) => `VipsForeignLoad${name}Buffer`),
  });
  return sharp;
}

function unavailable(cause: unknown): never {
  throw new ApiError(
    "unavailable",
    `Photos cannot be processed on this server: the package sharp has no binary for ${process.platform}-${process.arch}. Run npm ci on this machine.`,
    undefined,
    cause,
  );
}
