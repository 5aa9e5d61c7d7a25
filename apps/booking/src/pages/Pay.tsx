import type { PageProps } from "./pageProps.ts";
import { Heading, HoldTimer, Notice } from "./parts.tsx";
import { Summary } from "./Summary.tsx";

/** Shows the deposit and the link to the payment provider's page, which works without JavaScript and without a frame. */
export function Pay(props: PageProps) {
  const { t, formats, progress, business, choice } = props.visit;
  const { hold, payUrl } = progress;
  const amount = formats.money({ amount: hold?.depositMinor ?? 0, currency: business.currency });
  return (
    <main class="column">
      <Heading visit={props.visit}>{t("payTitle")}</Heading>
      <Notice visit={props.visit} />
      <Summary {...props} />
      <HoldTimer {...props} step="pay" />
      <section class="card">
        <p>{t("payWhat", { amount })}</p>
        {payUrl === undefined || payUrl === "" ? null : (
          <a
            class="primary wide"
            href={payUrl}
            data-plain
            rel="noreferrer"
            {...(choice.isEmbedded ? { target: "_blank" } : {})}
          >
            {t("payOnPage", { amount })}
          </a>
        )}
        <p class="soft">{t("payHow")}</p>
      </section>
    </main>
  );
}
