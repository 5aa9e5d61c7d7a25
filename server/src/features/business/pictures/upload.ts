import { invalid } from "../../../kernel/errors.ts";
import {
  ImageRefused,
  type PictureShape,
  type ProcessedPicture,
  processPicture,
  type Source,
} from "../../../platform/images/index.ts";

/** Twice the largest displayed size of a staff photo, for high-resolution screens. */
export const STAFF_PHOTO: PictureShape = { fit: "cover", width: 384, height: 384 };
export const LOGO: PictureShape = { fit: "inside", width: 640, height: 240 };

/**
 * Decodes an uploaded picture, crops and scales it to this shape, and encodes the result. Throws `validation_failed` on `/file` for a file
 * that is not an accepted image.
 */
export function processUpload(source: Source, shape: PictureShape): Promise<ProcessedPicture> {
  return processPicture(source, shape).catch((error: unknown) => {
    throw error instanceof ImageRefused ? invalid({ path: "/file", message: error.message }) : error;
  });
}
