import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SessionCaller } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import type { EmailOutbox } from "../../../platform/email/index.ts";
import { countAddress, type RequestLimits } from "../../../platform/http/limitRequests.ts";
import { allowQuota } from "../../../platform/limits/index.ts";
import { type Auth, openAuth } from "./auth.ts";
import { type AuthAnswer, callAuth } from "./callAuth.ts";
import { passwordResetEmail } from "./emails.ts";
import { type CookieRequest, sessionAuthenticator } from "./sessionAuthenticator.ts";
import { sessionCookie } from "./sessionCookie.ts";
import { signInOperation } from "./signInOperations.ts";
import { signInRoutes } from "./signInRoutes.ts";

/** Sign-in operations and the authentication of sessions. */
export interface Sessions {
  /** The signed-in user; null without a session cookie (sessionAuthenticator.ts). */
  readonly callerOf: (request: CookieRequest) => Promise<SessionCaller | null>;
  /**
   * Runs an operation of `/api/auth` for an HTML page, with the same validation, errors and limits, so that pages do not
   * allow more guesses. The page sets the returned cookies.
   */
  runOperation(path: string, body: object, request: FastifyRequest, reply: FastifyReply): Promise<AuthAnswer>;
  /** Mounts `/api/auth`. */
  mount(app: FastifyInstance): Promise<void>;
}

/** E-mails with a link to a new password, per address: others can request them for it. */
const RESET_EMAILS = { purpose: "password resets", most: 3, windowMs: 3_600_000 } as const;

export function openSessions(
  context: Context,
  options: {
    /** The installation's secret; sessions end when it changes. */
    readonly secret: string;
    readonly emailOutbox: EmailOutbox;
    readonly publicUrl?: string;
    readonly limits: RequestLimits;
    readonly log: (message: string, error: unknown) => void;
  },
): Sessions {
  const cookie = sessionCookie(options);
  const origin = options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl };
  let opened: Promise<Auth> | undefined;
  const open = () =>
    openAuth({
      ...context,
      cookie,
      log: options.log,
      sendReset: async (email, token) => {
        // The answer to the request is the same with and without an e-mail.
        const quota = { ...RESET_EMAILS, subject: email };
        if (!(await allowQuota(context.database, quota, context.clock.now())).isAllowed) return;
        const link = `${options.emailOutbox.address()}/reset-password?token=${token}`;
        await options.emailOutbox.deliver(passwordResetEmail(email, link));
      },
    });
  const auth = () => {
    opened ??= open().catch((error) => {
      // The next request retries.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    callerOf: sessionAuthenticator({ ...context, cookie }),
    runOperation: async (path, body, request, reply) => {
      const operation = signInOperation(path);
      await countAddress(options.limits, path, operation.perMinute, request, reply);
      return callAuth(auth, request, operation, body);
    },
    mount: (app) => signInRoutes(app, { auth, limits: options.limits, ...origin }),
  };
}
