import type { Sharp, SharpOptions } from "sharp";
import { ApiError } from "../../kernel/errors.ts";
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

/** The three files stored for an uploaded image. They contain upright pixels in sRGB and no metadata. */
export interface ProcessedImage {
  /** The media type of the full size. The other sizes are WebP. */
  readonly mediaType: Exclude<MediaType, "image/heic">;
  /** The width of the full size in pixels; `height` is in pixels too. */
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
 * The format for each detected media type. The name and type sent by the client are ignored. A HEIC file with the brand mif1 is detected
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
/** Number of bytes that the type detection reads. */
const DETECTION_BYTES = 4100;

/**
 * Decodes an uploaded image and encodes it again in three sizes. Only pixels are copied, so metadata is removed. A process
 * handles one image at a time; other images wait. Throws `ImageRefused` if the file is not an accepted image, and `unavailable`
 * if too many images wait or sharp is not installed.
 */
export function processImage(source: Source): Promise<ProcessedImage> {
  return oneAtATime(async () => {
    const { sharp, input, format } = await readable(source);
    return encoded(sharp, input, format);
  });
}

/** The method for fitting a picture into a size in pixels: cropped to its centre (`cover`), or scaled down without cropping (`inside`). */
export interface PictureShape {
  readonly fit: "cover" | "inside";
  readonly width: number;
  readonly height: number;
}

/** A small picture as WebP, upright, in sRGB and without metadata; transparent pixels stay transparent. */
export interface ProcessedPicture {
  readonly bytes: Buffer;
  /** The width in pixels; `height` is in pixels too. */
  readonly width: number;
  readonly height: number;
}

/** Decodes an uploaded image and encodes it again in one small size. Throws the errors of `processImage`. */
export function processPicture(
  source: Source,
  { fit, width, height }: PictureShape,
): Promise<ProcessedPicture> {
  return oneAtATime(async () => {
    const { sharp, input } = await readable(source);
    try {
      await assertAcceptable(sharp, input);
      const { data, info } = await sharp(input, LIMITS)
        .autoOrient()
        .timeout({ seconds: TIMEOUT_SECONDS })
        .resize(width, height, { fit, withoutEnlargement: fit === "inside" })
        .webp({ quality: 85 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      throw refusalOf(error);
    }
  });
}

interface Readable {
  readonly sharp: SharpModule;
  readonly input: Buffer;
  readonly format: Format;
}

/** Reads an uploaded file of an accepted type and decodes a HEIC image. */
async function readable(source: Source): Promise<Readable> {
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(await source.read(0, DETECTION_BYTES));
  const format = FORMATS[type?.mime ?? ""];
  if (format === undefined) throw new ImageRefused("must be a JPEG, PNG, WebP or HEIC image");
  if (format === "animated") throw new ImageRefused(ANIMATED);
  const sharp = await loadSharp();
  const bytes = await source.read(0, source.length);
  // libpng does not report a missing end chunk if all pixels are present.
  if (format === "png" && !bytes.includes(PNG_END)) throw new ImageRefused(DAMAGED);
  if (format !== "heic") return { sharp, input: bytes, format };
  return { sharp, input: await decodeHeic(new Uint8Array(bytes)), format: "jpeg" };
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

/** Throws `ImageRefused` for an animated image and for an image that exceeds the limits. Reads only the header. */
async function assertAcceptable(sharp: SharpModule, input: Buffer): Promise<void> {
  const { width, height, pages = 1 } = await sharp(input, { ...LIMITS, limitInputPixels: false }).metadata();
  assertDimensions(width, height);
  if (pages > 1) throw new ImageRefused(ANIMATED);
}

/** Rotates an image upright and encodes it in this format. By default, sharp converts to sRGB and drops metadata. */
function upright(sharp: SharpModule, input: Buffer, format: Format): Sharp {
  const image = sharp(input, LIMITS).autoOrient().timeout({ seconds: TIMEOUT_SECONDS });
  if (format === "jpeg") return image.flatten({ background: "#ffffff" }).jpeg({ quality: 90 });
  return format === "png" ? image.png() : image.webp({ quality: 90 });
}

type Pixels = Awaited<ReturnType<typeof scaled>>;

/** Scales an image down to fit into a square of `side` pixels and returns its pixels. A smaller image keeps its size. */
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

/**
 * Converts a libvips error to `ImageRefused` and returns any other error unchanged. sharp throws libvips errors as a plain
 * `Error`.
 */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.constructor !== Error) return error;
  return new ImageRefused(/timeout/i.test(error.message) ? TOO_SLOW : DAMAGED, { cause: error });
}

let loading: Promise<SharpModule> | undefined;

/**
 * Loads sharp when the first image is processed, so that an idle server does not use the memory and a server can start on
 * platforms for which sharp has no binary.
 */
function loadSharp(): Promise<SharpModule> {
  loading ??= import("sharp").then(({ default: sharp }) => configured(sharp), unavailable);
  return loading;
}

function configured(sharp: SharpModule): SharpModule {
  // The cache is off because each image is read only once. A single thread leaves the other cores to requests.
  sharp.cache(false);
  sharp.concurrency(1);
  // Only these decoders are enabled; input never reaches other decoders of libvips, such as SVG.
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
