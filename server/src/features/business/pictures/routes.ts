import { Readable } from "node:stream";
import { Type } from "typebox";
import { notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { idsIn } from "./pictures.ts";
import { findContent } from "./store.ts";

const MEDIA_TYPE = "image/webp";
/**
 * Maximum number of image requests per minute from one IP address. All visitors in a salon share an address, and a booking page shows the
 * photos of all staff members.
 */
const VIEWS_PER_MINUTE = 1200;

/** Returns the route that serves logos and photos of staff members. */
export function pictureRoutes({ database }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/public/pictures/:picture_token",
      access: { kind: "public" },
      operationId: "getPicture",
      tag: "Public",
      summary: "Get a logo or a staff photo",
      description:
        "This is the path of the URLs of logos and staff photos. The image of a URL never changes, so caches may store it.",
      data: Type.String(),
      fileMediaTypes: [MEDIA_TYPE],
      secretsInPath: ["picture_token"],
      perAddressPerMinute: VIEWS_PER_MINUTE,
      run: async ({ params }) => {
        const ids = idsIn(params.picture_token);
        const [picture] = ids === null ? [] : await database.query(findContent, ids);
        if (picture === undefined) throw notFound();
        const { content } = picture;
        const stream = Readable.from([content], { objectMode: false });
        return { file: { mediaType: MEDIA_TYPE, length: content.length, stream, isImmutable: true } };
      },
    }),
  ];
}
