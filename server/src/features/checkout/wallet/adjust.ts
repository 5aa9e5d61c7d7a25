import { utcOrNull, utcText } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type OpenEntitlement, openEntitlement, writeEntry } from "./openEntitlement.ts";
import type { EntitlementRecord } from "./schema.ts";
import { eraseReasons, updateEntitlement } from "./store.ts";

/** A manual change to an entitlement, with its reason. */
export interface Adjusting {
  readonly entitlementId: string;
  readonly reason: string;
  readonly now: number;
}

/**
 * Adds to the balance of an entitlement, or subtracts from it. Throws `not_found` for an unknown entitlement, and `validation_failed` for
 * an expired or withdrawn entitlement and for a change that would make the balance negative or too large.
 */
export async function adjustEntitlement(
  tx: Transaction,
  businessId: string,
  { entitlementId, delta, reason, now }: Adjusting & { readonly delta: number },
): Promise<EntitlementRecord> {
  const open = await opened(tx, businessId, entitlementId, now);
  const { entitlement, balance, today } = open;
  const isExpired = entitlement.expires_on !== null && entitlement.expires_on < today;
  if (entitlement.withdrawn_at !== null || isExpired)
    throw invalid({ path: "/delta", message: "is not accepted for an expired or withdrawn entitlement" });
  if (delta === 0) throw invalid({ path: "/delta", message: "must not be 0" });
  if (balance + delta < 0)
    throw invalid({ path: "/delta", message: `must be at least ${-balance}: the balance is ${balance}` });
  if (balance + delta > MAX_AMOUNT_MINOR)
    throw invalid({ path: "/delta", message: `must leave a balance of at most ${MAX_AMOUNT_MINOR}` });
  return entitlementRecord(writeEntry(tx, open, { cause: "adjust", delta, reason }, now));
}

/** Blocks an entitlement, so that it cannot be redeemed, or unblocks it. Setting the same state again changes nothing. */
export async function setBlocked(
  tx: Transaction,
  businessId: string,
  { entitlementId, isBlocked, reason, now }: Adjusting & { readonly isBlocked: boolean },
): Promise<EntitlementRecord> {
  const open = await opened(tx, businessId, entitlementId, now);
  if ((open.entitlement.blocked_at !== null) === isBlocked) return entitlementRecord(open);
  const entitlement = { ...open.entitlement, blocked_at: isBlocked ? now : null, updated_at: now };
  tx.write(updateEntitlement, entitlement);
  const cause = isBlocked ? "block" : "unblock";
  return entitlementRecord(writeEntry(tx, { ...open, entitlement }, { cause, delta: 0, reason }, now));
}

/** Erases the reasons in the ledgers of a client's entitlements. The entries remain, because the balances must add up. */
export function eraseWalletNotesOf(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(eraseReasons, { businessId, clientId });
}

async function opened(
  tx: Transaction,
  businessId: string,
  entitlementId: string,
  now: number,
): Promise<OpenEntitlement> {
  const open = await openEntitlement(tx, businessId, entitlementId, now);
  if (open === undefined) throw notFound();
  return open;
}

function entitlementRecord({ entitlement, balance }: OpenEntitlement): EntitlementRecord {
  const { id, client_id, kind, name, total, blocked_at, withdrawn_at, created_at, updated_at } = entitlement;
  return {
    id,
    client_id,
    kind,
    name,
    total,
    remaining: balance,
    blocked_at: utcOrNull(blocked_at),
    withdrawn_at: utcOrNull(withdrawn_at),
    created_at: utcText(created_at),
    updated_at: utcText(updated_at),
  };
}
