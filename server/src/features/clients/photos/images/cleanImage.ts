import { fileTypeFromBuffer } from "file-type";
import { cleanHeic } from "./heic.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import { type CleanImage, NotAnImage, type Source } from "./source.ts";
import { cleanWebp } from "./webp.ts";

/** As many as any of the types is known by. */
const FIRST_BYTES = 4100;

/** By what the bytes themselves say they are. An animated PNG begins as a still one, and is kept as that. */
const CLEANERS: Readonly<Record<string, (source: Source) => Promise<CleanImage>>> = {
  "image/jpeg": cleanJpeg,
  "image/png": cleanPng,
  "image/apng": cleanPng,
  "image/webp": cleanWebp,
  "image/heic": cleanHeic,
  "image/heif": cleanHeic,
};

/**
 * What is kept of a picture that was sent, whatever it was called: it is read from its first byte to its last, and all
 * that is not the picture is left out. Nothing is decoded, so not a dot of it changes. `refused` continues the field's
 * name.
 */
export async function cleanImage(source: Source): Promise<CleanImage | { readonly refused: string }> {
  const type = await fileTypeFromBuffer(await source.read(0, FIRST_BYTES));
  const clean = CLEANERS[type?.mime ?? ""];
  if (clean === undefined) return { refused: "must be a JPEG, PNG, WebP or HEIC image" };
  try {
    return await clean(source);
  } catch (error) {
    if (error instanceof NotAnImage) return { refused: error.message };
    throw error;
  }
}
