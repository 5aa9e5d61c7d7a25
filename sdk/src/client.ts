import { ApiError, UnexpectedResponse } from "./errors.ts";
import type {
  DataOf,
  InputArgument,
  ItemOf,
  Method,
  Page,
  PagedPath,
  PathOf,
  Resources,
} from "./operations.ts";
import { resources } from "./operationTable.ts";
import { type ReceivedResponse, type RetryOptions, sendWithRetries } from "./retries.ts";

export interface Connection extends Partial<RetryOptions> {
  /** The address of the server, without `/api/v1`: `https://book.example.com`. */
  readonly address: string;
  /** An API key, `dbk_…`. Omit it in a browser with a session: the browser sends the session cookie. */
  readonly key?: string;
  /** Headers for every request: for example those that a proxy needs, or the `Cookie` of a session outside a browser. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with every response, also with those that are retried, for example to read `RateLimit-Remaining`. */
  readonly onResponse?: (response: Response) => void;
  /** Sends the requests; by default the `fetch` of the runtime. */
  readonly fetch?: typeof fetch;
}

/** A client of Daybook's API. Every call returns the `data` of the response, or throws an `ApiError`. */
export interface Daybook extends Resources {
  get: Call<"get">;
  post: Call<"post">;
  put: Call<"put">;
  patch: Call<"patch">;
  delete: Call<"delete">;
  /** Iterates over all items of a list. It requests the next page when the items of the previous one are consumed. */
  each<P extends PagedPath>(
    path: P,
    ...input: InputArgument<"get", P>
  ): AsyncGenerator<ItemOf<P>, void, undefined>;
}

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: InputArgument<M, P>
) => Promise<DataOf<M, P>>;

/** The input of any operation, without the types of a particular one. */
interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/**
 * Makes a client; sends nothing yet. POST and PATCH carry an `Idempotency-Key` that is the same in all attempts, so
 * that a retry after a lost response does not repeat the change.
 */
export function connect(connection: Connection): Daybook {
  const { key, onResponse, retries = 3, maxWaitSeconds = 60, fetch: send = globalThis.fetch } = connection;
  const root = `${connection.address.replace(/\/+$/, "")}/api/v1`;

  async function request(method: Method, path: string, input: AnyInput = {}): Promise<unknown> {
    const url = root + pathWith(path, input.path ?? {}) + queryText(input.query ?? {});
    const isKeyed = method === "post" || method === "patch";
    const headers = new Headers(connection.headers);
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    if (input.body !== undefined) headers.set("content-type", "application/json");
    if (input.ifMatch !== undefined) headers.set("if-match", `"${input.ifMatch}"`);
    if (isKeyed) headers.set("idempotency-key", input.idempotencyKey ?? crypto.randomUUID());
    const init: RequestInit = {
      method: method.toUpperCase(),
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    };
    const attempt = async () => {
      const response = await send(url, init);
      onResponse?.(response);
      return { response, text: await response.text() };
    };
    const received = await sendWithRetries(attempt, {
      retries,
      maxWaitSeconds,
      // A second PUT or DELETE after a lost response can be refused although the first one succeeded.
      isRepeatable: isKeyed || method === "get",
      signal: input.signal,
    });
    return dataOf(received);
  }

  async function* each(path: string, input: AnyInput = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor = input.query?.cursor;
    do {
      const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
      const page = (await request("get", path, { ...input, query })) as Page<unknown>;
      yield* page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  const call = (method: Method) => (path: string, input?: AnyInput) => request(method, path, input);
  const daybook = {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
    each,
    ...methodsOf(request),
  };
  // The compiler checks path and input against the description where a caller calls.
  return daybook as unknown as Daybook;
}

/** A function for each operation, by resource. */
function methodsOf(
  request: (method: Method, path: string, input?: AnyInput) => Promise<unknown>,
): Readonly<Record<string, unknown>> {
  const methods = Object.entries(resources).map(([resource, operations]) => [
    resource,
    Object.fromEntries(
      Object.entries(operations).map(([name, target]) => {
        const [method, path] = target.split(" ") as [Method, string];
        return [name, (input?: AnyInput) => request(method, path, input)];
      }),
    ),
  ]);
  return Object.fromEntries(methods);
}

function pathWith(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (!value) throw new TypeError(`The path ${path} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}

/** Lists become comma-separated texts; undefined values are left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search}`;
}

function dataOf({ response, text }: ReceivedResponse): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new UnexpectedResponse(response.status, error);
  }
  if (isSuccess(body) && response.ok) return body.data;
  if (!isError(body)) throw new UnexpectedResponse(response.status);
  const requestId = response.headers.get("x-request-id");
  throw new ApiError({
    ...body,
    status: response.status,
    ...(requestId === null ? {} : { requestId }),
  });
}

function isSuccess(body: unknown): body is { readonly data: unknown } {
  return isEnvelope(body) && body.success === true && "data" in body;
}

function isError(body: unknown): body is Pick<ApiError, "code" | "message" | "details"> {
  return isEnvelope(body) && typeof body.code === "string" && typeof body.message === "string";
}

function isEnvelope(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null && "success" in body;
}
