import type { Static } from "typebox";
import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import type { PendingHold } from "../../../tables/booking.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import {
  type BookedHold,
  bookHold,
  type bookingShapes,
  type HoldDeposit,
  TimeTaken,
} from "../appointments/index.ts";
import {
  authorisedDeposit,
  deleteEndedPayments,
  duePayments,
  openPayment,
  releaseAuthorisation,
} from "../hold-payments/index.ts";
import { visitorWith } from "../visitors/index.ts";
import { acceptPaidOffer } from "../waitlist/index.ts";

/** A hold for which its visitor has started to pay a deposit or to enter a card. */
interface PaidHold {
  readonly businessId: string;
  readonly holdId: string;
}

/**
 * Books a hold for which the visitor has authorised a deposit or entered a card, or accepts the waitlist offer of the hold.
 * Runs after the provider's webhook, and shortly before and after the hold expires, because the visitor may have closed the
 * page and the webhook may be lost. Cancels the authorisation if the booking is rejected, or if the hold has expired unpaid.
 * Repeated calls have no further effect. Throws `unavailable` if the provider cannot be reached.
 */
export async function finishPaidHold(
  context: Context,
  { provider, secret }: { readonly provider: PaymentProvider; readonly secret: string },
  hold: PaidHold,
): Promise<void> {
  const { database, clock } = context;
  const { businessId, holdId } = hold;
  const row = await openPayment(database, businessId, holdId);
  if (row === undefined || row.booking === null) return releaseAuthorisation(context, provider, hold);
  const { booking, token_sha256: tokenHash } = row;
  const authorised = await authorisedDeposit(context, provider, row);
  const now = clock.now();
  if (authorised === null) {
    if (row.expires_at <= now) await releaseAuthorisation(context, provider, hold);
    return;
  }
  const deposit = { account: { provider: provider.name, accountId: row.provider_account_id }, authorised };
  try {
    const { depositId, cardId } =
      "entry_id" in booking
        ? await acceptPaidOffer(
            context,
            { provider, secret },
            { businessId, offerId: holdId, booking, deposit },
          )
        : await bookPaid(context, secret, { businessId, booking, tokenHash, deposit, now });
    // Both ids are null if the booking requires neither a deposit nor a card, for example under a new policy, or if the hold or
    // entry was already booked. The call does nothing if the payment belongs to a booking.
    if (depositId === null && cardId === null) await releaseAuthorisation(context, provider, hold);
    if (depositId !== null)
      await onlineDeposits.capture(context, provider, { businessId, paymentId: depositId });
    if (cardId !== null) await onlineDeposits.saveCard(context, provider, { businessId, cardId });
  } catch (error) {
    const isRefused = error instanceof TimeTaken || (error instanceof ApiError && error.status < 500);
    if (!isRefused) throw error;
    await releaseAuthorisation(context, provider, hold);
  }
}

/** Books the hold of a visitor with the stored request. Throws the errors of `bookHold`. */
async function bookPaid(
  { database }: Context,
  secret: string,
  {
    businessId,
    booking,
    tokenHash,
    deposit,
    now,
  }: {
    readonly businessId: string;
    readonly booking: PendingHold;
    readonly tokenHash: Buffer;
    readonly deposit: HoldDeposit;
    readonly now: number;
  },
): Promise<BookedHold> {
  const stored = booking.input as Omit<Static<typeof bookingShapes.OnlineBookingInput>, "hold_token">;
  const input = { ...stored, hold_token: "" };
  const visitor = await visitorWith(database, businessId, booking, secret);
  return withSnapshot(database, businessId, (snapshot) =>
    database.transaction((tx) => bookHold(tx, snapshot, { input, tokenHash, visitor, now, deposit })),
  );
}

/** Returns the background jobs for deposits of holds; an empty list without a payment provider. */
export function paidHoldJobs(
  context: Context,
  {
    provider,
    secret,
    log,
  }: {
    readonly provider: PaymentProvider | null;
    readonly secret: string;
    readonly log: (message: string, error: unknown) => void;
  },
): Job[] {
  if (provider === null) return [];
  const { database, clock } = context;
  return [
    {
      name: "deposits of holds that end",
      everyMs: 15_000,
      run: async (signal) => {
        for (const hold of await duePayments(database, clock.now())) {
          if (signal.aborted) return;
          await finishPaidHold(context, { provider, secret }, hold).catch((error: unknown) =>
            log(`the payment of hold ${hold.holdId} could not be settled`, error),
          );
        }
      },
    },
    {
      name: "ended deposits of holds",
      everyMs: 60 * 60_000,
      run: (signal) => deleteInBatches(signal, (limit) => deleteEndedPayments(database, clock.now(), limit)),
    },
  ];
}
