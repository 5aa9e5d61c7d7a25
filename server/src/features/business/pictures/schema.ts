import { Type } from "typebox";
import { input, nullable } from "../../../platform/http/shapes.ts";
import { MEDIA_TYPES } from "../../../platform/images/index.ts";

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

export const PICTURE_UPLOAD = {
  part: "file",
  description:
    "A JPEG, PNG, WebP or HEIC image of at most 20 MB and 100 million pixels. The content decides the type",
  mediaTypes: MEDIA_TYPES,
  maxBytes: MAX_PICTURE_BYTES,
} as const;

/** A picture upload has no form fields besides the file. */
export const PictureInput = input("PictureInput", "A picture", {});

export const PictureUrl = (description: string) =>
  nullable(
    Type.String({
      description: `${description}: a public URL of a WebP image, which changes with the picture; null without one`,
      examples: [
        "https://daybook.example.com/api/v1/public/pictures/AZkbRk5zfLqvq4kk0000ABmRtGTnN8uq-rgtKfv0xQ",
      ],
    }),
  );
