import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedCoding } from "./platform/http/compressed.ts";
import { type ReadyResponse, readyHeaders } from "./platform/http/memoryResponses.ts";

/** The response of `apps/booking` to a request. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A page with its entity tag and compressed forms, which are computed once. */
export interface PreparedPage extends PageAnswer {
  /** Absent if browsers may not store the page. */
  readonly etag: string | undefined;
  readonly coded: (coding: Coding) => Promise<Buffer>;
  /** Returns the response for a client with these headers. The response is computed once for each coding. */
  readonly response: (headers: ClientHeaders) => Promise<ReadyResponse> | ReadyResponse;
}

type Coding = "br" | "gzip";

interface ClientHeaders {
  readonly "accept-encoding"?: string | string[] | undefined;
  readonly "if-none-match"?: string | undefined;
}

export const coders: Readonly<Record<Coding, (text: string, options: object) => Promise<Buffer>>> = {
  br: promisify<string, object, Buffer>(brotliCompress as never),
  gzip: promisify<string, object, Buffer>(gzip as never),
};
/** Most pages are compressed for each request; quality 4 takes about a millisecond. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const VARY = "accept-encoding, accept-language";

export function prepared(answer: PageAnswer): PreparedPage {
  const { status, headers, body } = answer;
  const mayBeStored = headers["cache-control"] === "no-cache";
  const digest = () => createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const etag = mayBeStored ? `"${digest()}"` : undefined;
  const made = new Map<Coding, Promise<Buffer>>();
  const coded = (coding: Coding) => {
    const known = made.get(coding) ?? coders[coding](body, QUALITY);
    made.set(coding, known);
    return known;
  };
  const ready = new Map<Coding | "identity" | "unchanged", ReadyResponse>();
  const make = async (coding: Coding | undefined): Promise<ReadyResponse> => {
    const bytes = coding === undefined ? Buffer.from(body) : await coded(coding);
    const all = { ...headers, vary: VARY, ...(etag === undefined ? {} : { etag }) };
    const length = { "content-length": String(bytes.length) };
    const encoding = coding === undefined ? undefined : { "content-encoding": coding };
    const made = { status, headers: readyHeaders({ ...all, ...encoding, ...length }), body: bytes };
    ready.set(coding ?? "identity", made);
    return made;
  };
  const makeUnchanged = (tag: string): ReadyResponse => {
    const made = {
      status: 304,
      headers: readyHeaders({ ...headers, vary: VARY, etag: tag }),
      body: NO_BYTES,
    };
    ready.set("unchanged", made);
    return made;
  };
  return {
    ...answer,
    etag,
    coded,
    response: (client) => {
      if (etag !== undefined && client["if-none-match"]?.includes(etag))
        return ready.get("unchanged") ?? makeUnchanged(etag);
      const coding = codingFor(client["accept-encoding"]);
      return ready.get(coding ?? "identity") ?? make(coding);
    },
  };
}

const NO_BYTES = Buffer.alloc(0);

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, etag, coded }: PreparedPage,
): Promise<FastifyReply> {
  reply.code(status).headers(headers);
  if (body === "") return reply.send();
  reply.header("vary", VARY);
  if (etag !== undefined) {
    reply.header("etag", etag);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  }
  const coding = codingFor(request.headers["accept-encoding"]);
  if (coding === undefined) return reply.send(body);
  return reply.header("content-encoding", coding).send(await coded(coding));
}

const MAX_HEADERS = 100;
const codings = new Map<string, Coding | undefined>();

/** Returns the coding for an `Accept-Encoding` header. Stores the result, because browsers send few different headers. */
function codingFor(header: string | string[] | undefined): Coding | undefined {
  const text = String(header ?? "");
  if (!codings.has(text)) {
    if (codings.size >= MAX_HEADERS) codings.clear();
    codings.set(text, acceptedCoding(text));
  }
  return codings.get(text);
}
