import { urlOf } from "../server/choice.ts";
import { asksForPhone } from "../server/phone.ts";
import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";
import { Field, Heading, HoldTimer, Notice } from "./parts.tsx";
import { ShortSummary } from "./Summary.tsx";

/** Asks for the e-mail address or, if codes can be sent by phone, the phone number that receives the code. */
export function Contact(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, business, choice, progress } = visit;
  const isByPhone = asksForPhone(visit);
  const other = isByPhone ? "email" : "phone";
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t(isByPhone ? "yourPhone" : "yourEmail")}
      </Heading>
      <Notice visit={visit} />
      <ShortSummary {...props} />
      <HoldTimer {...props} step="contact" />
      <Remembered {...props} />
      <form method="post" action={`/b/${slug}/contact`} class="card">
        <Hidden fields={fields} sealed={sealed} />
        <input type="hidden" name="by" value={isByPhone ? "phone" : "email"} />
        {isByPhone ? <PhoneField visit={visit} /> : <EmailField visit={visit} />}
        <label class="check" data-remember-choice hidden>
          <input
            type="checkbox"
            name="remember"
            value="1"
            checked={progress.isRemembered === true && progress.problems !== undefined}
          />
          <span>{t("rememberMe")}</span>
        </label>
        <button type="submit" class="primary">
          {t("sendCode")}
        </button>
        {business.codes_by_phone ? (
          <p class="soft">
            <a href={`${urlOf(`/b/${slug}`, "contact", choice, sealed)}&by=${other}`}>
              {t(isByPhone ? "useEmail" : "usePhone")}
            </a>
          </p>
        ) : null}
      </form>
    </main>
  );
}

/** Renders the hidden form for continuing as the remembered visitor. The script fills in the contact and shows the form. */
function Remembered({ visit, sealed, fields }: PageProps) {
  const { t, slug } = visit;
  return (
    <form method="post" action={`/b/${slug}/remembered`} class="card" data-remembered hidden>
      <Hidden fields={fields} sealed={sealed} />
      <input type="hidden" name="visitor" value="" />
      <button type="submit" class="primary wide" data-text={t("continueAs", { contact: "{contact}" })} />
      <button type="button" class="quiet" data-forget-visitor>
        {t("forgetMe")}
      </button>
    </form>
  );
}

function EmailField({ visit }: Pick<PageProps, "visit">) {
  const { t, progress } = visit;
  return (
    <Field visit={visit} name="email" label={t("email")} hint={t("emailHint")}>
      {(input) => (
        <input
          {...input}
          type="email"
          autocomplete="email"
          inputmode="email"
          maxlength={254}
          required
          value={progress.email ?? ""}
        />
      )}
    </Field>
  );
}

function PhoneField({ visit }: Pick<PageProps, "visit">) {
  const { t, progress } = visit;
  return (
    <Field visit={visit} name="phone" label={t("phone")} hint={t("phoneHint")}>
      {(input) => (
        <input
          {...input}
          type="tel"
          autocomplete="tel"
          inputmode="tel"
          maxlength={30}
          required
          value={progress.phone ?? ""}
        />
      )}
    </Field>
  );
}

/** Asks for the code that the visitor received by e-mail or text message. */
export function Code(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, progress, choice } = visit;
  const isByPhone = progress.channel === "phone";
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t("enterCode")}
      </Heading>
      <Notice visit={visit} />
      <ShortSummary {...props} />
      <HoldTimer {...props} step="code" />
      <form method="post" action={`/b/${slug}/code`} class="card">
        <Hidden fields={fields} sealed={sealed} />
        <Field
          visit={visit}
          name="code"
          label={t("code")}
          hint={t("codeHint", { email: (isByPhone ? progress.phone : progress.email) ?? "" })}
        >
          {(input) => (
            <input
              {...input}
              class="code"
              autocomplete="one-time-code"
              inputmode="numeric"
              pattern="[0-9 ]{6,7}"
              maxlength={7}
              required
              data-code
            />
          )}
        </Field>
        <button type="submit" class="primary">
          {t("confirm")}
        </button>
        <p class="soft">
          <a href={urlOf(`/b/${slug}`, "contact", choice, sealed)}>
            {t(isByPhone ? "otherPhone" : "otherEmail")}
          </a>
        </p>
      </form>
    </main>
  );
}

/** Asks which of the clients with this e-mail address or phone number the appointment is for. */
export function Who(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, progress } = visit;
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t("whoIsIt")}
      </Heading>
      <Notice visit={visit} />
      <ShortSummary {...props} />
      <HoldTimer {...props} step="who" />
      <form method="post" action={`/b/${slug}/who`} class="card people">
        <Hidden fields={fields} sealed={sealed} />
        {(progress.people ?? []).map(({ ref, first_name }) => (
          <button type="submit" name="person" value={ref} class="person" key={ref}>
            <span class="face" aria-hidden="true">
              {[...first_name][0]?.toUpperCase()}
            </span>
            {first_name}
          </button>
        ))}
        <button type="submit" name="person" value="new" class="person">
          <span class="face" aria-hidden="true">
            +
          </span>
          {t("someoneElse")}
        </button>
      </form>
    </main>
  );
}
