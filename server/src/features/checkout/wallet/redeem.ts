import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { hashOfCode } from "./giftCardCode.ts";
import { type OpenEntitlement, openEntitlement, writeEntry } from "./openEntitlement.ts";
import { findByCode } from "./store.ts";

/** A payment from a wallet. */
export interface Redemption {
  readonly method: "gift_card" | "package" | "membership";
  /** The id of an entitlement, or the code of a gift card as typed. */
  readonly reference: string;
  /** The amount debited from a gift card, in minor units. A package or membership is always debited one unit, regardless of the amount. */
  readonly amountMinor: number;
  /** The service that a unit pays for, or null for a gift card. */
  readonly serviceId: string | null;
  /** The client of the sale. If `reference` is an id, the entitlement must be in this client's wallet. */
  readonly clientId: string | null;
  readonly paymentId: string;
  /** The JSON pointer to the payment in the body, such as `/payments/0`, or an empty text if the body is the payment. */
  readonly path: string;
  readonly now: number;
}

export interface Redeemed {
  readonly entitlementId: string;
  /** The balance after the redemption: minor units of a gift card, otherwise units or credits. */
  readonly remaining: number;
}

/**
 * Debits an entitlement for a payment. The database rejects a second redemption for the same payment. The sale and the payment
 * must be locked; the entitlement is locked until the transaction ends. Throws `validation_failed` at the reference for an
 * entitlement that is unknown, withdrawn, blocked, expired or used up, or that does not cover the service, and at the amount
 * for a gift card with a lower balance.
 */
export async function redeem(tx: Transaction, businessId: string, redemption: Redemption): Promise<Redeemed> {
  const { method, amountMinor, paymentId, now } = redemption;
  const entitlementId = await entitlementIdOf(tx, businessId, redemption);
  const open = entitlementId === null ? undefined : await openEntitlement(tx, businessId, entitlementId, now);
  if (open === undefined || !isRedeemable(open, redemption)) throw unknown(redemption);
  refuseIf(problemsWith(open, redemption));
  const delta = method === "gift_card" ? -amountMinor : -1;
  const after = writeEntry(tx, open, { cause: "redeem", delta, paymentId }, now);
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
  const [found] = await tx.query(findByCode, { businessId, codeSha256: hash });
  return found?.id ?? null;
}

/**
 * Returns whether the reference may be used. A gift card's code is always accepted, because it is secret. An id is not secret, so it is
 * only accepted for an entitlement in the wallet of the sale's client.
 */
function isRedeemable(
  { entitlement }: OpenEntitlement,
  { method, reference, clientId }: Redemption,
): boolean {
  if (entitlement.kind !== method) return false;
  return (
    !isId(reference) || (entitlement.client_id !== null && entitlement.client_id === clientId?.toLowerCase())
  );
}

function unknown({ method, path }: Redemption): Error {
  const message =
    method === "gift_card"
      ? "must be the code of a gift card of this business, or the id of a gift card in the client's wallet"
      : `must be the id of a ${method} in the client's wallet`;
  return invalid({ path: `${path}/reference`, message });
}

function problemsWith(
  { entitlement, balance, today }: OpenEntitlement,
  { method, amountMinor, serviceId, path }: Redemption,
): FieldProblem[] {
  const noun = method.replace("_", " ");
  const reference = (rest: string) => [{ path: `${path}/reference`, message: `is a ${noun} that ${rest}` }];
  if (entitlement.withdrawn_at !== null) return reference("was withdrawn");
  if (entitlement.blocked_at !== null) return reference("is blocked");
  if (entitlement.expires_on !== null && entitlement.expires_on < today)
    return reference(`was valid until ${entitlement.expires_on}`);
  if (balance === 0) return reference("has no balance");
  if (method === "gift_card") {
    if (amountMinor <= balance) return [];
    return [
      {
        path: `${path}/amount`,
        message: `must be at most ${balance} minor units, the balance of the gift card`,
      },
    ];
  }
  const covers =
    serviceId !== null &&
    (entitlement.service_ids.length === 0 || entitlement.service_ids.includes(serviceId.toLowerCase()));
  return covers ? [] : reference("does not cover this service");
}
