import type { DataOf } from "@daybook/sdk";
import type { PageHost, PageRequest } from "./host.ts";
import type { CardPayment } from "./progress.ts";

type StartedPayment = DataOf<"post", "/public/businesses/{slug}/holds/{hold_token}/payment">;

/** The form field that the script sets to `1` if the browser can show a card form. */
export const CARD_FORM = "card_form";

/** Returns true if the visitor pays in the card form, which needs the script; false if the visitor pays on the payment provider's page. */
export function usesCardForm({ form }: PageRequest, host: PageHost): boolean {
  return host.cardLibrary !== null && form.get(CARD_FORM) === "1";
}

/**
 * Returns the payment for the card form; undefined if the payment is already authorised or if the visitor pays on the payment provider's
 * page.
 */
export function cardPaymentOf({
  client_secret: clientSecret,
  stripe_publishable_key: publishableKey,
  stripe_account_id: accountId,
}: StartedPayment): CardPayment | undefined {
  return clientSecret === null || publishableKey === null
    ? undefined
    : { clientSecret, publishableKey, accountId };
}
