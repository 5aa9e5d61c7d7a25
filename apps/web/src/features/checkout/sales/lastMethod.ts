import type { Payment } from "./queries.ts";

/** The payment methods that need no gift card, package or membership. */
export const PLAIN_METHODS = ["card", "cash", "external"] as const satisfies readonly Payment["method"][];
export type PlainMethod = (typeof PLAIN_METHODS)[number];

const STORED_UNDER = "daybook-payment-method";

/** Returns the method of the last payment taken on this device, by default `card`. */
export function lastMethod(): PlainMethod {
  const stored = localStorage.getItem(STORED_UNDER);
  return PLAIN_METHODS.find((each) => each === stored) ?? "card";
}

export function rememberMethod(method: Payment["method"]): void {
  if (PLAIN_METHODS.some((each) => each === method)) localStorage.setItem(STORED_UNDER, method);
}
