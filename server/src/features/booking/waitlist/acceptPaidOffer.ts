import type { Context } from "../../../platform/context.ts";
import type { PendingOffer } from "../../../tables/booking.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { type BookedHold, type HoldDeposit, TimeTaken } from "../appointments/index.ts";
import { OfferTaken } from "./acceptOffer.ts";
import { completeAcceptance } from "./completeAcceptance.ts";

/**
 * Accepts an offer whose deposit or card the client has authorised. Returns the ids of the deposit and the saved card; null for
 * a missing one, and both null if the entry was already booked. Throws `TimeTaken` and the errors of `acceptOffer`, for example
 * `invalid_transition` for an ended offer.
 */
export async function acceptPaidOffer(
  context: Context,
  { provider, secret }: { readonly provider: PaymentProvider; readonly secret: string },
  {
    businessId,
    offerId,
    booking,
    deposit,
  }: {
    readonly businessId: string;
    readonly offerId: string;
    readonly booking: PendingOffer;
    readonly deposit: HoldDeposit;
  },
): Promise<Pick<BookedHold, "depositId" | "cardId">> {
  const { entry_id: entryId, policy_version: policyVersion, language, card_consent: cardConsent } = booking;
  const now = context.clock.now();
  const answer = { entryId, offerId, policyVersion, language, cardConsent, deposit, secret, now };
  const { accepted } = await withSnapshot(context.database, businessId, (snapshot) =>
    completeAcceptance(context, provider, snapshot, answer, async () => undefined),
  ).catch((error: unknown) => {
    throw error instanceof OfferTaken ? new TimeTaken(error.cart, error.startsAt, error.patchTest) : error;
  });
  return { depositId: accepted?.depositId ?? null, cardId: accepted?.cardId ?? null };
}
