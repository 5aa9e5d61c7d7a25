import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalid, methodNotAllowed } from "../../../kernel/errors.ts";
import { readBodies } from "../../../platform/http/body.ts";
import { countAddress, type RequestLimits } from "../../../platform/http/limitRequests.ts";
import { refuseForeignOrigin } from "../../../platform/http/origin.ts";
import type { Auth } from "./auth.ts";
import { type AuthAnswer, callAuth, checkedBody } from "./callAuth.ts";
import type { SignInGuard } from "./signInGuard.ts";
import { AUTH_PREFIX, SIGN_IN_OPERATIONS, type SignInOperation } from "./signInOperations.ts";

export interface SignInOptions {
  /** Returns better-auth, which is loaded on first use. */
  readonly auth: () => Promise<Auth>;
  readonly limits: RequestLimits;
  readonly guard: SignInGuard;
  /** Throws when the operation is disabled in this installation. */
  readonly refuse: (path: string) => void;
  /** Handles a sign-up whose address must be confirmed. Absent if sign-ups need no confirmation. */
  readonly requestSignUp?: (wanted: SignUp) => Promise<void>;
  readonly publicUrl?: string;
}

/**
 * Mounts better-auth's routes for accounts and sessions (app-operations, "Session and first steps"). The routes check body,
 * origin and limits before they call better-auth, and convert its errors to the API's format (authRefusals.ts). Only the cookie
 * contains the session token, so scripts cannot read it.
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
  const { perMinute, path } = operation;
  scope.route({
    method: operation.method,
    url: AUTH_PREFIX + operation.path,
    exposeHeadRoute: false,
    config: { signIn: operation } as never,
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (new URL(request.url, "http://localhost").searchParams.has("dry_run"))
        throw invalid({ path: "/dry_run", message: "is not a parameter of this operation" });
      refuseForeignOrigin(request, options.publicUrl);
      await countAddress(options.limits, path, perMinute, request, reply);
    },
    handler: async (request, reply) => {
      options.refuse(path);
      const { cookies, answer } = await answerOf(operation, request, options);
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return reply
        .code(200)
        .header("content-type", "application/json; charset=utf-8")
        .send(JSON.stringify(answer));
    },
  });
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("allow", operation.method);
    throw methodNotAllowed(request.method, operation.method);
  };
  const others = METHODS.filter((method) => method !== operation.method);
  scope.route({
    method: [...others],
    url: AUTH_PREFIX + path,
    exposeHeadRoute: false,
    onRequest: refuse,
    handler: refuse,
  });
}

async function answerOf(
  operation: SignInOperation,
  request: FastifyRequest,
  { auth, guard, requestSignUp }: SignInOptions,
): Promise<AuthAnswer> {
  if (requestSignUp === undefined || operation.path !== "/sign-up/email")
    return callAuth(auth, guard, request, operation, request.body);
  await requestSignUp(checkedBody(operation, request.body) as SignUp);
  return { answer: { user: null }, cookies: [] };
}

interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
