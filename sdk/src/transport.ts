import { ApiError, UnexpectedResponse } from "./errors.ts";
import type { Method } from "./operations.ts";
import { type RetryOptions, sendWithRetries } from "./retries.ts";

export interface Connection extends Partial<RetryOptions> {
  /** The address of the server, without `/api/v1`: `https://book.example.com`. */
  readonly address: string;
  /** An API key, `dbk_…`. Omit it in a browser with a session: the browser sends the session cookie. */
  readonly key?: string;
  /** Headers of every request, such as those that a proxy requires or the session `Cookie` outside a browser. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with every response, including responses after which the request is retried, for example to read `RateLimit-Remaining`. */
  readonly onResponse?: (response: Response) => void;
  /** Sends the requests. The default is the runtime's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The input of any operation, without operation-specific types. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON, or as multipart/form-data when it is a `FormData`. */
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly idempotencyKey?: string;
  readonly visitorToken?: string;
  readonly proof?: string;
  readonly signal?: AbortSignal;
}

export interface Transport {
  /** Returns the `data` of the response. */
  request(method: Method, path: string, input?: AnyInput): Promise<unknown>;
  /** Returns the file at a URL that is valid without credentials. Sends neither the API key nor `headers`. */
  download(url: string, signal?: AbortSignal): Promise<Blob>;
}

/**
 * Returns the transport for a connection. POST and PATCH requests carry the same `Idempotency-Key` in all attempts, so
 * a retry after a lost response does not repeat the change.
 */
export function transportOf(connection: Connection): Transport {
  const { key, onResponse, retries = 3, maxWaitSeconds = 60, fetch: send = globalThis.fetch } = connection;
  const root = `${connection.address.replace(/\/+$/, "")}/api/v1`;

  function received<Body>(
    url: string,
    init: RequestInit,
    options: { readonly isRepeatable: boolean; readonly read: (response: Response) => Promise<Body> },
  ) {
    const attempt = async () => {
      const response = await send(url, init);
      onResponse?.(response);
      return { response, body: await options.read(response) };
    };
    const signal = init.signal ?? undefined;
    return sendWithRetries(attempt, { retries, maxWaitSeconds, isRepeatable: options.isRepeatable, signal });
  }

  async function request(method: Method, path: string, input: AnyInput = {}): Promise<unknown> {
    const url = root + pathWith(path, input.path ?? {}) + queryText(input.query ?? {});
    const isKeyed = method === "post" || method === "patch";
    const isForm = input.body instanceof FormData;
    const headers = new Headers(connection.headers);
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    // Leaves the content type of a form to `fetch`, which adds the boundary.
    if (input.body !== undefined && !isForm) headers.set("content-type", "application/json");
    if (input.ifMatch !== undefined) headers.set("if-match", `"${input.ifMatch}"`);
    if (input.visitorToken !== undefined) headers.set("visitor-token", input.visitorToken);
    if (input.proof !== undefined) headers.set("proof-of-work", input.proof);
    if (isKeyed) headers.set("idempotency-key", input.idempotencyKey ?? crypto.randomUUID());
    const body = isForm ? (input.body as FormData) : JSON.stringify(input.body);
    const init: RequestInit = {
      method: method.toUpperCase(),
      headers,
      ...(input.body === undefined ? {} : { body }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    };
    const answer = await received(url, init, {
      // If the response to a PUT or DELETE is lost, the server may reject a second attempt although the first attempt
      // succeeded.
      isRepeatable: isKeyed || method === "get",
      read: (response) => response.text(),
    });
    return dataOf(answer.response, answer.body);
  }

  async function download(url: string, signal?: AbortSignal): Promise<Blob> {
    const init: RequestInit = { credentials: "omit", ...(signal === undefined ? {} : { signal }) };
    const read = (response: Response) => response.blob();
    const { response, body } = await received(url, init, { isRepeatable: true, read });
    if (!response.ok) throw errorOf(response, parsed(response, await body.text()));
    return body;
  }

  return { request, download };
}

function pathWith(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (!value) throw new TypeError(`The path ${path} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}

/** Returns a query string. Converts lists to comma-separated values, and omits undefined values. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search}`;
}

function dataOf(response: Response, text: string): unknown {
  const body = parsed(response, text);
  if (isSuccess(body) && response.ok) return body.data;
  throw errorOf(response, body);
}

function errorOf(response: Response, body: unknown): ApiError | UnexpectedResponse {
  if (!isError(body)) return new UnexpectedResponse(response.status);
  const requestId = response.headers.get("x-request-id");
  return new ApiError({
    ...body,
    status: response.status,
    ...(requestId === null ? {} : { requestId }),
  });
}

function parsed(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnexpectedResponse(response.status, error);
  }
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
