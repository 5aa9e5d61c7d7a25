import { windowText } from "./policyText.ts";
import type { Visit } from "./visit.ts";

/**
 * Returns the sentence with which the visitor allows charges to the saved card, with the amounts; undefined if no card is saved. The
 * server stores the sentence with the card, so it must be the one that the page has shown.
 */
export function cardConsent({ business, progress, t, formats }: Visit): string | undefined {
  const { card } = progress.hold ?? {};
  if (card === undefined) return undefined;
  const { currency } = business;
  const window = windowText(t, business.policy?.cancellation_window_minutes ?? 0);
  const late =
    card.lateMinor === undefined
      ? undefined
      : t("cardLate", { fee: formats.money({ amount: card.lateMinor, currency }), time: window });
  const missed =
    card.noShowMinor === undefined
      ? undefined
      : t("cardNoShow", { fee: formats.money({ amount: card.noShowMinor, currency }) });
  return [t("cardSaved", { business: business.name }), late, missed].filter(Boolean).join(" ");
}
