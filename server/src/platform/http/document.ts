import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { DocumentAnswer } from "./route.ts";

/**
 * Sends a document. Its content security policy allows no scripts and no resources except the document's own style. Only pages
 * of the same origin may frame the document, for printing.
 */
export function sendDocument(reply: FastifyReply, { document }: DocumentAnswer): FastifyReply {
  const { mediaType, text, style = "", fileName, isRevalidated = false } = document;
  if (isRevalidated) {
    const tag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    reply.header("etag", tag).header("cache-control", "private, no-cache");
    if (accepts(reply.request.headers["if-none-match"], tag)) return reply.code(304).send();
  }
  const hash = createHash("sha256").update(style).digest("base64");
  return reply
    .code(200)
    .header("content-type", `${mediaType}; charset=utf-8`)
    .header("content-disposition", fileName === undefined ? "inline" : `attachment; filename="${fileName}"`)
    .header("cache-control", isRevalidated ? "private, no-cache" : "private, no-store")
    .header("vary", "accept")
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-modals allow-same-origin`,
    )
    .send(text);
}

/**
 * Returns whether an `If-None-Match` header contains the tag. The comparison is weak (RFC 9110 §13.1.2), because compressing proxies add
 * `W/`.
 */
function accepts(header: string | undefined, tag: string): boolean {
  const tags = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.includes(tag) || header?.trim() === "*";
}
