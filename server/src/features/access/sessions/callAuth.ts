import type { FastifyRequest } from "fastify";
import { refuseIf } from "../../../kernel/errors.ts";
import { trimmed, unstorableText } from "../../../platform/http/body.ts";
import { type Check, checkOf } from "../../../platform/http/validation.ts";
import { ADDRESS_HEADER, type Auth, type PasswordSetting } from "./auth.ts";
import { refusalOf } from "./authRefusals.ts";
import type { PasswordOwner } from "./passwordProblems.ts";
import type { SignInGuard } from "./signInGuard.ts";
import { AUTH_PREFIX, type SignInOperation } from "./signInOperations.ts";

/** The response of better-auth without the session token, which only the cookies contain. */
export interface AuthAnswer {
  readonly answer: unknown;
  readonly cookies: string[];
}

/**
 * Calls an operation of better-auth. The caller must already have counted the request for the limit per IP address. Validates
 * the body first. Throws `validation_failed` for an invalid body, `rate_limited` after too many failed sign-ins to an account,
 * or better-auth's error converted by `refusalOf`.
 */
export async function callAuth(
  auth: () => Promise<Auth>,
  guard: SignInGuard,
  request: FastifyRequest,
  operation: SignInOperation,
  sent: unknown,
): Promise<AuthAnswer> {
  const body = checkedBody(operation, sent);
  const call = () => answerOf(auth, request, operation, body);
  return operation.path === "/sign-in/email"
    ? guard(request, (body as { email: string }).email, call)
    : call();
}

async function answerOf(
  auth: () => Promise<Auth>,
  request: FastifyRequest,
  operation: SignInOperation,
  body: unknown,
): Promise<AuthAnswer> {
  const opened = await auth();
  const response = await opened.handle(asWebRequest(request, operation, body), settingOf(operation, body));
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text, operation.path);
  const answer: unknown = text === "" ? null : JSON.parse(text);
  return { answer: withoutToken(answer), cookies: response.headers.getSetCookie() };
}

/**
 * Returns the trimmed and validated body, or an empty object for an operation without a body. Throws `validation_failed` for an
 * invalid body.
 */
export function checkedBody(operation: SignInOperation, sent: unknown): unknown {
  if (operation.body === undefined) return {};
  refuseIf(unstorableText(sent));
  const body = trimmed(operation.body, sent);
  refuseIf(bodyCheckOf(operation.body)(body));
  return body;
}

/**
 * Returns the field of the new password and, for a sign-up, the address and name of the new user. Returns undefined for an
 * operation that sets no password.
 */
function settingOf({ path }: SignInOperation, body: unknown): PasswordSetting | undefined {
  if (path === "/reset-password" || path === "/change-password") return { path: "/newPassword" };
  if (path !== "/sign-up/email") return undefined;
  const { email, name } = body as PasswordOwner;
  return { path: "/password", owner: { email, name } };
}

type Shape = NonNullable<SignInOperation["body"]>;

const checks = new WeakMap<Shape, Check>();

/** Returns the validator for a body schema. The validator is compiled on first use. */
function bodyCheckOf(shape: Shape): Check {
  const check = checks.get(shape) ?? checkOf(shape);
  checks.set(shape, check);
  return check;
}

/**
 * Builds the request for better-auth. The request contains only the path, the cookie, the user agent, the IP address and the validated
 * body.
 */
function asWebRequest(request: FastifyRequest, { method, path }: SignInOperation, body: unknown): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  const { cookie, "user-agent": agent } = request.headers;
  if (cookie !== undefined) headers.set("cookie", printable(cookie, 8_192));
  if (agent !== undefined) headers.set("user-agent", printable(agent, 400));
  const url = `http://daybook.invalid${AUTH_PREFIX}${path}`;
  if (method === "GET") return new Request(url, { method, headers });
  headers.set("content-type", "application/json");
  // Revokes all other sessions, because the user may have changed the password after it leaked.
  const sent = path === "/change-password" ? { ...(body as object), revokeOtherSessions: true } : body;
  return new Request(url, { method, headers, body: JSON.stringify(sent) });
}

/** Replaces characters that are not printable ASCII with `?` and truncates the text to `maxLength` characters. */
function printable(value: string, maxLength: number): string {
  return value.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, maxLength);
}

function withoutToken(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object") return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([field]) => field !== "token")
      .map(([field, value]) => [field, field === "session" ? withoutToken(value) : value]),
  );
}
