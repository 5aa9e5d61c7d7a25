import type { FastifyInstance } from "fastify";
import type { SessionCaller } from "../../kernel/caller.ts";
import type { Context } from "../../platform/context.ts";
import type { RequestLimits } from "../../platform/http/limitRequests.ts";
import type { Post } from "../../platform/mail/index.ts";
import { type Auth, openAuth } from "./auth.ts";
import { resetLetter } from "./letters.ts";
import { type CookieRequest, sessionAuthenticator } from "./sessionAuthenticator.ts";
import { sessionCookie } from "./sessionCookie.ts";
import { signInRoutes } from "./signInRoutes.ts";

/** Signing in, and knowing who is. */
export interface Sessions {
  /** Whoever is signed in, or null without a cookie of ours (sessionAuthenticator.ts). */
  readonly callerOf: (request: CookieRequest) => Promise<SessionCaller | null>;
  /** Mounts `/api/auth`. */
  mount(app: FastifyInstance): Promise<void>;
}

export function openSessions(
  context: Context,
  options: {
    /** The installation's; sessions end when it changes. */
    readonly secret: string;
    readonly post: Post;
    readonly publicUrl?: string;
    readonly limits: RequestLimits;
    readonly log: (message: string, error: unknown) => void;
  },
): Sessions {
  const cookie = sessionCookie(options);
  const origin = options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl };
  let auth: Promise<Auth> | undefined;
  const open = () =>
    openAuth({
      ...context,
      cookie,
      log: options.log,
      sendReset: async (user, token) => {
        const link = `${options.post.address()}/reset-password?token=${token}`;
        await options.post.deliver(resetLetter(user, link));
      },
    });
  return {
    callerOf: sessionAuthenticator({ ...context, cookie, ...origin }),
    mount: (app) =>
      signInRoutes(app, {
        auth: () => {
          auth ??= open().catch((error) => {
            // The next request tries again.
            auth = undefined;
            throw error;
          });
          return auth;
        },
        limits: options.limits,
        ...origin,
      }),
  };
}
