import { StartupError } from "../platform/startupError.ts";

/** The options of commands that call a server, on this or another machine, with an API key. */
export interface ServerOptions {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** An API client that sends requests for the business of an API key. */
export interface ApiClient {
  readonly businessId: string;
  readonly businessName: string;
  readonly isSandbox: boolean;
  /** Sends a request to a path below the business. Throws `StartupError` if the server cannot be reached or rejects the request. */
  send(method: "GET" | "POST", path: string, body?: object): Promise<unknown>;
}

const TIMEOUT_MS = 30_000;
const DEFAULT_WAIT_SECONDS = 5;

/**
 * Connects to the business of an API key.
 *
 * @throws {StartupError} if the server cannot be reached or the key is not valid.
 */
export async function connectToBusiness(options: ServerOptions): Promise<ApiClient> {
  const me = (await call(options, "GET", "/me")) as {
    memberships: { business_id: string; business_name: string; sandbox: boolean }[];
  };
  const [membership] = me.memberships;
  if (membership === undefined) throw new StartupError("The API key does not belong to a business.");
  const { business_id: businessId, business_name: businessName, sandbox: isSandbox } = membership;
  return {
    businessId,
    businessName,
    isSandbox,
    send: (method, path, body) => call(options, method, `/businesses/${businessId}${path}`, body),
  };
}

async function call(
  { url, key }: ServerOptions,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new StartupError(`${url} cannot be reached (${reasonOf(error)}).`, 1, { cause: error });
    });
    const answer = (await response.json().catch(() => null)) as {
      success?: boolean;
      data?: unknown;
      code?: string;
      message?: string;
    } | null;
    if (answer?.success === true) return answer.data;
    if (response.status === 429 || response.status === 503) {
      const seconds = Number(response.headers.get("retry-after")) || DEFAULT_WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      continue;
    }
    throw new StartupError(
      answer?.message === undefined
        ? `${url} returned ${response.status}, but the response is not from Daybook. Check that the URL is that of a Daybook server and that the server is running.`
        : `The server returned ${response.status} ${answer.code}: ${answer.message}`,
    );
  }
}

/** Returns the reason for a failed request, without the URL. */
export function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error instanceof Error ? error.name : String(error));
}
