import type { FastifyReply } from "fastify";
import type { ResponseStore } from "../idempotency/index.ts";
import type { RunPiece } from "../limits/index.ts";
import { checkedChunks, fileHeaders, sendChunks } from "./chunks.ts";
import { dataJson } from "./cursor.ts";
import { sendDocument } from "./document.ts";
import type {
  AnyAnswer,
  ChunkedAnswer,
  DocumentAnswer,
  EventStreamAnswer,
  FileAnswer,
  RawBodyAnswer,
  StoreResponse,
} from "./route.ts";
import type { Check } from "./validation.ts";

type JsonAnswer = Exclude<
  AnyAnswer,
  RawBodyAnswer | FileAnswer | ChunkedAnswer | DocumentAnswer | EventStreamAnswer
>;

/** The result of `run` and its response body. */
export interface Response {
  readonly answer: AnyAnswer;
  /** The JSON body; absent for files, documents, chunks and event streams. */
  readonly body?: string | Buffer;
}

/**
 * Returns the response for the result of `run`: data in the success envelope, or a file. The time for serializing JSON counts towards
 * the computing time of the business (decision 36).
 */
export async function responseOf(answer: AnyAnswer, run: RunPiece | undefined): Promise<Response> {
  if ("rawBody" in answer) return { answer, body: answer.rawBody };
  if ("file" in answer || "chunks" in answer || "document" in answer || "events" in answer) return { answer };
  const write = () => successBody(answer);
  return { answer, body: run === undefined ? write() : await run(write) };
}

/** Sends a response with the version of its data as `ETag`. */
export function sendAnswer(reply: FastifyReply, status: number, { answer, body }: Response): FastifyReply {
  if ("file" in answer) return sendFile(reply, answer);
  if ("chunks" in answer) return sendChunks(reply, status, answer);
  if ("document" in answer) return sendDocument(reply, answer);
  if ("events" in answer) return sendEvents(reply, answer);
  const version = "rawBody" in answer ? null : versionOf(answer);
  if (version !== null) reply.header("etag", `"${version}"`);
  if ("setCookie" in answer && answer.setCookie !== undefined) reply.header("set-cookie", answer.setCookie);
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(body);
}

/**
 * Sends a file to any client that has the file's URL, because the URL itself grants access. Browsers display the file but run
 * no script in it. Caches store the file only if its content never changes. Any page may embed the file.
 */
function sendFile(reply: FastifyReply, { file }: FileAnswer): FastifyReply {
  fileHeaders(reply, file.mediaType).code(200).header("content-length", file.length);
  if (file.fileName !== undefined)
    // Other origins must not embed a downloaded file, because it is only for the user who requested it.
    reply
      .header("content-disposition", `attachment; filename="${file.fileName}"`)
      .header("cross-origin-resource-policy", "same-origin");
  if (file.isImmutable) reply.header("cache-control", "public, max-age=31536000, immutable");
  return reply.send(file.stream);
}

/** Sends an event stream. `x-accel-buffering` makes proxies forward each event immediately. */
function sendEvents(reply: FastifyReply, { events }: EventStreamAnswer): FastifyReply {
  return reply
    .code(200)
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-accel-buffering", "no")
    .send(events);
}

/** Returns the result of `run`. For tests: throws if the result does not match its schema. */
export function checkedAnswer(check: Check, answer: AnyAnswer): AnyAnswer {
  if ("file" in answer || "document" in answer || "events" in answer) return answer;
  if ("chunks" in answer)
    return answer.mediaType === undefined ? { chunks: checkedChunks(check, answer.chunks) } : answer;
  const problems = check(dataOf(answer));
  if (problems.length > 0)
    throw new Error(`The response does not match its schema: ${JSON.stringify(problems)}`);
  return answer;
}

function dataOf(answer: JsonAnswer | RawBodyAnswer): unknown {
  if ("rawBody" in answer) return (JSON.parse(answer.rawBody.toString()) as { data: unknown }).data;
  return "rawData" in answer ? JSON.parse(answer.rawData) : answer.data;
}

/**
 * Returns the `storeResponse` function for `run`. It stores the response without its secrets. Without an `Idempotency-Key` it does
 * nothing.
 */
export function responseStorer(
  store: ResponseStore | undefined,
  status: number,
  { secrets, how }: { readonly secrets: readonly string[]; readonly how?: "replace" },
): StoreResponse {
  return ((tx, answer) => {
    // Cached responses, files, chunks, documents and streams occur only for GET requests, whose responses are never stored.
    if (
      store !== undefined &&
      !(
        "rawBody" in answer ||
        "file" in answer ||
        "chunks" in answer ||
        "document" in answer ||
        "events" in answer
      )
    ) {
      const shown = withoutSecrets(answer, secrets);
      const body = successBody(shown);
      bodies.set(shown, body);
      store(tx, { status, body, version: versionOf(answer) }, how);
    }
    return answer;
  }) as StoreResponse;
}

function withoutSecrets(answer: JsonAnswer, secrets: readonly string[]): JsonAnswer {
  if (secrets.length === 0 || "rawData" in answer) return answer;
  const fields = Object.entries(answer.data as object).filter(([name]) => !secrets.includes(name));
  return { data: Object.fromEntries(fields) };
}

function versionOf(answer: JsonAnswer): number | null {
  return "version" in answer && answer.version !== undefined ? answer.version : null;
}

/** Bodies that were serialized for storing, so that they are not serialized again for sending. */
const bodies = new WeakMap<JsonAnswer, string>();

function successBody(answer: JsonAnswer): string {
  const stored = bodies.get(answer);
  if (stored !== undefined) return stored;
  return `{"success":true,"data":${"rawData" in answer ? answer.rawData : dataJson(answer.data)}}`;
}
