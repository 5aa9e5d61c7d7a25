import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { cancelDeposit, captureDeposit, type HoldDeposit } from "../appointments/index.ts";
import { onlineConflict } from "../holds/index.ts";
import {
  type Acceptance,
  type AcceptedOffer,
  acceptOffer,
  listCompetingOffers,
  OfferTaken,
  withdrawTaken,
} from "./acceptOffer.ts";
import { findPendingOffer } from "./offerStore.ts";

/**
 * Accepts an offer and completes the acceptance: captures the deposit, saves the card and withdraws the other clients' offers for the same
 * time. `respond` runs in the transaction of the acceptance. If the time is taken, cancels the authorisation, withdraws the offer and
 * throws `OfferTaken`. Throws the errors of `acceptOffer`.
 */
export async function completeAcceptance<T>(
  context: Context,
  provider: PaymentProvider | null,
  snapshot: SchedulingSnapshot,
  acceptance: Acceptance & { readonly deposit: HoldDeposit },
  respond: (tx: Transaction, accepted: AcceptedOffer | undefined) => Promise<T>,
): Promise<{ readonly answer: T; readonly accepted: AcceptedOffer | undefined }> {
  const { database } = context;
  const { businessId } = snapshot;
  const { entryId, deposit, now } = acceptance;
  try {
    const done = await database.transaction(async (tx) => {
      const accepted = await acceptOffer(tx, snapshot, acceptance);
      return { answer: await respond(tx, accepted), accepted };
    });
    if (done.accepted === undefined) return done;
    await captureDeposit(context, provider, businessId, done.accepted);
    for (const rival of await listCompetingOffers(database, businessId, done.accepted.offer))
      await database.transaction((tx) => withdrawTaken(tx, businessId, rival, now));
    return done;
  } catch (error) {
    if (!(error instanceof OfferTaken)) throw error;
    await cancelDeposit(context, provider, businessId, deposit);
    await withdrawPending(context, businessId, entryId);
    throw error;
  }
}

/** Returns the error for an offer whose time is taken. The error lists free start times. */
export function offerConflict(
  { database, clock }: Context,
  snapshot: SchedulingSnapshot,
  { cart, startsAt, patchTest }: OfferTaken,
) {
  const taken = { ...cart, startsAt, now: clock.now(), excludeAppointmentId: null, ...patchTest };
  return onlineConflict(database, snapshot, taken);
}

/** Withdraws the pending offer of an entry, because its time is taken. */
export async function withdrawPending(
  { database, clock }: Context,
  businessId: string,
  entryId: string,
): Promise<void> {
  const [offer] = await database.query(findPendingOffer, { business_id: businessId, entry_id: entryId });
  if (offer !== undefined)
    await database.transaction((tx) => withdrawTaken(tx, businessId, offer, clock.now()));
}
