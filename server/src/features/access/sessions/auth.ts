import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../../kernel/clock.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { authDatabase, type RequestPassword } from "./authDatabase.ts";
import { type PasswordOwner, passwordProblem } from "./passwordProblems.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./schema.ts";
import type { SessionCookie } from "./sessionCookie.ts";

/** Lifetime of an unused session in days; the app extends it whenever it is opened. */
const SESSION_DAYS = 30;
const DAY_SECONDS = 86_400;
/** Lifetime of a password reset link. */
const RESET_SECONDS = 3_600;

/** Passes the caller's address to better-auth, which does not know the trusted proxies. */
export const ADDRESS_HEADER = "x-daybook-address";

export interface Auth {
  /** Answers a request below `/api/auth`. Rethrows errors of the database. */
  handle(request: Request, setting?: PasswordSetting): Promise<Response>;
}

/** The new password of a request: its field, and its user when the body names them. */
export interface PasswordSetting {
  readonly path: "/password" | "/newPassword";
  readonly owner?: PasswordOwner;
}

/**
 * better-auth, configured for e-mail and password, sessions and password resets. Daybook validates its requests
 * (callAuth.ts), provides its database (authDatabase.ts), hashes passwords and checks limits and origins. It is loaded on
 * first use: loading takes half a second and 25 MB.
 */
export async function openAuth(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  readonly sendReset: (email: string, token: string) => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}): Promise<Auth> {
  const { betterAuth } = await import("better-auth/minimal");
  const requests = new AsyncLocalStorage<RequestState>();
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", secure: options.cookie.isSecure } as const;
  const auth = betterAuth({
    appName: "Daybook",
    // Not used: routes are found by their path, and Daybook writes the links.
    baseURL: "http://daybook.invalid",
    basePath: "/api/auth",
    secret: options.cookie.signingKey,
    database: () =>
      authDatabase(
        recordingErrors(options.database, requests),
        options.clock,
        () => requests.getStore()?.password ?? {},
      ),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: {
        hash: async (password) => {
          refuseWeak(password, requests.getStore());
          return hashPassword(password);
        },
        verify: async ({ password, hash }) => {
          const isRight = await isPassword(password, hash);
          const request = requests.getStore();
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
      // Origins are checked before, as for all routes (platform/http/origin.ts).
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      useSecureCookies: false,
      cookies: {
        session_token: { name: options.cookie.name, attributes },
        dont_remember: { name: `${options.cookie.name}_only`, attributes },
      },
      // E-mails are sent after the answer: its duration must not reveal whether an address is known.
      backgroundTasks: {
        handler: (task) => void task.catch((error) => options.log("an e-mail could not be sent", error)),
      },
      database: { validateSchema: false },
    },
    logger: {
      level: "error",
      disableColors: true,
      log: (_level, message, ...details) => options.log(`better-auth: ${message}`, details[0]),
    },
    // Otherwise it prints errors to the console, including row values from the database driver.
    onAPIError: { throw: true },
  });
  return {
    handle: (request, setting) => {
      const state: RequestState = { password: {}, ...(setting === undefined ? {} : { setting }) };
      return requests.run(state, async () => {
        const response = await auth.handler(request).catch((error: unknown) => {
          throw state.error ?? error;
        });
        const isUnavailable = state.error instanceof ApiError && state.error.code === "unavailable";
        // better-auth answers 200 to a sign-out that could not delete the session.
        if (isUnavailable || (response.status >= 400 && state.error !== undefined)) throw state.error;
        return response;
      });
    },
  };
}

/** State of a request while better-auth handles it. */
interface RequestState {
  /** The first error of the database. */
  error?: unknown;
  readonly password: RequestPassword;
  readonly setting?: PasswordSetting;
}

/** Called before a new password is hashed: the user is known by then, and a code of an e-mail is not used up yet. */
function refuseWeak(password: string, state: RequestState | undefined): void {
  if (state?.setting === undefined) return;
  const message = passwordProblem(password, state.setting.owner ?? state.password.user);
  if (message === undefined) return;
  state.error = invalid({ path: state.setting.path, message });
  throw state.error;
}

/**
 * Records errors of the database, which better-auth replaces by its own responses: an unavailable database must answer
 * 503, and an address that a concurrent sign-up has taken 422. Errors that better-auth throws inside a transaction are its
 * responses and are not recorded.
 */
function recordingErrors(database: Database, requests: AsyncLocalStorage<RequestState>): Database {
  const record = (error: unknown): never => {
    const request = requests.getStore();
    if (request !== undefined) request.error ??= error;
    throw error;
  };
  const { hasSystemClock } = database;
  return {
    hasSystemClock,
    query: (statement, values) => database.query(statement, values).catch(record),
    transaction: async (work) => {
      let thrownInside: unknown;
      const inside = async (tx: Transaction) => {
        try {
          return await work({
            hasSystemClock,
            query: (statement, values) => tx.query(statement, values).catch(record),
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
        return record(error);
      });
    },
    dryRun: (work) => database.dryRun(work),
    listen: (signal, heard) => database.listen(signal, heard),
    close: () => database.close(),
  };
}
