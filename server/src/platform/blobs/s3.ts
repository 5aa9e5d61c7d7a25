import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { request } from "undici";
import { type BlobName, type BlobStore, pathOf } from "./blobs.ts";

export interface S3Settings {
  /** The address of the service, without a slash at its end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const TIMEOUT_MS = 30_000;

/**
 * Blobs with whoever speaks S3, in one bucket, addressed by path: the one form that all of them take. A body streams
 * with its length announced, which `fetch` cannot do; so the signature is aws4fetch's and the sending undici's.
 */
export function s3Blobs(settings: S3Settings): BlobStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;

  /**
   * Null for a blob that is not there. A bucket that is not there is another matter: what is looked for elsewhere is not
   * missing, and what is to be deleted elsewhere is not deleted.
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
    const told = await answer.body.text();
    if (answer.statusCode === 404 && told.includes("NoSuchBucket"))
      throw new Error(`The S3 storage has no bucket ${bucket}.`);
    if (answer.statusCode === 404 && method !== "PUT") return null;
    // The address is the operator's business, the answer may repeat what was signed.
    throw new Error(`The S3 storage answered ${method} with ${answer.statusCode}.`);
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
