import { cardConsent } from "../server/cardConsent.ts";
import { CARD_FORM } from "../server/cardPayment.ts";
import { urlOf } from "../server/choice.ts";
import { policyText } from "../server/policyText.ts";
import { Hidden } from "./Document.tsx";
import { addressText } from "./Place.tsx";
import type { PageProps } from "./pageProps.ts";
import { Field, Heading, HoldTimer, Notice } from "./parts.tsx";
import { Summary } from "./Summary.tsx";

/** Shows the complete booking and the terms that the visitor accepts by pressing the button. */
export function Review(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, formats, slug, progress, business, location, services, choice } = visit;
  const deposit = progress.hold?.depositMinor;
  const consent = cardConsent(visit);
  const { details, people = [], person } = progress;
  const known = people.find(({ ref }) => ref === person)?.first_name;
  const isRequest = services.some((service) => service.requires_approval);
  return (
    <main class="column">
      <Heading visit={visit} step="review">
        {t("review")}
      </Heading>
      <Notice visit={visit} />
      <Summary {...props} />
      <HoldTimer {...props} step="review" />
      <dl class="card facts">
        <div>
          <dt>{t("bookedFor")}</dt>
          <dd>
            {known ?? `${details?.firstName ?? ""} ${details?.lastName ?? ""}`.trim()}
            <span class="soft"> · {progress.channel === "phone" ? progress.phone : progress.email}</span>
          </dd>
          <dd>
            <a
              href={urlOf(
                `/b/${slug}`,
                known !== undefined ? "contact" : people.length === 0 ? "details" : "who",
                choice,
                sealed,
              )}
            >
              {t(known === undefined ? "change" : "notYou")}
            </a>
          </dd>
        </div>
        <div>
          <dt>{t("where")}</dt>
          <dd>
            {location.name}
            <span class="soft"> · {addressText(location)}</span>
          </dd>
        </div>
      </dl>
      <form method="post" action={`/b/${slug}/review`} class="card">
        <Hidden fields={fields} sealed={sealed} />
        <input type="hidden" name={CARD_FORM} data-card-form />
        <Field visit={visit} name="note" label={t("note", { business: business.name })} isOptional>
          {(input) => (
            <textarea {...input} rows={2} maxlength={500}>
              {progress.note ?? ""}
            </textarea>
          )}
        </Field>
        {business.policy?.booking_text ? <p class="soft">{business.policy.booking_text}</p> : null}
        <p class="terms">{policyText(visit)}</p>
        {deposit === undefined ? null : (
          <p class="due">
            {t("depositRule", { amount: formats.money({ amount: deposit, currency: business.currency }) })}
          </p>
        )}
        {consent === undefined ? null : <p class="terms">{consent}</p>}
        {isRequest ? (
          <p class="rule">{t(progress.channel === "phone" ? "requestRulePhone" : "requestRule")}</p>
        ) : null}
        <button type="submit" class="primary wide">
          {t(
            deposit !== undefined
              ? "continueToPay"
              : consent !== undefined
                ? "continueToCard"
                : isRequest
                  ? "request"
                  : "book",
          )}
        </button>
      </form>
    </main>
  );
}
