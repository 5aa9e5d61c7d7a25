import { utcText } from "@daybook/engine";
import type { Static } from "typebox";
import { invalid } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { onlineDeposits } from "../../checkout/payments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { type DepositToPay, startPayment } from "../hold-payments/index.ts";
import { holdDeposits } from "../holds/index.ts";
import type { VisitorSettings } from "../visitors/index.ts";
import type { HoldPayment } from "./schema.ts";

/** The deposit and the card that a checked booking requires. */
export interface RequiredPayment {
  readonly holdId: string;
  /** The deposit in minor units; 0 for none. */
  readonly amountMinor: number;
  /** Whether a card is saved for the fees of the policy. */
  readonly hasFees: boolean;
  readonly currency: string;
  /** The names of the services, for the payment provider's page. */
  readonly description: string;
}

export async function requiredPayment(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  hold: { readonly id: string } & Parameters<typeof holdDeposits.due>[2],
): Promise<RequiredPayment> {
  const amountMinor = await holdDeposits.due(reader, snapshot, hold);
  return {
    holdId: hold.id,
    amountMinor,
    hasFees: (await holdDeposits.cardFees(reader, snapshot, hold, amountMinor)) !== null,
    currency: snapshot.currency,
    description: hold.service_ids.map((id) => snapshot.services.get(id)?.name ?? "").join(", "),
  };
}

/**
 * Starts the payment of a checked booking: its deposit, its card or both. Throws the errors of `startPayment`, and `validation_failed` for
 * a booking that requires neither a deposit nor a card and for a missing `card_consent`.
 */
export async function beginPayment(
  context: Context,
  { emailOutbox, provider, publishableKey }: VisitorSettings,
  required: RequiredPayment,
  wanted: Pick<DepositToPay, "businessId" | "token" | "booking" | "payingMs" | "keepTime" | "field"> & {
    readonly cardConsent: string | undefined;
    readonly returnPath: string | undefined;
  },
): Promise<Static<typeof HoldPayment>> {
  const { holdId, amountMinor, hasFees, currency, description } = required;
  const { cardConsent, returnPath, ...deposit } = wanted;
  const accountId = await onlineDeposits.accountOf(context.database, wanted.businessId, provider);
  const isCardDue = amountMinor === 0 && hasFees;
  if (provider === null || accountId === null || (amountMinor === 0 && !isCardDue))
    throw invalid({
      path: wanted.field,
      message: `requires no deposit and no card: ${wanted.field === "/hold_token" ? "book the hold" : "accept the offer"} without a payment`,
    });
  if (isCardDue && cardConsent === undefined)
    throw invalid({
      path: "/card_consent",
      message: "is required: the business saves the card to charge the fees of its policy",
    });
  const savesCard = hasFees && cardConsent !== undefined;
  const page =
    returnPath === undefined ? null : { returnUrl: `${emailOutbox.address()}${returnPath}`, description };
  const started = await startPayment(context, provider, {
    ...deposit,
    ...{ holdId, amountMinor, currency, accountId, savesCard, page },
  });
  return {
    status: started.clientSecret === null && started.pageUrl === null ? "authorised" : "open",
    amount: moneyOf(amountMinor, currency),
    saves_card: savesCard,
    client_secret: started.clientSecret,
    page_url: started.pageUrl,
    stripe_account_id: accountId,
    stripe_publishable_key: publishableKey,
    expires_at: utcText(started.expiresAt),
  };
}
