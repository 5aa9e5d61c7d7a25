import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { request } from "undici";
import { type BlobName, type BlobStore, pathOf } from "./blobs.ts";

export interface S3Settings {
  /** The URL of the service, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const TIMEOUT_MS = 30_000;

/**
 * Stores blobs in one bucket of S3-compatible storage, with path-style URLs, which all implementations support. aws4fetch signs
 * the request and undici sends it, because `fetch` cannot stream a body with a Content-Length.
 */
export function s3Blobs(settings: S3Settings): BlobStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;

  /**
   * Sends a request; returns null for a missing blob. Throws for a missing bucket: this is a configuration error, and the blobs must not
   * be reported as missing or deleted.
   */
  async function send(method: "GET" | "PUT" | "DELETE", name: BlobName, body?: Readable, length?: number) {
    const url = `${endpoint}/${bucket}/${pathOf(name).join("/")}`;
    const signed = await new AwsV4Signer({
      method,
      url,
      region,
      accessKeyId,
      secretAccessKey,
      service: "s3",
    }).sign();
    const answer = await request(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(length === undefined ? {} : { "content-length": `${length}` }),
      },
      body: body ?? null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    if (answer.statusCode < 300) return answer;
    const error = await answer.body.text();
    if (answer.statusCode === 404 && error.includes("NoSuchBucket"))
      throw new Error(`The S3 storage has no bucket ${bucket}.`);
    if (answer.statusCode === 404 && method !== "PUT") return null;
    // The message omits the URL and the response, because they may contain the signature.
    throw new Error(`The S3 storage responded to ${method} with ${answer.statusCode}.`);
  }

  return {
    async put(name, { length, chunks }) {
      const answer = await send("PUT", name, Readable.from(chunks(), { objectMode: false }), length);
      await answer?.body.dump();
    },
    async get(name) {
      const answer = await send("GET", name);
      return answer && { length: Number(answer.headers["content-length"]), stream: answer.body };
    },
    async delete(name) {
      const answer = await send("DELETE", name);
      await answer?.body.dump();
    },
  };
}
