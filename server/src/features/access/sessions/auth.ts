import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../../kernel/clock.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { authDatabase, type RequestPassword } from "./authDatabase.ts";
import { type PasswordOwner, passwordProblem } from "./passwordProblems.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./schema.ts";
import type { SessionCookie } from "./sessionCookie.ts";

/** Lifetime of an unused session, in days. Opening the app extends the lifetime. */
const SESSION_DAYS = 30;
const DAY_SECONDS = 86_400;
/** Lifetime of a password reset link, in seconds. */
const RESET_SECONDS = 3_600;

/** The header that passes the caller's IP address to better-auth, because better-auth does not know the trusted proxies. */
export const ADDRESS_HEADER = "x-daybook-address";

export interface Auth {
  /** Handles a request to a path under `/api/auth`. Rethrows database errors. */
  handle(request: Request, setting?: PasswordSetting): Promise<Response>;
}

/**
 * The path of the new password in a request body and, for a sign-up, the address and name in the same body.
 */
export interface PasswordSetting {
  readonly path: "/password" | "/newPassword";
  readonly owner?: PasswordOwner;
}

/**
 * Loads better-auth, configured for e-mail and password, sessions and password resets. Daybook validates the requests (callAuth.ts),
 * provides the database (authDatabase.ts), hashes passwords and checks limits and origins. The library is loaded on first use, because
 * loading takes half a second and 25 MB of memory.
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
    // Not used: better-auth matches only the path of a request, and Daybook creates the links in e-mails.
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
      // Disabled, because Daybook has already checked the origin of the request (platform/http/origin.ts).
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      useSecureCookies: false,
      cookies: {
        session_token: { name: options.cookie.name, attributes },
        dont_remember: { name: `${options.cookie.name}_only`, attributes },
      },
      // E-mails are sent after the response, because the response time must not reveal whether an address belongs to a user.
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
    // Without this option, better-auth prints errors to the console, including row values from the database driver.
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
        // better-auth responds with 200 to a sign-out that could not delete the session.
        if (isUnavailable || (response.status >= 400 && state.error !== undefined)) throw state.error;
        return response;
      });
    },
  };
}

/** Data about the current request for the functions that better-auth calls. */
interface RequestState {
  /** The error to report: the first database error, or the rejection of a weak password. */
  error?: unknown;
  readonly password: RequestPassword;
  readonly setting?: PasswordSetting;
}

/**
 * Throws `validation_failed` for a weak password. Runs before the new password is hashed, after better-auth has found the user and before
 * it has deleted the one-time code of the e-mail.
 */
function refuseWeak(password: string, state: RequestState | undefined): void {
  if (state?.setting === undefined) return;
  const message = passwordProblem(password, state.setting.owner ?? state.password.user);
  if (message === undefined) return;
  state.error = invalid({ path: state.setting.path, message });
  throw state.error;
}

/**
 * Wraps the database so that its errors are recorded, because better-auth replaces database errors with its own responses. The recorded
 * error determines the response: 503 when the database is unavailable, 422 when a concurrent sign-up has created a user with the address.
 * Errors that better-auth itself throws inside a transaction are its error responses and are not recorded.
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
