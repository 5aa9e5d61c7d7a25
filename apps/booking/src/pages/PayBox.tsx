import type { CardLibrary } from "../server/host.ts";
import type { CardPayment } from "../server/progress.ts";
import { CardForm } from "./CardForm.tsx";
import { Hidden } from "./Document.tsx";
import type { Texts } from "./language.ts";

/** The deposit to pay or the card to save, with the card form or the URL of the payment provider's page. */
interface PayBoxProps {
  readonly t: Texts;
  /** The formatted deposit; null if no deposit is due and the card is only saved. */
  readonly amount: string | null;
  readonly consent: string | undefined;
  /** The URL of the payment provider's page; undefined or empty if the box does not show a link to that page. */
  readonly payUrl: string | undefined;
  readonly form: {
    readonly payment: CardPayment;
    readonly library: CardLibrary;
    readonly paidUrl: string;
    /** The form action of the button that replaces the card form with the link to the payment provider's page. */
    readonly action: string;
    readonly fields: readonly (readonly [string, string])[];
    readonly sealed: string | undefined;
  } | null;
  readonly isEmbedded: boolean;
}

/**
 * Shows the deposit or the card to save, with the card form or with the link to the payment provider's page. The link works without
 * scripts.
 */
export function PayBox({ t, amount, consent, payUrl, form, isEmbedded }: PayBoxProps) {
  const onPage = amount === null ? t("cardOnPage") : t("payOnPage", { amount });
  const how = amount === null ? "cardHow" : "payHow";
  return (
    <section class="card">
      <p>{amount === null ? t("cardWhat") : t("payWhat", { amount })}</p>
      {consent === undefined ? null : <p class="terms">{consent}</p>}
      {form === null ? null : (
        <>
          <CardForm t={t} amount={amount} {...form} />
          <form method="post" action={form.action} data-card-elsewhere>
            <Hidden fields={form.fields} sealed={form.sealed} />
            <input type="hidden" name="unloaded" />
            <button type="submit" class="quiet wide">
              {onPage}
            </button>
          </form>
          <p class="soft">{t(amount === null ? "cardFormHow" : "payFormHow")}</p>
        </>
      )}
      {payUrl === undefined || payUrl === "" ? null : (
        <>
          <a
            class="primary wide"
            href={payUrl}
            data-plain
            rel="noreferrer"
            {...(isEmbedded ? { target: "_blank" } : {})}
          >
            {onPage}
          </a>
          <p class="soft">{t(how)}</p>
        </>
      )}
    </section>
  );
}
