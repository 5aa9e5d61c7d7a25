import { windowText } from "./policyText.ts";
import type { Visit } from "./visit.ts";

/** The fees for which a card is saved, in minor units. */
interface CardFees {
  readonly lateMinor?: number;
  readonly noShowMinor?: number;
}

/**
 * Returns the sentence with which the visitor allows charges to the saved card, with the amounts; undefined if no card is saved. The
 * server stores the sentence with the card, so it must be the one that the page has shown.
 */
export function cardConsent({ business, progress, t, formats }: Visit): string | undefined {
  const { card } = progress.hold ?? {};
  if (card === undefined) return undefined;
  const { name: businessName, currency, policy } = business;
  return consentText({ businessName, currency, policy, card, t, formats });
}

/** Like `cardConsent`, for the fees of a booking. */
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
