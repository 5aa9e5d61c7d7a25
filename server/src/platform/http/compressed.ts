import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompressSync, constants, gunzip, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A document that does not change while the process runs, compressed once. */
export interface Compressed {
  readonly gzip: Uint8Array;
  readonly brotli: Uint8Array;
  /** A strong entity tag in quotes. */
  readonly etag: string;
}

const unzipped = promisify(gunzip);

/**
 * Compresses a document. This takes 100 ms for the API description and seconds for large scripts, so call it only in a worker
 * thread or for small pages.
 */
export function compressed(text: string): Compressed {
  const gzip = gzipSync(text);
  // The highest quality would take seconds for the API reference page's script.
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return { gzip, brotli, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/**
 * Sends the document with Brotli or gzip, or uncompressed if the client accepts neither. Responds with 304 if `If-None-Match` contains
 * its entity tag. The caller sets the content type.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Compressed,
): Promise<FastifyReply> {
  reply.header("etag", document.etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
  if (tagsIn(request.headers["if-none-match"]).includes(document.etag)) return reply.code(304).send();
  const coding = acceptedCoding(request.headers["accept-encoding"]);
  if (coding === undefined) return reply.send(await unzipped(document.gzip));
  return reply.header("content-encoding", coding).send(coding === "br" ? document.brotli : document.gzip);
}

/** Returns the coding for a client with this `Accept-Encoding`: Brotli if it accepts both; undefined if it accepts neither. */
export function acceptedCoding(header: string | readonly string[] | undefined): "br" | "gzip" | undefined {
  if (accepts("br", header)) return "br";
  return accepts("gzip|\\*", header) ? "gzip" : undefined;
}

/** Returns the entity tags in a header. A recompressing proxy may have made a tag weak: `W/"…"`. */
function tagsIn(header: string | undefined): string[] {
  return (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

/** Returns whether the header lists the coding with a quality above 0. */
function accepts(coding: string, header: string | readonly string[] | undefined): boolean {
  const pattern = new RegExp(`^\\s*(${coding})\\s*(;\\s*q=(0?\\.\\d*[1-9]\\d*|1(\\.0*)?)\\s*)?$`, "i");
  return String(header ?? "")
    .split(",")
    .some((each) => pattern.test(each));
}
