import type { FastifyRequest } from "fastify";
import { refuseIf } from "../../../kernel/errors.ts";
import { trimmed, unstorableText } from "../../../platform/http/body.ts";
import { type Check, checkOf } from "../../../platform/http/validation.ts";
import { ADDRESS_HEADER, type Auth } from "./auth.ts";
import { refusalOf } from "./authRefusals.ts";
import { AUTH_PREFIX, type SignInOperation } from "./signInOperations.ts";

/** What better-auth answers to one of its operations, without the session's token, and the cookies that carry it. */
export interface AuthAnswer {
  readonly answer: unknown;
  readonly cookies: string[];
}

/**
 * Asks better-auth for one of its operations, on behalf of a request whose sender has been counted. The body is checked
 * first, in shape and text, so that what reaches it is sound. Throws `validation_failed`, or its refusal as one of ours.
 */
export async function callAuth(
  auth: () => Promise<Auth>,
  request: FastifyRequest,
  operation: SignInOperation,
  sent: unknown,
): Promise<AuthAnswer> {
  let body: unknown = {};
  if (operation.body !== undefined) {
    refuseIf(unstorableText(sent));
    body = trimmed(operation.body, sent);
    refuseIf(bodyCheckOf(operation.body)(body));
  }
  const opened = await auth();
  const response = await opened.handle(asWebRequest(request, operation, body));
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text, operation.path);
  const answer: unknown = text === "" ? null : JSON.parse(text);
  return { answer: withoutToken(answer), cookies: response.headers.getSetCookie() };
}

type Shape = NonNullable<SignInOperation["body"]>;

const checks = new WeakMap<Shape, Check>();

/** Compiled when it is first asked for. */
function bodyCheckOf(shape: Shape): Check {
  const check = checks.get(shape) ?? checkOf(shape);
  checks.set(shape, check);
  return check;
}

/** The request as better-auth reads it: the path, the cookie, the body that was checked, and nothing a caller made up. */
function asWebRequest(request: FastifyRequest, { method, path }: SignInOperation, body: unknown): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  const { cookie, "user-agent": agent } = request.headers;
  if (cookie !== undefined) headers.set("cookie", printable(cookie, 8_192));
  if (agent !== undefined) headers.set("user-agent", printable(agent, 400));
  const url = `http://daybook.invalid${AUTH_PREFIX}${path}`;
  if (method === "GET") return new Request(url, { method, headers });
  headers.set("content-type", "application/json");
  // Whoever changes a password may do so because somebody else knows it: everybody else is signed out.
  const sent = path === "/change-password" ? { ...(body as object), revokeOtherSessions: true } : body;
  return new Request(url, { method, headers, body: JSON.stringify(sent) });
}

/** A header's bytes need not be text, and what is kept of one need not be long. */
function printable(value: string, most: number): string {
  return value.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, most);
}

function withoutToken(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object") return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([field]) => field !== "token")
      .map(([field, value]) => [field, field === "session" ? withoutToken(value) : value]),
  );
}
