import { windowText } from "./policyText.ts";
import type { Visit } from "./visit.ts";

/** The fees that the business can charge to the saved card, in minor units. */
interface CardFees {
  readonly lateMinor?: number;
  readonly noShowMinor?: number;
}

/**
 * Returns the sentence in which the visitor consents to charges to the saved card, with the amounts; undefined if no card is saved. The
 * server stores this sentence with the card, so it must be identical to the sentence on the page.
 */
export function cardConsent({ business, progress, t, formats }: Visit): string | undefined {
  const { card } = progress.hold ?? {};
  if (card === undefined) return undefined;
  const { name: businessName, currency, policy } = business;
  return consentText({ businessName, currency, policy, card, t, formats });
}

/** Returns the same sentence as `cardConsent` for the fees in `card`. */
export function consentText({
  businessName,
  currency,
  policy,
  card,
  t,
  formats,
}: Pick<Visit, "t" | "formats"> & {
  readonly businessName: string;
  readonly currency: string;
  readonly policy: Visit["business"]["policy"];
  readonly card: CardFees;
}): string {
  const window = windowText(t, policy?.cancellation_window_minutes ?? 0);
  const late =
    card.lateMinor === undefined
      ? undefined
      : t("cardLate", { fee: formats.money({ amount: card.lateMinor, currency }), time: window });
  const missed =
    card.noShowMinor === undefined
      ? undefined
      : t("cardNoShow", { fee: formats.money({ amount: card.noShowMinor, currency }) });
  return [t("cardSaved", { business: businessName }), late, missed].filter(Boolean).join(" ");
}
