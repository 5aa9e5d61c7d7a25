import { localText, zoneNamed } from "@daybook/engine";
import { CARD_FORM } from "../server/cardPayment.ts";
import { policySentence } from "../server/policyText.ts";
import { Hidden } from "./Document.tsx";
import { linkTo } from "./linkTo.ts";
import { PayBox } from "./PayBox.tsx";
import { clockText } from "./parts.tsx";
import { TimeFacts } from "./TimeFacts.tsx";
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
        <p class="due">{t("depositRule", { amount: formats.money(offer.deposit) })}</p>
      )}
      {consent === undefined ? null : <p class="terms">{consent}</p>}
      <AnswerBy view={view} offer={offer} />
      <div class="actions">
        <form method="post" action={`/w/${token}/accept`}>
          <Hidden fields={view.kept} sealed={undefined} />
          <input type="hidden" name="offer" value={offer.id} />
          <input type="hidden" name="policy" value={policy?.version ?? ""} />
          <input type="hidden" name={CARD_FORM} data-card-form />
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

/** Shows an offer and lets the client pay the deposit or enter the card, with the card form or the link to the payment provider's page. */
export function PayOffer({ view, offer }: OfferProps) {
  const { token, t, formats, consent, isEmbedded, payUrl, cardForm, kept, policy } = view;
  const answer = [...kept, ["offer", offer.id], ["policy", String(policy?.version ?? "")]] as const;
  const form =
    cardForm === null
      ? null
      : {
          ...{ ...cardForm, fields: answer, sealed: undefined },
          paidUrl: linkTo(`/w/${token}/paid`, answer),
          action: `/w/${token}/accept`,
        };
  return (
    <>
      <section class="summary" aria-label={t("offerTitle")}>
        <OfferFacts view={view} offer={offer} />
        <AnswerBy view={view} offer={offer} />
      </section>
      <PayBox
        {...{ t, consent, payUrl, form, isEmbedded }}
        amount={offer.deposit === null ? null : formats.money(offer.deposit)}
      />
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
      <TimeFacts
        {...{ t, formats, items: offer.items, timeZone: entry.time_zone }}
        startsAt={offer.starts_at}
        endsAt={offer.ends_at}
      />
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
