import { randomInt } from "node:crypto";
import { multipartOf, png } from "../fixtures/images.ts";
import type { Served } from "./served.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Sends a request to a path below `/api/v1` and returns its `data`. Throws on an error response. */
export type Ask = <Data = { readonly id: string }>(
  method: Method,
  path: string,
  body?: object,
) => Promise<Data>;

/** Returns the current headers of a caller. */
export type Who = () => Promise<Readonly<Record<string, string>>>;

/**
 * Returns a function that sends requests as a caller. Every request advances the clock by a second, so that each change has a
 * different time.
 */
export function askAs({ app, clock }: Served, headersOf: Who, below = ""): Ask {
  return async <Data>(method: Method, path: string, body?: object): Promise<Data> => {
    clock.set(clock.now() + 1000);
    const form = body instanceof Picture ? await multipartOf(body.fields, png()) : undefined;
    const headers = await headersOf();
    const answer = await app.inject({
      method,
      url: `/api/v1${below}${path}`,
      remoteAddress: anyAddress(),
      headers: { ...headers, ...form?.headers },
      ...(body === undefined ? {} : { payload: form?.payload ?? body }),
    });
    if (answer.statusCode >= 300)
      throw new Error(
        `${method} ${below}${path} answered ${answer.statusCode} to ${JSON.stringify(body)}: ${answer.body}`,
      );
    return answer.json().data;
  };
}

/** An image with its form fields, sent as a multipart body. */
export class Picture {
  readonly fields: Readonly<Record<string, unknown>>;
  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields;
  }
}

const DAY = 86_400_000;

/**
 * Signs up a user. Returns a function that provides the user's headers and signs in again every three weeks, because sessions
 * expire.
 */
export async function signUp({ app, clock }: Served, name: string, email: string): Promise<Who> {
  const page = { host: "localhost:80", origin: "http://localhost:80" };
  const enter = async (path: string, body: object) => {
    const url = `/api/auth${path}`;
    const payload = { email, password: "correct horse battery", ...body };
    const answer = await app.inject({
      method: "POST",
      url,
      remoteAddress: anyAddress(),
      headers: page,
      payload,
    });
    if (answer.statusCode !== 200) throw new Error(`${email} was not let in: ${answer.body}`);
    const cookies = answer.cookies.map((each) => `${each.name}=${encodeURIComponent(each.value)}`);
    return { at: clock.now(), headers: { ...page, cookie: cookies.join("; ") } };
  };
  let session = await enter("/sign-up/email", { name });
  return async () => {
    if (clock.now() - session.at > 21 * DAY) session = await enter("/sign-in/email", {});
    return session.headers;
  };
}

/** A caller without an API key or session. */
export const anonymous: Who = async () => ({});

/** Returns a random IP address, because public routes have rate limits per address. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

export async function all<One>(ask: Ask, path: string, limit = 100): Promise<One[]> {
  const found: One[] = [];
  let cursor: string | null = null;
  do {
    const search: URLSearchParams = new URLSearchParams({ limit: String(limit) });
    if (cursor !== null) search.set("cursor", cursor);
    const page: { items: One[]; next_cursor: string | null } = await ask(
      "GET",
      `${path}${path.includes("?") ? "&" : "?"}${search}`,
    );
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}
