import Stripe from "stripe";

// Nothing is asked of anybody with it: only its signatures are of interest, which have the same form as ours.
const { webhooks } = new Stripe("sk_test_nobody");

/** A signature header as an independent library writes it. */
export function stripeHeader(payload: string, secret: string, atSeconds: number): string {
  return webhooks.generateTestHeaderString({ payload, secret, timestamp: atSeconds });
}

/** What the same library makes of a delivery; throws when it does not believe it. `nowSeconds` is when it looks. */
export function stripeEvent(payload: string, header: string, secret: string, nowSeconds: number): unknown {
  return webhooks.constructEvent(payload, header, secret, 300, undefined, nowSeconds * 1000);
}
