import { localText, zoneNamed } from "@daybook/engine";
import { policySentence } from "../server/policyText.ts";
import { Hidden } from "./Document.tsx";
import { linkTo } from "./linkTo.ts";
import { clockText } from "./parts.tsx";
import type { WaitingOffer, WaitingView } from "./waitingView.ts";

interface OfferProps {
  readonly view: WaitingView;
  readonly offer: WaitingOffer;
}

/** Shows an offer with its terms and its deposit, and the forms that accept and decline it. */
export function OfferCard({ view, offer }: OfferProps) {
  const { token, t, formats, policy, currency, consent } = view;
  const label =
    offer.deposit !== null ? "continueToPay" : offer.card !== null ? "continueToCard" : "acceptOffer";
  return (
    <section class="summary" aria-label={t("offerTitle")}>
      <OfferFacts view={view} offer={offer} />
      <p class="terms">{policySentence({ policy, currency, t, formats, totalMinor: offer.total.amount })}</p>
      {offer.deposit === null ? null : (
        <p class="rule">{t("depositRule", { amount: formats.money(offer.deposit) })}</p>
      )}
      {consent === undefined ? null : <p class="rule">{consent}</p>}
      <AnswerBy view={view} offer={offer} />
      <div class="actions">
        <form method="post" action={`/w/${token}/accept`}>
          <Hidden fields={view.kept} sealed={undefined} />
          <input type="hidden" name="offer" value={offer.id} />
          <input type="hidden" name="policy" value={policy?.version ?? ""} />
          <button type="submit" class="primary">
            {t(label)}
          </button>
        </form>
        <form method="post" action={`/w/${token}/decline`}>
          <Hidden fields={view.kept} sealed={undefined} />
          <input type="hidden" name="offer" value={offer.id} />
          <button type="submit" class="secondary">
            {t("declineOffer")}
          </button>
        </form>
      </div>
    </section>
  );
}

/** Shows an offer with the link to the payment provider's page, which works without JavaScript and without a frame. */
export function PayOffer({ view, offer, payUrl }: OfferProps & { readonly payUrl: string }) {
  const { token, t, formats, consent, isEmbedded } = view;
  const { deposit } = offer;
  const amount = deposit === null ? "" : formats.money(deposit);
  return (
    <>
      <section class="summary" aria-label={t("offerTitle")}>
        <OfferFacts view={view} offer={offer} />
        <AnswerBy view={view} offer={offer} />
      </section>
      <section class="card">
        <p>{deposit === null ? t("cardWhat") : t("payWhat", { amount })}</p>
        {consent === undefined ? null : <p class="rule">{consent}</p>}
        <a
          class="primary wide"
          href={payUrl}
          data-plain
          rel="noreferrer"
          {...(isEmbedded ? { target: "_blank" } : {})}
        >
          {deposit === null ? t("cardOnPage") : t("payOnPage", { amount })}
        </a>
        <p class="soft">{t(deposit === null ? "cardHow" : "payHow")}</p>
      </section>
      <nav class="actions" aria-label={t("changes")}>
        <a class="quiet" href={linkTo(`/w/${token}`, view.kept)}>
          {t("yourPlace")}
        </a>
      </nav>
    </>
  );
}

/** Shows the time, the services and the total of an offer. */
function OfferFacts({ view: { entry, t, formats }, offer }: OfferProps) {
  return (
    <>
      <p class="when">
        <strong>{formats.longDay(offer.starts_at.slice(0, 10))}</strong>
        <span>
          {clockText({ formats }, offer.starts_at)}–{clockText({ formats }, offer.ends_at)}
        </span>
      </p>
      <p class="zone" data-zone={entry.time_zone} data-at={offer.starts_at}>
        {t("timesIn", { zone: entry.time_zone.replaceAll("_", " ") })}
      </p>
      <ul>
        {offer.items.map((item, index) => (
          <li key={`${item.service_id} ${index}`}>
            <span>
              {item.service_name}
              <span class="soft"> · {item.staff_name}</span>
            </span>
            <span>{formats.money(item.price)}</span>
          </li>
        ))}
      </ul>
      <p class="total">
        <span>{t("total")}</span>
        <strong>{formats.money(offer.total)}</strong>
      </p>
    </>
  );
}

function AnswerBy({ view: { entry, t, formats }, offer }: OfferProps) {
  const expires = localText(zoneNamed(entry.time_zone), Date.parse(offer.expires_at));
  const time = `${formats.longDay(expires.slice(0, 10))}, ${clockText({ formats }, expires)}`;
  return <p class="rule">{t("answerBy", { time })}</p>;
}
