import type { IncomingMessage } from "node:http";
import type { KeyCaller } from "../../kernel/caller.ts";
import { isInSandbox } from "../businessTime.ts";
import { cacheMemory } from "../memoryCache.ts";
import { authorize } from "./access.ts";
import { type RequestLimits, takeToken } from "./limitRequests.ts";
import { type LookUp, type MemoryResponses, type ReadyResponse, readyHeaders } from "./memoryResponses.ts";
import { API_PREFIX, type CachedRead, type Route } from "./route.ts";

/** The business and route of a URL, and the lookup of its cached response. A question is the same for all callers. */
interface Question {
  readonly route: Route;
  readonly businessId: string;
  readonly find: CachedRead;
}

/** A request whose caller was admitted and whose query is valid. */
interface ValidRequest {
  readonly route: Route;
  readonly businessId: string;
  readonly query: unknown;
}

/** The approximate size of a question in bytes, in addition to that of its URL. */
const QUESTION_BYTES = 1_000;

export interface CachedReads extends MemoryResponses {
  /** Remembers the URL of a valid request, if its route caches the response, so that `find` can answer an equal request. */
  readonly remember: (url: string, request: ValidRequest) => void;
}

/**
 * Answers repeated GET requests of API keys from the caches of their routes, before the server's hooks (decision 98). Remembers
 * the URLs of valid requests. Facts that may have changed since then are read from the database after a request has arrived:
 * the API key, and the versions of the data (`CachedRead`). The rate limit and the access rules of the route apply to every
 * request.
 *
 * Sends only responses with the status 200. In every other case the route handles the request and produces the error.
 */
export function cachedReads({
  authenticateKey,
  limits,
}: {
  readonly authenticateKey: (request: IncomingMessage) => Promise<KeyCaller>;
  readonly limits: RequestLimits | undefined;
}): CachedReads {
  const questions = cacheMemory.open<Question>();

  async function respond(
    { route, businessId }: Question,
    cached: Promise<Buffer | undefined>,
    request: IncomingMessage,
  ): Promise<ReadyResponse | undefined> {
    // The API key and the versions of the data are read in one trip.
    const [caller, body] = await Promise.all([authenticateKey(request), cached]);
    if (body === undefined) return undefined;
    authorize(route.access, caller, businessId);
    const status = await takeToken(limits, caller);
    if (status === undefined) return { status: 200, headers: headersOf(body), body };
    // A rejected request takes no token, so the route can count the request again.
    if (!status.isAllowed) return undefined;
    const counted = [
      ...["ratelimit-limit", String(status.limit), "ratelimit-remaining", String(status.remaining)],
      ...["ratelimit-reset", String(status.resetSeconds)],
    ];
    return { status: 200, headers: [...headersOf(body), ...counted], body };
  }

  return {
    remember(url, { route, businessId, query }) {
      // The time of a sandbox is that of its test clock, which only the route knows.
      if (route.cached === undefined || isInSandbox()) return;
      const find = route.cached({ businessId, query: query as never });
      if (find !== null) questions.set(url, { route, businessId, find }, QUESTION_BYTES);
    },
    find(request): LookUp | undefined {
      if (request.headers.authorization === undefined) return undefined;
      const question = questions.get(request.url ?? "");
      const cached = question?.find();
      if (question === undefined || cached === undefined) return undefined;
      const response = respond(question, cached, request);
      return { route: API_PREFIX + question.route.path, caller: "key", response };
    },
  };
}

/** The headers of each body, so that they are computed only once. */
const headers = new WeakMap<Buffer, readonly string[]>();

function headersOf(body: Buffer): readonly string[] {
  let known = headers.get(body);
  if (known === undefined) {
    known = readyHeaders({
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(body.length),
    });
    headers.set(body, known);
  }
  return known;
}
