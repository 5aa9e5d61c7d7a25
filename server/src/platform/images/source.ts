/** The uploaded file, which stays on disk until it is processed. */
export interface Source {
  /** The size of the file in bytes. */
  readonly length: number;
  /** Returns fewer bytes than requested at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
}

/** The media types accepted in uploads. HEIC images are stored as JPEG. */
export const MEDIA_TYPES = ["image/jpeg", "image/png", "image/webp", "image/heic"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** The stored sizes: the full image, and two WebP copies that fit into squares of 1,280 and 320 pixels. */
export const SIZES = ["original", "preview", "thumbnail"] as const;
export type Size = (typeof SIZES)[number];

/** The error for a file that is not an accepted image. The message completes a sentence that begins with the field's name. */
export class ImageRefused extends Error {}

export const DAMAGED = "must be a complete and undamaged image";
export const ANIMATED = "must not be an animated image";
export const TOO_SLOW = "must be an image that the server can process within 30 seconds";

/** Maximum number of pixels. The largest phone cameras have 50 million pixels, the largest other cameras 100 million. */
export const MAX_PIXELS = 100_000_000;
const MAX_SIDE = 30_000;

/** Throws `ImageRefused` for an image whose dimensions exceed the limits. */
export function assertDimensions(width: number, height: number): void {
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new ImageRefused("must have at most 100 million pixels, and at most 30,000 pixels on each side");
}
