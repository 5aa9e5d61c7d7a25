import { invalid } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { PendingBooking } from "../../../tables/booking.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import { unreachable } from "./authorisation.ts";
import { type HoldPaymentRow, insertHoldPayment, lockHoldPayment, updateAttempt } from "./store.ts";

/**
 * A deposit to pay for a hold. With an amount of 0, only a card is saved. The caller has checked the booking.
 *
 * `keepTime` extends the hold to at least an instant and returns the time at which the hold expires. `keepTime` throws an API error if the
 * hold has already expired or was released.
 */
export interface DepositToPay {
  readonly businessId: string;
  readonly holdId: string;
  readonly token: string;
  readonly accountId: string;
  readonly amountMinor: number;
  readonly savesCard: boolean;
  readonly currency: string;
  readonly booking: PendingBooking;
  /** The minimum time for which the hold lasts after the first payment request, in milliseconds. */
  readonly payingMs: number;
  readonly keepTime: (tx: Transaction, untilAt: number, now: number) => Promise<number>;
  /** The request field that contains the hold, for the paths of error messages. */
  readonly field: string;
  /**
   * The return URL and the description for the provider's hosted payment page; null if the visitor pays in the card form of the booking
   * page.
   */
  readonly page: { readonly returnUrl: string; readonly description: string } | null;
}

/**
 * Extends the hold and writes its payment row: inserts a row, starts a new attempt in the existing row, or replaces the stored
 * booking of the current attempt.
 */
export function writeAttempt(
  { database, clock }: Context,
  provider: PaymentProvider,
  wanted: DepositToPay,
  known: HoldPaymentRow | undefined,
  isNewAttempt: boolean,
): Promise<HoldPaymentRow> {
  const { businessId, holdId, token, accountId, amountMinor, savesCard, currency, booking, field } = wanted;
  const ids = { business_id: businessId, hold_id: holdId };
  return database.transaction(async (tx) => {
    const now = clock.now();
    const untilAt = (known?.created_at ?? now) + wanted.payingMs;
    const expiresAt = await wanted.keepTime(tx, untilAt, now);
    const [locked] = await tx.query(lockHoldPayment, ids);
    if (locked !== undefined) {
      if (locked.status === "booked")
        throw invalid({
          path: field,
          message: `is ${field === "/hold_token" ? "a hold" : "an offer"} that is already booked`,
        });
      if (locked.status === "ending")
        throw unreachable(new Error("The earlier authorisation is still being cancelled."));
      // A payment that was released because the booking was rejected, for example by a new policy, can be started again.
      const isNext = locked.status === "released" || (isNewAttempt && locked.attempt === known?.attempt);
      const row = {
        ...locked,
        ...(isNext
          ? {
              status: "open" as const,
              attempt: locked.attempt + 1,
              amount: amountMinor,
              saves_card: savesCard,
              provider_payment_id: null,
              provider_checkout_id: null,
            }
          : {}),
        booking,
        expires_at: expiresAt,
      };
      tx.write(updateAttempt, { ...row, now });
      return row;
    }
    const row: HoldPaymentRow = {
      ...ids,
      token_sha256: hashOfToken(token),
      status: "open",
      provider: provider.name,
      provider_account_id: accountId,
      currency,
      amount: amountMinor,
      attempt: 1,
      provider_payment_id: null,
      provider_checkout_id: null,
      booking,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
      saves_card: savesCard,
    };
    tx.write(insertHoldPayment, row);
    return row;
  });
}
