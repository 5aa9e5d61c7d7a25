import { urlOf } from "../server/choice.ts";
import { PayBox } from "./PayBox.tsx";
import type { PageProps } from "./pageProps.ts";
import { Heading, HoldTimer, Notice } from "./parts.tsx";
import { Summary } from "./Summary.tsx";

/**
 * Renders the payment step, where the visitor pays the deposit or enters the card, with the card form or the link to the
 * payment provider's page.
 */
export function Pay(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, formats, progress, business, choice, host, slug } = visit;
  const { hold, payUrl, payment } = progress;
  const isCard = hold?.depositMinor === undefined && hold?.card !== undefined;
  const amount = formats.money({ amount: hold?.depositMinor ?? 0, currency: business.currency });
  const { cardLibrary: library } = host;
  const form =
    payment === undefined || library === null
      ? null
      : {
          ...{ payment, library, fields, sealed },
          paidUrl: urlOf(`/b/${slug}`, "paid", choice, sealed),
          action: `/b/${slug}/pay`,
        };
  return (
    <main class="column">
      <Heading visit={visit}>{t(isCard ? "cardTitle" : "payTitle")}</Heading>
      <Notice visit={visit} />
      <Summary {...props} />
      <HoldTimer {...props} step="pay" />
      <PayBox
        {...{ t, payUrl, form }}
        amount={isCard ? null : amount}
        consent={progress.consent}
        isEmbedded={choice.isEmbedded}
      />
    </main>
  );
}
