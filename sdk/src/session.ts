import type { components } from "./api.ts";
import { ApiError, type ErrorCode, UnexpectedResponse } from "./errors.ts";

type Schemas = components["schemas"];

/** The operations for signing in and out in a browser. Scripts cannot read the session cookie. */
export interface SessionApi {
  signIn(body: Schemas["SignInInput"]): Promise<Schemas["SignInResult"]>;
  /** Creates a user. If `user` in the result is null, the server has sent an e-mail with a link that creates the user. */
  signUp(body: Schemas["SignUpInput"]): Promise<Schemas["SignUpResult"]>;
  signOut(): Promise<void>;
  requestPasswordReset(body: Schemas["PasswordResetRequestInput"]): Promise<void>;
  changePassword(body: Schemas["PasswordInput"]): Promise<void>;
  /** Ends all sessions of the user, including this one. */
  revokeSessions(): Promise<void>;
}

/**
 * Returns the sign-in operations. Their path prefix differs from the API's, and their success responses have no
 * envelope. The functions do not retry requests, because a repeated sign-in counts as another attempt.
 *
 * @throws {ApiError} with the API's codes.
 */
export function connectSession(connection: {
  readonly address: string;
  readonly fetch?: typeof fetch;
}): SessionApi {
  const { fetch: send = globalThis.fetch } = connection;
  const root = `${connection.address.replace(/\/+$/, "")}/api/auth`;
  async function post(path: string, body: unknown): Promise<unknown> {
    const response = await send(root + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await parsed(response);
    if (response.ok) return answer;
    const { code, message, details } = answer as { code?: ErrorCode; message?: string; details?: unknown };
    if (code === undefined || message === undefined) throw new UnexpectedResponse(response.status);
    const requestId = response.headers.get("x-request-id");
    throw new ApiError({
      code,
      message,
      details,
      status: response.status,
      ...(requestId === null ? {} : { requestId }),
    });
  }
  return {
    signIn: async (body) => (await post("/sign-in/email", body)) as Schemas["SignInResult"],
    signUp: async (body) => (await post("/sign-up/email", body)) as Schemas["SignUpResult"],
    signOut: async () => void (await post("/sign-out", {})),
    requestPasswordReset: async (body) => void (await post("/request-password-reset", body)),
    changePassword: async (body) => void (await post("/change-password", body)),
    revokeSessions: async () => void (await post("/revoke-sessions", {})),
  };
}

async function parsed(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new UnexpectedResponse(response.status, error);
  }
}
