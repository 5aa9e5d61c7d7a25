import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SessionCaller } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import type { EmailOutbox } from "../../../platform/email/index.ts";
import { countAddress, type RequestLimits } from "../../../platform/http/limitRequests.ts";
import { allowQuota } from "../../../platform/limits/index.ts";
import { type Auth, openAuth } from "./auth.ts";
import { type AuthAnswer, callAuth } from "./callAuth.ts";
import { passwordResetEmail } from "./emails.ts";
import { isFirstAccount } from "./firstAccount.ts";
import { type CookieRequest, sessionAuthenticator } from "./sessionAuthenticator.ts";
import { sessionCookie } from "./sessionCookie.ts";
import { signInGuard } from "./signInGuard.ts";
import { signInOperation } from "./signInOperations.ts";
import { signInRoutes } from "./signInRoutes.ts";
import { refuseSignUp, requestSignUp, type SignUpSettings } from "./signUps.ts";

export interface Sessions {
  /** Returns the signed-in user, or null if the request has no session cookie (sessionAuthenticator.ts). */
  readonly callerOf: (request: CookieRequest) => Promise<SessionCaller | null>;
  /**
   * Runs an operation of `/api/auth` for an HTML page. Validation, errors and limits are the same as for the API, so an attacker cannot
   * guess more passwords through the pages than through the API. The page sets the returned cookies.
   */
  runOperation(path: string, body: object, request: FastifyRequest, reply: FastifyReply): Promise<AuthAnswer>;
  /** Returns whether the token can create the first account of the installation (firstAccount.ts). */
  isFirstAccount(token: string): Promise<boolean>;
  /** Mounts the routes under `/api/auth`. */
  mount(app: FastifyInstance): Promise<void>;
}

/** Limit on password reset e-mails per address, because anyone can request an e-mail to any address. */
const RESET_EMAILS = { purpose: "password resets", max: 3, windowMs: 3_600_000 } as const;

const SIGN_UP = "/sign-up/email";

export function openSessions(
  context: Context,
  options: {
    /** The installation's secret. All sessions become invalid when the secret changes. */
    readonly secret: string;
    readonly emailOutbox: EmailOutbox;
    readonly publicUrl?: string;
    readonly signUp: SignUpSettings;
    readonly limits: RequestLimits;
    readonly log: (message: string, error: unknown) => void;
  },
): Sessions {
  const cookie = sessionCookie(options);
  const guard = signInGuard(context, cookie);
  const origin = options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl };
  let opened: Promise<Auth> | undefined;
  const open = () =>
    openAuth({
      ...context,
      cookie,
      log: options.log,
      sendReset: async (email, token) => {
        // Returns without an error, so that the response does not reveal whether an e-mail is sent.
        const quota = { ...RESET_EMAILS, subject: email };
        if (!(await allowQuota(context.database, quota, context.clock.now())).isAllowed) return;
        const link = `${options.emailOutbox.address()}/reset-password?token=${token}`;
        await options.emailOutbox.deliver(passwordResetEmail(email, link));
      },
    });
  const auth = () => {
    opened ??= open().catch((error) => {
      // The next request tries to load better-auth again.
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
      // The sign-up counts as invited, because only visitors with a link from an e-mail or the server log can sign up on a page.
      if (path === SIGN_UP) refuseSignUp(options.signUp, true);
      return callAuth(auth, guard, request, operation, body);
    },
    isFirstAccount: async (token) =>
      options.signUp.mode === "invited" && isFirstAccount(context.database, options.secret, token),
    mount: (app) =>
      signInRoutes(app, {
        auth,
        guard,
        limits: options.limits,
        refuse: (path) => {
          if (path === SIGN_UP) refuseSignUp(options.signUp, false);
        },
        ...(options.signUp.confirmsAddress
          ? { requestSignUp: (wanted) => requestSignUp(context, options.emailOutbox, wanted) }
          : {}),
        ...origin,
      }),
  };
}
