import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../../kernel/clock.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { authDatabase, type RequestPassword } from "./authDatabase.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./schema.ts";
import type { SessionCookie } from "./sessionCookie.ts";

/** Days a session lasts without being used; the app prolongs it whenever it is opened. */
const SESSION_DAYS = 30;
const DAY_SECONDS = 86_400;
/** A link to a new password is good for an hour. */
const RESET_SECONDS = 3_600;

/** The header by which the caller's address reaches better-auth: ours, because it cannot know which proxies to believe. */
export const ADDRESS_HEADER = "x-daybook-address";

export interface Auth {
  /** Answers a request below `/api/auth`. Throws what the database threw, if it did. */
  handle(request: Request): Promise<Response>;
}

/**
 * better-auth with what we use of it: e-mail and password, sessions, reset by mail. Everything else of it is off: what
 * it may be asked is checked before (askAuth.ts), its database is ours (authDatabase.ts), and so are passwords,
 * limits and origins. Loaded when first needed: it is half a second and 25 MB that an API without sign-ins can do without.
 */
export async function openAuth(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  readonly sendReset: (email: string, token: string) => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}): Promise<Auth> {
  const { betterAuth } = await import("better-auth/minimal");
  const asked = new AsyncLocalStorage<Asked>();
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", secure: options.cookie.isSecure } as const;
  const auth = betterAuth({
    appName: "Daybook",
    // Not where we are, which nothing asks for: the routes are found by their path and links are written by us.
    baseURL: "http://daybook.invalid",
    basePath: "/api/auth",
    secret: options.cookie.signingKey,
    database: () =>
      authDatabase(noting(options.database, asked), options.clock, () => asked.getStore()?.password ?? {}),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: {
        hash: hashPassword,
        verify: async ({ password, hash }) => {
          const isRight = await isPassword(password, hash);
          const request = asked.getStore();
          if (isRight && request !== undefined) request.password.known = hash;
          return isRight;
        },
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => options.sendReset(user.email, token),
    },
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    verification: { storeIdentifier: "hashed" },
    advanced: {
      // Origins are checked before a request comes here, for these routes as for all others.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      useSecureCookies: false,
      cookies: {
        session_token: { name: options.cookie.name, attributes },
        dont_remember: { name: `${options.cookie.name}_only`, attributes },
      },
      // A mail is sent behind the answer: how long it takes must not tell whether an address is known.
      backgroundTasks: {
        handler: (task) => void task.catch((error) => options.log("a mail could not be sent", error)),
      },
      database: { validateSchema: false },
    },
    logger: {
      level: "error",
      disableColors: true,
      log: (_level, message, ...details) => options.log(`better-auth: ${message}`, details[0]),
    },
    // To us: it would print the failure on the console, whole, with the values that a driver knows of rows.
    onAPIError: { throw: true },
  });
  return {
    handle: (request) => {
      const noted: Asked = { password: {} };
      return asked.run(noted, async () => {
        const response = await auth.handler(request).catch((error: unknown) => {
          throw noted.error ?? error;
        });
        const isAway = noted.error instanceof ApiError && noted.error.code === "unavailable";
        // A sign-out whose session could not be deleted is called a success by it.
        if (isAway || (response.status >= 400 && noted.error !== undefined)) throw noted.error;
        return response;
      });
    },
  };
}

/** What is noted of a request while it is answered. */
interface Asked {
  /** What the database threw. */
  error?: unknown;
  readonly password: RequestPassword;
}

/**
 * The database, remembering what it threw: better-auth swallows that and answers something of its own, but a database
 * that is away is a 503, and an address that somebody else has just taken is a refusal of ours. What better-auth itself
 * throws inside a transaction is its answer and passes by.
 */
function noting(database: Database, asked: AsyncLocalStorage<Asked>): Database {
  const note = (error: unknown): never => {
    const request = asked.getStore();
    if (request !== undefined) request.error ??= error;
    throw error;
  };
  return {
    query: (statement, values) => database.query(statement, values).catch(note),
    transaction: async (work) => {
      let thrownInside: unknown;
      const inside = async (tx: Transaction) => {
        try {
          return await work({
            query: (statement, values) => tx.query(statement, values).catch(note),
            write: (statement, values) => tx.write(statement, values),
            signal: (signal) => tx.signal(signal),
          });
        } catch (error) {
          thrownInside = error;
          throw error;
        }
      };
      return database.transaction(inside).catch((error: unknown) => {
        if (error === thrownInside && !(error instanceof ApiError)) throw error;
        return note(error);
      });
    },
    listen: (signal, heard) => database.listen(signal, heard),
    close: () => database.close(),
  };
}
