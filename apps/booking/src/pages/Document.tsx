import { LANGUAGE_NAMES, LANGUAGES } from "@daybook/i18n";
import type { ComponentChildren } from "preact";
import type { Language, Texts } from "./language.ts";

export interface DocumentProps {
  readonly language: Language;
  readonly t: Texts;
  readonly title: string;
  readonly businessName: string;
  /** The path of the logo, which the header shows instead of the name. */
  readonly logo?: string | undefined;
  /** The URL to which the header links: the menu, or the page of the manage or waitlist link. Absent on error pages. */
  readonly homeUrl?: string | undefined;
  readonly css: string;
  readonly script: string;
  /** The `data-` attributes that the script reads, such as the step and the origin of the embedding page. */
  readonly data: Readonly<Record<string, string>>;
  readonly isIndexed: boolean;
  readonly isEmbedded: boolean;
  /** Whether to show a notice that the business is a sandbox. */
  readonly isSandbox?: boolean;
  readonly head?: ComponentChildren;
  /** Returns the URL of this page in a language; undefined on error pages, which have no language links. */
  readonly languageUrl?: ((language: Language) => string) | undefined;
  readonly children: ComponentChildren;
}

const VIEWPORT = "width=device-width, initial-scale=1";
const SCHEMES = "light dark";
const NOT_INDEXED = "noindex";

/** Renders the HTML document of every page. The script replaces `#page` when the visitor follows a link or submits a form. */
export function Document(props: DocumentProps) {
  const { language, t, title, businessName, logo, homeUrl, css, script, data, isIndexed, isEmbedded } = props;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content={VIEWPORT} />
        <meta name="color-scheme" content={SCHEMES} />
        <title>{title}</title>
        {isIndexed ? null : <meta name="robots" content={NOT_INDEXED} />}
        {props.head}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        <script type="module" src={script} />
      </head>
      <body>
        <div id="page" class={isEmbedded ? "page embedded" : "page"} {...dataAttributes(data)}>
          <header class="bar">
            <div class="column">
              {homeUrl === undefined ? (
                <span class="brand">
                  <Brand name={businessName} logo={logo} />
                </span>
              ) : (
                <a class="brand" href={homeUrl}>
                  <Brand name={businessName} logo={logo} />
                </a>
              )}
              <Languages language={language} t={t} urlOf={props.languageUrl} />
            </div>
          </header>
          {props.isSandbox === true ? <p class="sandbox">{t("sandbox")}</p> : null}
          <p class="offline" id="offline" role="status" hidden>
            {t("offline")}
          </p>
          {props.children}
        </div>
      </body>
    </html>
  );
}

/** Shows the logo. Without a logo, shows the first letter of the name as an icon, and the name. */
function Brand({ name, logo }: { readonly name: string; readonly logo: string | undefined }) {
  if (logo !== undefined) return <img class="logo" src={logo} alt={name} height={36} />;
  return (
    <>
      <span class="mark" aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      {name}
    </>
  );
}

function Languages({
  language,
  t,
  urlOf,
}: {
  readonly language: Language;
  readonly t: Texts;
  readonly urlOf: ((language: Language) => string) | undefined;
}) {
  if (urlOf === undefined) return null;
  return (
    <nav class="languages" aria-label={t("languages")}>
      {LANGUAGES.map((each) => (
        <a
          key={each}
          href={urlOf(each)}
          lang={each}
          hreflang={each}
          aria-label={`${each.toUpperCase()} ${LANGUAGE_NAMES[each]}`}
          aria-current={each === language ? "true" : undefined}
        >
          {each.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}

function dataAttributes(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
}

/** Renders the choices and the encrypted progress as hidden inputs of a form. */
export function Hidden({
  fields,
  sealed,
}: {
  readonly fields: readonly (readonly [string, string])[];
  readonly sealed: string | undefined;
}) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={`${name} ${value}`} />
      ))}
      {sealed === undefined ? null : <input type="hidden" name="s" value={sealed} />}
    </>
  );
}
