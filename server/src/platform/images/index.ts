export { type PictureShape, type ProcessedPicture, processImage, processPicture } from "./processImage.ts";
export { ImageRefused, MEDIA_TYPES, type MediaType, SIZES, type Size, type Source } from "./source.ts";
