import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { hashOfCode } from "./giftCardCode.ts";
import { enter, type OpenEntitlement, openEntitlement } from "./openEntitlement.ts";
import { findByCode } from "./store.ts";

/** A payment out of a wallet. */
export interface Redemption {
  readonly method: "gift_card" | "package" | "membership";
  /** The entitlement's id, or a gift card's code as it was typed. */
  readonly reference: string;
  /** What the payment is worth. A gift card gives this much; a package or membership one unit, whatever it is worth. */
  readonly amountMinor: number;
  /** The service that a package's or membership's unit is for. */
  readonly serviceId: string | null;
  /** Whose sale it is: by its id only what is in their wallet can be used. */
  readonly clientId: string | null;
  readonly paymentId: string;
  /** The payment in the body that refusals name, such as `/payments/0`; empty where the body is the payment. */
  readonly path: string;
  readonly now: number;
}

export interface Redeemed {
  readonly entitlementId: string;
  /** What is left: minor units on a gift card, units or credits else. */
  readonly remaining: number;
}

/**
 * Takes a payment out of a wallet, once: a second redemption of one payment is refused by the database. The entitlement is
 * locked until the transaction ends, behind sale and payment. Throws `validation_failed` with the path of the reference
 * when there is no such entitlement, it has ended, is used up or is not for the service, and of the amount when a gift card
 * has less.
 */
export async function redeem(tx: Transaction, businessId: string, redemption: Redemption): Promise<Redeemed> {
  const { method, amountMinor, paymentId, now } = redemption;
  const entitlementId = await entitlementIdOf(tx, businessId, redemption);
  const open = entitlementId === null ? undefined : await openEntitlement(tx, businessId, entitlementId, now);
  if (open === undefined || !isTheirs(open, redemption)) throw unknown(redemption);
  refuseIf(problemsWith(open, redemption));
  const delta = method === "gift_card" ? -amountMinor : -1;
  const after = enter(tx, businessId, open, { cause: "redeem", delta, paymentId }, now);
  return { entitlementId: open.entitlement.id, remaining: after.balance };
}

async function entitlementIdOf(
  tx: Transaction,
  businessId: string,
  { method, reference }: Redemption,
): Promise<string | null> {
  if (isId(reference)) return reference.toLowerCase();
  const hash = method === "gift_card" ? hashOfCode(businessId, reference) : null;
  if (hash === null) return null;
  const [found] = await tx.query(findByCode, [businessId, hash]);
  return found?.id ?? null;
}

/** A code is enough for a gift card; an id, which others can read, is good in its client's own wallet only. */
function isTheirs({ entitlement }: OpenEntitlement, { method, reference, clientId }: Redemption): boolean {
  if (entitlement.kind !== method) return false;
  return (
    !isId(reference) || (entitlement.client_id !== null && entitlement.client_id === clientId?.toLowerCase())
  );
}

function unknown({ method, path }: Redemption): Error {
  const what = method === "gift_card" ? "a gift card of this business" : `a ${method}`;
  const where = method === "gift_card" ? "the client's wallet, nor the code of one" : "the client's wallet";
  return invalid({ path: `${path}/reference`, message: `is not ${what} in ${where}` });
}

function problemsWith(
  { entitlement, balance, today }: OpenEntitlement,
  { method, amountMinor, serviceId, path }: Redemption,
): FieldProblem[] {
  const reference = (message: string) => [{ path: `${path}/reference`, message }];
  if (entitlement.withdrawn_at !== null) return reference("was taken back");
  if (entitlement.expires_on !== null && entitlement.expires_on < today)
    return reference(`was good until ${entitlement.expires_on}`);
  if (balance === 0) return reference("has nothing left");
  if (method === "gift_card") {
    if (amountMinor <= balance) return [];
    return [
      { path: `${path}/amount`, message: `must be at most ${balance}, which is what is left on the card` },
    ];
  }
  const covers =
    serviceId !== null &&
    (entitlement.service_ids.length === 0 || entitlement.service_ids.includes(serviceId.toLowerCase()));
  return covers ? [] : reference("does not pay for this service");
}
