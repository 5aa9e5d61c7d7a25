import { type Patience, type Received, sendPatiently } from "./attempts.ts";
import { ApiError, UnreadableAnswer } from "./errors.ts";
import type { DataOf, InputOf, ItemOf, Method, Page, PagedPath, PathOf } from "./operations.ts";

export interface Connection extends Partial<Patience> {
  /** Where the server is, without `/api/v1`: `https://book.example.com`. */
  readonly address: string;
  /** An API key, `dbk_…`. Left out in a browser that is signed in: then its cookie goes along. */
  readonly key?: string;
  /**
   * Sent with every request besides: what something in between asks for, or, where there is no browser to keep it, the
   * `Cookie` of a session.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hears every answer that arrives, also one that is not the last: for its status and headers, such as `RateLimit-Remaining`. */
  readonly onAnswer?: (response: Response) => void;
  /** Sends the requests; the runtime's own unless told. */
  readonly fetch?: typeof fetch;
}

/** Daybook's API. Every operation answers its `data`, or throws `ApiError`. */
export interface Daybook {
  get: Asks<"get">;
  post: Asks<"post">;
  put: Asks<"put">;
  patch: Asks<"patch">;
  delete: Asks<"delete">;
  /** Every item of a list, page after page; the next page is asked for when the one before is used up. */
  each<P extends PagedPath>(path: P, ...input: InputOf<"get", P>): AsyncGenerator<ItemOf<P>, void, undefined>;
}

type Asks<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: InputOf<M, P>
) => Promise<DataOf<M, P>>;

/** What every `input` may hold, once its operation is forgotten. */
interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/**
 * Connects to a server; nothing is sent yet. POST and PATCH carry an `Idempotency-Key` that stays the same over all
 * attempts, so that what was done by an attempt whose answer was lost is not done again.
 */
export function connect(connection: Connection): Daybook {
  const { key, onAnswer, retries = 3, longestWaitSeconds = 60, fetch: send = globalThis.fetch } = connection;
  const root = `${connection.address.replace(/\/+$/, "")}/api/v1`;

  async function ask(method: Method, path: string, asked: Asked = {}): Promise<unknown> {
    const url = root + filledIn(path, asked.path ?? {}) + queryText(asked.query ?? {});
    const isKeyed = method === "post" || method === "patch";
    const headers = new Headers(connection.headers);
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    if (asked.body !== undefined) headers.set("content-type", "application/json");
    if (asked.ifMatch !== undefined) headers.set("if-match", `"${asked.ifMatch}"`);
    if (isKeyed) headers.set("idempotency-key", asked.idempotencyKey ?? crypto.randomUUID());
    const request: RequestInit = {
      method: method.toUpperCase(),
      headers,
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      ...(asked.signal === undefined ? {} : { signal: asked.signal }),
    };
    const attempt = async () => {
      const response = await send(url, request);
      onAnswer?.(response);
      return { response, text: await response.text() };
    };
    const received = await sendPatiently(attempt, {
      retries,
      longestWaitSeconds,
      // A PUT or DELETE that was done is refused the second time, which would look as if it had failed.
      mayRepeat: isKeyed || method === "get",
      signal: asked.signal,
    });
    return dataOf(received);
  }

  async function* each(path: string, asked: Asked = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor = asked.query?.cursor;
    do {
      const query = { ...asked.query, ...(cursor === undefined ? {} : { cursor }) };
      const page = (await ask("get", path, { ...asked, query })) as Page<unknown>;
      yield* page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  const asks = (method: Method) => (path: string, asked?: Asked) => ask(method, path, asked);
  const daybook = {
    get: asks("get"),
    post: asks("post"),
    put: asks("put"),
    patch: asks("patch"),
    delete: asks("delete"),
    each,
  };
  // The one place where the types of the description meet what is sent: they were checked at the call.
  return daybook as unknown as Daybook;
}

function filledIn(path: string, names: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = names[name];
    if (!value) throw new TypeError(`${path} needs a ${name}.`);
    return encodeURIComponent(value);
  });
}

/** Lists are comma-separated; what is undefined is left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) words.set(name, String(value));
  return words.size === 0 ? "" : `?${words}`;
}

function dataOf({ response, text }: Received): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw new UnreadableAnswer(response.status, error);
  }
  if (isSuccess(answer) && response.ok) return answer.data;
  if (!isRefusal(answer)) throw new UnreadableAnswer(response.status);
  const requestId = response.headers.get("x-request-id");
  throw new ApiError({
    ...answer,
    status: response.status,
    ...(requestId === null ? {} : { requestId }),
  });
}

function isSuccess(answer: unknown): answer is { readonly data: unknown } {
  return isEnvelope(answer) && answer.success === true && "data" in answer;
}

function isRefusal(answer: unknown): answer is Pick<ApiError, "code" | "message" | "details"> {
  return isEnvelope(answer) && typeof answer.code === "string" && typeof answer.message === "string";
}

function isEnvelope(answer: unknown): answer is Readonly<Record<string, unknown>> {
  return typeof answer === "object" && answer !== null && "success" in answer;
}
