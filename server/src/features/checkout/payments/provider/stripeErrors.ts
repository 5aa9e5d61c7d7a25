import { AccountGone, ProviderRefusal } from "./provider.ts";

/** Sends requests to Stripe; throws `ProviderRefusal` and `AccountGone` as described in provider.ts. */
export function sendToStripe<T>(work: () => Promise<T>): Promise<T> {
  return withAccountErrors(() => decided(work));
}

/**
 * Runs a request that changes data. Throws `ProviderRefusal` if Stripe has rejected the request before it had any effect. After
 * any other error, the outcome is unknown. It is also unknown if Daybook has no access to the account, because an earlier
 * attempt may have succeeded before the owner revoked the access.
 */
export async function decided<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { type, code } = kindOf(error);
    if (code === ACCOUNT_GONE || !REFUSALS.has(type)) throw error;
    throw new ProviderRefusal((error as Error).message, { cause: error });
  }
}

/**
 * Runs requests, and converts an error about missing access to an `AccountGone`. Requests that only read data need no other
 * conversion.
 */
export async function withAccountErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (kindOf(error).code !== ACCOUNT_GONE) throw error;
    throw new AccountGone((error as Error).message, { cause: error });
  }
}

/** Stripe's error code for an account that is closed, that never existed, or whose owner has revoked Daybook's access. */
const ACCOUNT_GONE = "account_invalid";

const REFUSALS: ReadonlySet<unknown> = new Set([
  "StripeInvalidRequestError",
  "StripeCardError",
  "StripePermissionError",
]);

/** Returns whether Stripe rejected the request before it had any effect and would reject a retry too. */
export function isRefusal(error: unknown): boolean {
  const { type, code } = kindOf(error);
  return error instanceof ProviderRefusal || (code !== ACCOUNT_GONE && REFUSALS.has(type));
}

/**
 * Returns the details of a failed charge: whether the bank requires the client to authenticate, and the id of the payment at Stripe.
 * Returns null for any other error.
 */
export function cardProblemOf(error: unknown): { needsClient: boolean; intentId: string | null } | null {
  const { type, code } = kindOf(error);
  if (type !== "StripeCardError") return null;
  const { payment_intent: intent } = error as { payment_intent?: { id?: string } };
  return { needsClient: code === "authentication_required", intentId: intent?.id ?? null };
}

export function isInvalidRequest(error: unknown): boolean {
  return kindOf(error).type === "StripeInvalidRequestError";
}

/** Returns whether the error reports an invalid or old signature, or a body that is not JSON. */
export function isUnsigned(error: unknown): boolean {
  return error instanceof SyntaxError || kindOf(error).type === "StripeSignatureVerificationError";
}

/**
 * Returns the type and code of an error of Stripe's library. Does not test the class, which is not available before the library
 * is loaded.
 */
function kindOf(error: unknown): { readonly type?: unknown; readonly code?: unknown } {
  return error instanceof Error ? (error as { type?: unknown; code?: unknown }) : {};
}
