import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TObject } from "typebox";
import { ApiError, refuseIf } from "../../kernel/errors.ts";
import { readBodies, trimmed, unstorableText } from "../../platform/http/body.ts";
import { countAddress, type RequestLimits } from "../../platform/http/limitRequests.ts";
import { refuseForeignOrigin } from "../../platform/http/origin.ts";
import { checkOf } from "../../platform/http/validation.ts";
import { ADDRESS_HEADER, type Auth } from "./auth.ts";
import { refusalOf } from "./authRefusals.ts";
import {
  PasswordChangeInput,
  ResetInput,
  ResetRequestInput,
  SignInInput,
  SignUpInput,
  UserChangeInput,
} from "./schema.ts";

/** One of better-auth's own routes that we let through, and what we check before it sees anything. */
interface SignInOperation {
  readonly method: "GET" | "POST";
  /** Below `/api/auth`. */
  readonly path: string;
  readonly body?: TObject;
  /** Times a minute that one address may: it can be used to try passwords, or to fill mailboxes. */
  readonly perMinute?: number;
}

/** All of them: every other route of better-auth's answers 404. */
export const SIGN_IN_OPERATIONS: readonly SignInOperation[] = [
  { method: "POST", path: "/sign-up/email", body: SignUpInput, perMinute: 10 },
  { method: "POST", path: "/sign-in/email", body: SignInInput, perMinute: 10 },
  { method: "POST", path: "/sign-out" },
  { method: "GET", path: "/get-session" },
  { method: "POST", path: "/request-password-reset", body: ResetRequestInput, perMinute: 5 },
  { method: "POST", path: "/reset-password", body: ResetInput, perMinute: 10 },
  { method: "POST", path: "/change-password", body: PasswordChangeInput, perMinute: 10 },
  { method: "POST", path: "/update-user", body: UserChangeInput },
  { method: "POST", path: "/revoke-sessions" },
];

const PREFIX = "/api/auth";

export interface SignInOptions {
  /** better-auth, loaded when it is first asked. */
  readonly auth: () => Promise<Auth>;
  readonly limits: RequestLimits;
  readonly publicUrl?: string;
}

/**
 * Accounts and sessions (app-operations, "Session and first steps"): better-auth's own routes and answers, behind our
 * checks. Shape, text, origin and limits are looked at first, so that what reaches it is sound; its refusals leave in
 * our envelope (authRefusals.ts). The session's token leaves in the cookie alone, where no script can read it.
 */
export async function signInRoutes(app: FastifyInstance, options: SignInOptions): Promise<void> {
  await app.register(async (scope) => {
    readBodies(scope, (request) => operationOf(request)?.body !== undefined);
    for (const operation of SIGN_IN_OPERATIONS) mountOperation(scope, operation, options);
  });
}

function operationOf(request: FastifyRequest): SignInOperation | undefined {
  return (request.routeOptions.config as { signIn?: SignInOperation }).signIn;
}

function mountOperation(scope: FastifyInstance, operation: SignInOperation, options: SignInOptions): void {
  const { perMinute, body: shape, path } = operation;
  const check = shape === undefined ? undefined : checkOf(shape);
  scope.route({
    method: operation.method,
    url: PREFIX + operation.path,
    exposeHeadRoute: false,
    config: { signIn: operation } as never,
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      refuseForeignOrigin(request, options.publicUrl);
      if (perMinute !== undefined) await countAddress(options.limits, path, perMinute, request, reply);
    },
    handler: async (request, reply) => {
      let body: unknown = {};
      if (shape !== undefined && check !== undefined) {
        refuseIf(unstorableText(request.body));
        body = trimmed(shape, request.body);
        refuseIf(check(body));
      }
      const auth = await options.auth();
      return passOn(reply, await auth.handle(asWebRequest(request, operation, body)), path);
    },
  });
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header("allow", operation.method);
    throw new ApiError("method_not_allowed", `This path takes ${operation.method}.`);
  };
  const others = METHODS.filter((method) => method !== operation.method);
  scope.route({
    method: [...others],
    url: PREFIX + path,
    exposeHeadRoute: false,
    onRequest: refuse,
    handler: refuse,
  });
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** The request as better-auth reads it: the path, the cookie, the body that was checked, and nothing a caller made up. */
function asWebRequest(request: FastifyRequest, { method, path }: SignInOperation, body: unknown): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  const { cookie, "user-agent": agent } = request.headers;
  if (cookie !== undefined) headers.set("cookie", printable(cookie, 8_192));
  if (agent !== undefined) headers.set("user-agent", printable(agent, 400));
  const url = `http://daybook.invalid${PREFIX}${path}`;
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

async function passOn(reply: FastifyReply, response: Response, path: string): Promise<FastifyReply> {
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text, path);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  const answer: unknown = text === "" ? null : JSON.parse(text);
  return reply
    .code(200)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(withoutToken(answer)));
}

function withoutToken(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object") return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([field]) => field !== "token")
      .map(([field, value]) => [field, field === "session" ? withoutToken(value) : value]),
  );
}
