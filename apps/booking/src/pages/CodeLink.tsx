import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";
import { Field, Heading } from "./parts.tsx";

/** Shows the page that the link in the code e-mail opens. The page contains a button that submits the code. */
export function CodeLink({
  visit,
  sealed,
  fields,
  codeId,
  code,
}: PageProps & { readonly codeId: string; readonly code: string }) {
  const { t, slug } = visit;
  return (
    <main class="column">
      <Heading visit={visit}>{t("confirmEmail")}</Heading>
      <p class="soft">{t("confirmEmailHint")}</p>
      <form method="post" action={`/b/${slug}/code/${codeId}`} class="card">
        <Hidden fields={fields} sealed={sealed} />
        <Field visit={visit} name="code" label={t("code")}>
          {(input) => (
            <input {...input} class="code" inputmode="numeric" maxlength={7} required value={code} />
          )}
        </Field>
        <button type="submit" class="primary">
          {t("confirm")}
        </button>
      </form>
    </main>
  );
}
