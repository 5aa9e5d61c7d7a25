import { urlOf } from "../server/choice.ts";
import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";
import { Field, Heading, HoldTimer, Notice } from "./parts.tsx";
import { Summary } from "./Summary.tsx";

/** Asks for the e-mail address to which the code is sent. */
export function Contact(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, progress } = visit;
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t("yourEmail")}
      </Heading>
      <Notice visit={visit} />
      <Summary {...props} />
      <HoldTimer {...props} step="contact" />
      <form method="post" action={`/b/${slug}/contact`} class="card">
        <Hidden fields={fields} sealed={sealed} />
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
        <button type="submit" class="primary">
          {t("sendCode")}
        </button>
      </form>
    </main>
  );
}

/** Asks for the code from the e-mail. */
export function Code(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, progress, choice } = visit;
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t("enterCode")}
      </Heading>
      <Notice visit={visit} />
      <Summary {...props} />
      <HoldTimer {...props} step="code" />
      <form method="post" action={`/b/${slug}/code`} class="card">
        <Hidden fields={fields} sealed={sealed} />
        <Field
          visit={visit}
          name="code"
          label={t("code")}
          hint={t("codeHint", { email: progress.email ?? "" })}
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
          <a href={urlOf(`/b/${slug}`, "contact", choice, sealed)}>{t("otherEmail")}</a>
        </p>
      </form>
    </main>
  );
}

/** Asks which of the clients with this e-mail address the booking is for. */
export function Who(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, progress } = visit;
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t("whoIsIt")}
      </Heading>
      <Notice visit={visit} />
      <Summary {...props} />
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
