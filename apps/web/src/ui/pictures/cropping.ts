/** A rectangle in a picture, in pixels. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The shapes to which a picture can be cropped, and the maximum size of the result in pixels. */
export interface Crop {
  /** The available shapes. `original` keeps the shape of the picture. */
  readonly shapes: readonly ("square" | "wide" | "original")[];
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/** Ratios of width to height. */
export const RATIOS = { square: 1, wide: 8 / 3 } as const;

/** Returns whether the browser can decode a picture. Some browsers cannot decode HEIC files. The app then uploads the file unchanged. */
export async function canDecode(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** Crops a picture to an area and scales it down to the maximum size. Keeps transparency. */
export async function cropped(file: File, area: CropArea, { maxWidth, maxHeight }: Crop): Promise<File> {
  const picture = await createImageBitmap(file, area.x, area.y, area.width, area.height);
  const scale = Math.min(1, maxWidth / area.width, maxHeight / area.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  return blob === null ? file : new File([blob], file.name, { type });
}
