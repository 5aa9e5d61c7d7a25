import type { WaitlistWishes } from "../server/progress.ts";
import { PARTS, WEEKDAYS } from "../server/wishes.ts";
import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";
import { durationText, Field, Heading, Notice } from "./parts.tsx";

/** A Monday, used to format the names of the weekdays. */
const MONDAY = "2024-01-01";

/** Asks a visitor with a verified e-mail address or phone number for suitable days and times. */
export function Join(props: PageProps & { readonly wishes: WaitlistWishes }) {
  const { visit, sealed, fields, wishes } = props;
  const { t, slug, services, business, formats, progress } = visit;
  const problem = progress.problems?.weekday;
  return (
    <main class="column">
      <Heading visit={visit}>{t("waitlistTitle")}</Heading>
      <Notice visit={visit} />
      <section class="summary" aria-label={t("yourServices")}>
        <ul>
          {services.map((service) => (
            <li key={service.id}>
              <span>{service.name}</span>
              <span class="soft">{durationText(visit, [service])}</span>
            </li>
          ))}
        </ul>
      </section>
      <form method="post" action={`/b/${slug}/waitlist`} class="card" novalidate>
        <Hidden fields={fields} sealed={sealed} />
        <h2>{t("waitlistWhen")}</h2>
        <p class="soft">{t("waitlistAny")}</p>
        <div class="pair">
          <Field visit={visit} name="from" label={t("waitlistFrom")}>
            {(input) => <input {...input} type="date" required value={wishes.from} />}
          </Field>
          <Field visit={visit} name="to" label={t("waitlistTo")}>
            {(input) => <input {...input} type="date" required value={wishes.to} />}
          </Field>
        </div>
        <fieldset
          class="choices days"
          aria-describedby={problem === undefined ? undefined : "field-weekday-problem"}
        >
          <legend>{t("weekdays")}</legend>
          {WEEKDAYS.map((day) => (
            <label class="choice" key={day}>
              <input type="checkbox" name="weekday" value={day} checked={wishes.weekdays.includes(day)} />
              <span>{formats.weekday(MONDAY.replace("01-01", `01-0${day}`))}</span>
            </label>
          ))}
          {problem === undefined ? null : (
            <p class="problem" id="field-weekday-problem">
              {t("chooseDay")}
            </p>
          )}
        </fieldset>
        <fieldset class="choices">
          <legend>{t("partsOfDay")}</legend>
          {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
            <label class="choice" key={part}>
              <input type="checkbox" name="part" value={part} checked={wishes.parts.includes(part)} />
              <span>{t(part)}</span>
            </label>
          ))}
        </fieldset>
        <label class="check">
          <input
            type="checkbox"
            name="at_once"
            value="1"
            checked={wishes.isBookedAtOnce}
            aria-describedby="at-once-hint"
          />
          <span>{t("bookAtOnce")}</span>
        </label>
        <p class="soft" id="at-once-hint">
          {t("bookAtOnceHint")}
        </p>
        <Field visit={visit} name="wish" label={t("waitlistNote", { business: business.name })} isOptional>
          {(input) => (
            <textarea {...input} rows={2} maxlength={500}>
              {wishes.note}
            </textarea>
          )}
        </Field>
        <button type="submit" class="primary wide">
          {t("joinWaitlist")}
        </button>
      </form>
    </main>
  );
}
