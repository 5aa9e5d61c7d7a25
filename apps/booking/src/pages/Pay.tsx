import type { PageProps } from "./pageProps.ts";
import { Heading, HoldTimer, Notice } from "./parts.tsx";
import { Summary } from "./Summary.tsx";

/** Shows the deposit or the card to save, and the link to the payment provider's page, which works without JavaScript and without a frame. */
export function Pay(props: PageProps) {
  const { t, formats, progress, business, choice } = props.visit;
  const { hold, payUrl } = progress;
  const isCard = hold?.depositMinor === undefined && hold?.card !== undefined;
  const amount = formats.money({ amount: hold?.depositMinor ?? 0, currency: business.currency });
  return (
    <main class="column">
      <Heading visit={props.visit}>{t(isCard ? "cardTitle" : "payTitle")}</Heading>
      <Notice visit={props.visit} />
      <Summary {...props} />
      <HoldTimer {...props} step="pay" />
      <section class="card">
        <p>{isCard ? t("cardWhat") : t("payWhat", { amount })}</p>
        {progress.consent === undefined ? null : <p class="rule">{progress.consent}</p>}
        {payUrl === undefined || payUrl === "" ? null : (
          <a
            class="primary wide"
            href={payUrl}
            data-plain
            rel="noreferrer"
            {...(choice.isEmbedded ? { target: "_blank" } : {})}
          >
            {isCard ? t("cardOnPage") : t("payOnPage", { amount })}
          </a>
        )}
        <p class="soft">{t(isCard ? "cardHow" : "payHow")}</p>
      </section>
    </main>
  );
}
