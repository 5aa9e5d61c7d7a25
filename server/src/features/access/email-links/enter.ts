import type { FastifyRequest } from "fastify";
import type { SessionCaller } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { PageCall } from "../../../platform/http/linkPages.ts";
import type { Sessions } from "../sessions/index.ts";
import { repetitionProblems } from "./passwordFields.ts";
import { type Problems, problemsIn } from "./problems.ts";

/** The authentication method of the visitor: an existing session, a password, or a sign-up. */
export type SignInMethod = "signed in" | "sign in" | "sign up";

export type Entry =
  | { readonly outcome: "entered"; readonly userId: string; readonly cookies: readonly string[] }
  | { readonly outcome: "refused"; readonly problems: Problems };

/**
 * Returns the signed-in user, or signs the visitor in or up with the submitted form. Returns the problems of the form if it is rejected.
 */
export async function enter(
  sessions: Sessions,
  call: PageCall,
  who: { readonly way: SignInMethod; readonly email: string; readonly userId: string },
): Promise<Entry> {
  const { way, email, userId } = who;
  if (way === "signed in") return { outcome: "entered", userId, cookies: [] };
  const password = call.text("password");
  const { request, reply } = call;
  try {
    if (way === "sign in") {
      const { answer, cookies } = await sessions.runOperation(
        "/sign-in/email",
        { email, password },
        request,
        reply,
      );
      return { outcome: "entered", userId: userIn(answer), cookies };
    }
    const difference = repetitionProblems(password, call.text("again"));
    if (difference !== undefined) return { outcome: "refused", problems: difference };
    const account = { name: call.text("name"), email, password };
    const { answer, cookies } = await sessions.runOperation("/sign-up/email", account, request, reply);
    return { outcome: "entered", userId: userIn(answer), cookies };
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === "unauthenticated")
      return { outcome: "refused", problems: { password: "The password is wrong." } };
    return { outcome: "refused", problems: problemsIn(failure) };
  }
}

/** Returns the user who is signed in with this browser, or null if the browser has no valid session cookie. */
export async function signedInCaller(
  sessions: Sessions,
  request: FastifyRequest,
): Promise<SessionCaller | null> {
  try {
    return await sessions.callerOf(request);
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === "unauthenticated") return null;
    throw failure;
  }
}

/** Returns the user's id from better-auth's response to a sign-in or sign-up. */
function userIn(answer: unknown): string {
  const { user } = answer as { user: { id: string } };
  return user.id;
}
