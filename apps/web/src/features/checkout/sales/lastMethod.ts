import type { Payment } from "./queries.ts";

/** The methods that need no gift card, package or membership of the client. */
export const PLAIN_METHODS = ["card", "cash", "external"] as const satisfies readonly Payment["method"][];
export type PlainMethod = (typeof PLAIN_METHODS)[number];

const STORED_UNDER = "daybook-payment-method";

/** Returns the method of the last payment taken on this device; the card if there was none. */
export function lastMethod(): PlainMethod {
  const stored = localStorage.getItem(STORED_UNDER);
  return PLAIN_METHODS.find((each) => each === stored) ?? "card";
}

export function rememberMethod(method: Payment["method"]): void {
  if (PLAIN_METHODS.some((each) => each === method)) localStorage.setItem(STORED_UNDER, method);
}
