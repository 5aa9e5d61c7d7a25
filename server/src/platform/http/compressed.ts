import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A document that stays the same while the process runs, compressed once. */
export interface Compressed {
  readonly gzip: Uint8Array;
  /** A strong entity tag, in quotes. */
  readonly etag: string;
}

export function compressed(text: string): Compressed {
  const gzip = gzipSync(text);
  return { gzip, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/**
 * Sends the document with gzip, or as it is to a client that does not accept gzip; answers 304 when `If-None-Match` names
 * its tag. The caller sets the content type.
 */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Compressed,
): FastifyReply {
  reply.header("etag", document.etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
  if (tagsIn(request.headers["if-none-match"]).includes(document.etag)) return reply.code(304).send();
  if (!acceptsGzip(request.headers["accept-encoding"])) return reply.send(gunzipSync(document.gzip));
  return reply.header("content-encoding", "gzip").send(document.gzip);
}

/** A proxy that compresses again may have made the tag weak: `W/"…"`. */
function tagsIn(header: string | undefined): string[] {
  return (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

function acceptsGzip(header: string | readonly string[] | undefined): boolean {
  const codings = String(header ?? "").split(",");
  return codings.some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(0?\.\d*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(coding));
}
