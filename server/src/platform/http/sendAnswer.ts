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
  StoreResponse,
} from "./route.ts";
import type { Check } from "./validation.ts";

type JsonAnswer = Exclude<AnyAnswer, FileAnswer | ChunkedAnswer | DocumentAnswer | EventStreamAnswer>;

/** The result of `run` with the response body that is sent for it. */
export interface Response {
  readonly answer: AnyAnswer;
  /** The JSON body; absent for a file, a document, chunks and a stream of events. */
  readonly body?: string;
}

/**
 * Returns the response for the result of `run`: data in the success envelope, or a file. JSON is serialized as a piece of the
 * business's work, so that large responses count towards its computing time (decision 36).
 */
export async function responseOf(answer: AnyAnswer, run: RunPiece | undefined): Promise<Response> {
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
  const version = versionOf(answer);
  if (version !== null) reply.header("etag", `"${version}"`);
  if ("setCookie" in answer && answer.setCookie !== undefined) reply.header("set-cookie", answer.setCookie);
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(body);
}

/**
 * Sends a file to any client that has its URL, because the URL itself grants access. Browsers display it and never run it,
 * caches store it only if its URL always has this content, and any page may embed it.
 */
function sendFile(reply: FastifyReply, { file }: FileAnswer): FastifyReply {
  fileHeaders(reply, file.mediaType).code(200).header("content-length", file.length);
  if (file.isImmutable) reply.header("cache-control", "public, max-age=31536000, immutable");
  return reply.send(file.stream);
}

/** Sends a stream of events. Proxies must forward each event immediately. */
function sendEvents(reply: FastifyReply, { events }: EventStreamAnswer): FastifyReply {
  return reply
    .code(200)
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-accel-buffering", "no")
    .send(events);
}

/** Returns the result of `run`; throws if it differs from its schema. For tests. */
export function checkedAnswer(check: Check, answer: AnyAnswer): AnyAnswer {
  if ("file" in answer || "document" in answer || "events" in answer) return answer;
  if ("chunks" in answer)
    return answer.mediaType === undefined ? { chunks: checkedChunks(check, answer.chunks) } : answer;
  const problems = check("rawData" in answer ? JSON.parse(answer.rawData) : answer.data);
  if (problems.length > 0) throw new Error(`The answer differs from its schema: ${JSON.stringify(problems)}`);
  return answer;
}

/**
 * Returns `storeResponse` as `run` receives it. It stores the response in the form in which it is replayed, without its
 * secrets. It does nothing for a request without an `Idempotency-Key`.
 */
export function responseStorer(
  store: ResponseStore | undefined,
  status: number,
  { secrets, how }: { readonly secrets: readonly string[]; readonly how?: "replace" },
): StoreResponse {
  return ((tx, answer) => {
    // Only a GET returns a file, chunks, a document or a stream, and no response to a GET is stored.
    if (
      store !== undefined &&
      !("file" in answer || "chunks" in answer || "document" in answer || "events" in answer)
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

/** Bodies that were stored before they are sent, so that they are serialized only once. */
const bodies = new WeakMap<JsonAnswer, string>();

function successBody(answer: JsonAnswer): string {
  const stored = bodies.get(answer);
  if (stored !== undefined) return stored;
  return `{"success":true,"data":${"rawData" in answer ? answer.rawData : dataJson(answer.data)}}`;
}
