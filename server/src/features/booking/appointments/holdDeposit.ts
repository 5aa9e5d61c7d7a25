import { ApiError } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { onlineDeposits } from "../../checkout/payments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { type AuthorisedDeposit, claimDeposit } from "../hold-payments/index.ts";
import { holdDeposits } from "../holds/index.ts";

/** The deposit of a booking and the account at the payment provider that receives it. */
export interface HoldDeposit {
  /** The payment provider and the business's account there; null if the business cannot take deposits. */
  readonly account: { readonly provider: "stripe"; readonly accountId: string } | null;
  /** The deposit or card that the visitor has authorised; null without an authorised deposit and without an entered card. */
  readonly authorised: AuthorisedDeposit | null;
}

/**
 * Returns the authorised deposit or the entered card of a hold and marks the payment of the hold as booked. Returns null if
 * `deposit` or its account is absent, and if the booking requires neither a deposit nor a card. Throws `deposit_required` if
 * the visitor has not authorised the amount due, if the visitor has not entered the card, or if the authorisation is being
 * cancelled.
 */
export async function claimedDeposit(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  hold: { readonly id: string } & Parameters<typeof holdDeposits.due>[2],
  deposit: HoldDeposit | undefined,
  now: number,
): Promise<AuthorisedDeposit | null> {
  if (deposit === undefined || deposit.account === null) return null;
  const { businessId, currency } = snapshot;
  const dueMinor = await holdDeposits.due(tx, snapshot, hold);
  const { authorised } = deposit;
  const needsCard = dueMinor === 0 && (await holdDeposits.cardFees(tx, snapshot, hold, dueMinor)) !== null;
  if (dueMinor === 0 && !needsCard) return null;
  // If the booking requires only a card, an authorised deposit does not count, even if it saves the card, because a capture would take an
  // amount that is no longer due.
  const isDone = needsCard
    ? authorised?.savesCard === true && authorised.amountMinor === 0
    : authorised !== null && authorised.amountMinor >= dueMinor;
  const isPaid = isDone && authorised?.holdId === hold.id;
  if (isPaid && (await claimDeposit(tx, businessId, hold.id, now))) return authorised;
  const what = needsCard ? "a card for its fees. Enter the card first" : "a deposit. Pay the deposit first";
  throw new ApiError("deposit_required", `This booking requires ${what}.`, {
    amount: moneyOf(dueMinor, currency),
  });
}

/** The booked appointment for which the deposit and the card are inserted. */
interface PaidBooking {
  readonly appointmentId: string;
  readonly clientId: string;
  readonly locationId: string;
  readonly provider: "stripe";
  /** The fees for which the card is saved; null if no card is saved. */
  readonly fees: Awaited<ReturnType<typeof holdDeposits.cardFees>>;
  /** The accepted text about charges to the card. */
  readonly consent: string | undefined;
  readonly now: number;
}

/**
 * Inserts the authorised deposit as a pending payment and the entered card as a pending card, both with the id of the hold. Returns the ids
 * of the payment and the card; null for a missing one.
 */
export function insertAuthorised(
  tx: Transaction,
  { businessId, currency, policyVersion }: SchedulingSnapshot,
  authorised: AuthorisedDeposit,
  { fees, consent, locationId, ...booking }: PaidBooking,
): { readonly depositId: string | null; readonly cardId: string | null } {
  const { holdId, accountId, providerPaymentId } = authorised;
  const of = { ...booking, currency, accountId };
  const hasDeposit = authorised.amountMinor > 0;
  if (hasDeposit)
    onlineDeposits.insert(tx, businessId, { ...of, ...authorised, paymentId: holdId, locationId });
  const hasCard = fees !== null && policyVersion !== null && consent !== undefined;
  if (hasCard)
    onlineDeposits.insertCard(tx, businessId, {
      ...{ ...of, ...fees },
      cardId: holdId,
      setupId: providerPaymentId,
      consentText: consent,
      policyVersion,
    });
  return { depositId: hasDeposit ? holdId : null, cardId: hasCard ? holdId : null };
}
