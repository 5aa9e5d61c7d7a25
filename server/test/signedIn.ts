import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** A browser that keeps the session's cookie and says where its page came from. */
export interface Browser {
  /** What the browser would send as `Cookie`; empty while nobody is signed in. */
  cookie(): string;
  /** Below `/api/auth`. */
  auth(
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer>;
  /** Below `/api/v1`. */
  call(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  readonly body: any;
}

export const PASSWORD = "correct horse battery";

/** A new browser at an address of its own, so that what others try is not counted against it. */
export function browserAt(app: FastifyInstance, host = "localhost:80"): Browser {
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (method: Method, url: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        host,
        ...(method === "GET" ? {} : { origin: `http://${host}` }),
        ...(jar.size === 0 ? {} : { cookie: cookie() }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const { name, value, maxAge } of answer.cookies as {
      name: string;
      value: string;
      maxAge?: number;
    }[]) {
      if (maxAge === 0 || value === "") jar.delete(name);
      else jar.set(name, encodeURIComponent(value));
    }
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? answer.json() : undefined,
    };
  };
  return {
    cookie,
    auth: (method, path, body, headers) => send(method, `/api/auth${path}`, body, headers),
    call: (method, path, body, headers) => send(method, `/api/v1${path}`, body, headers),
  };
}

/** Somebody new, signed up and signed in. */
export async function signedUp(
  app: FastifyInstance,
  who: { email?: string; name?: string } = {},
): Promise<Browser & { userId: string; email: string }> {
  const browser = browserAt(app);
  const email = who.email ?? `user-${randomInt(2 ** 47)}@example.com`;
  const answer = await browser.auth("POST", "/sign-up/email", {
    name: who.name ?? "Jana Lindner",
    email,
    password: PASSWORD,
  });
  if (answer.status !== 200) throw new Error(`The sign-up answered ${answer.status}: ${answer.text}`);
  return { ...browser, userId: answer.body.user.id, email };
}
