import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { DocumentAnswer } from "./route.ts";

/**
 * Sends a document. Its policy allows no script and no other resources; only pages of the same origin may frame it, to print
 * it.
 */
export function sendDocument(reply: FastifyReply, { document }: DocumentAnswer): FastifyReply {
  const { mediaType, text, style = "", fileName } = document;
  const hash = createHash("sha256").update(style).digest("base64");
  return reply
    .code(200)
    .header("content-type", `${mediaType}; charset=utf-8`)
    .header("content-disposition", fileName === undefined ? "inline" : `attachment; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .header("vary", "accept")
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-modals allow-same-origin`,
    )
    .send(text);
}
