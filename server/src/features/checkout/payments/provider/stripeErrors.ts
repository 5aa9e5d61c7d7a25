import { AccountGone, ProviderRefusal } from "./provider.ts";

/** For what Stripe is asked for: `ProviderRefusal` and `AccountGone` as they are described. */
export function asked<T>(work: () => Promise<T>): Promise<T> {
  return told(() => decided(work));
}

/**
 * What Stripe refuses becomes a `ProviderRefusal`: it has not happened. Everything else that is thrown leaves that open;
 * an account that is gone too, for it may be gone since the first of two tries.
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

/** What Stripe was asked about: that it does not let us use an account any more becomes an `AccountGone`. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (kindOf(error).code !== ACCOUNT_GONE) throw error;
    throw new AccountGone((error as Error).message, { cause: error });
  }
}

/** How Stripe answers for an account that has been taken from us, is closed, or never was ours. */
const ACCOUNT_GONE = "account_invalid";

const REFUSALS: ReadonlySet<unknown> = new Set([
  "StripeInvalidRequestError",
  "StripeCardError",
  "StripePermissionError",
]);

export function isInvalidRequest(error: unknown): boolean {
  return kindOf(error).type === "StripeInvalidRequestError";
}

/** Whether it was thrown for bytes that Stripe has not signed, or not lately, or that are no JSON. */
export function isUnsigned(error: unknown): boolean {
  return error instanceof SyntaxError || kindOf(error).type === "StripeSignatureVerificationError";
}

/** Of an error of Stripe's library. By its name, because the class is not there before the library is loaded. */
function kindOf(error: unknown): { readonly type?: unknown; readonly code?: unknown } {
  return error instanceof Error ? (error as { type?: unknown; code?: unknown }) : {};
}
