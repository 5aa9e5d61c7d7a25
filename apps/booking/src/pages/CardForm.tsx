import type { CardLibrary } from "../server/host.ts";
import type { CardPayment } from "../server/progress.ts";
import type { Texts } from "./language.ts";

/** The payment to authorise in the browser, and the URL (`paidUrl`) that the browser loads afterwards to complete the booking. */
interface CardFormProps {
  readonly t: Texts;
  readonly library: CardLibrary;
  readonly payment: CardPayment;
  /** The formatted deposit; null if no deposit is due and the card is only saved. */
  readonly amount: string | null;
  readonly paidUrl: string;
}

/**
 * Renders the pay button and an empty container, which the script (src/browser/card.ts) fills with the payment provider's card form. The
 * browser sends the card number to the provider only, never to this server.
 */
export function CardForm({ t, library, payment, amount, paidUrl }: CardFormProps) {
  return (
    <form
      data-card
      data-library={library.url}
      data-secret={payment.clientSecret}
      data-key={payment.publishableKey}
      data-account={payment.accountId}
      data-paid={paidUrl}
      aria-label={t("cardForm")}
    >
      <p class="soft" role="status" data-card-status data-busy={t("cardBusy")}>
        {t("cardLoading")}
      </p>
      <div data-card-fields />
      <p
        class="problem"
        role="alert"
        data-card-problem
        data-lost={t("cardLost")}
        data-refused={t("cardRefused")}
        hidden
      />
      <button type="submit" class="primary wide" hidden>
        {amount === null ? t("saveCard") : t("payNow", { amount })}
      </button>
    </form>
  );
}
