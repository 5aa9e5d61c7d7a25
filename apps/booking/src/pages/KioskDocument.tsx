import type { Language } from "./language.ts";

const VIEWPORT = "width=device-width, initial-scale=1";
const SCHEMES = "light dark";
const NOT_INDEXED = "noindex";

/** Renders the empty HTML document of a kiosk. The kiosk's script fills it. */
export function KioskDocument({
  language,
  title,
  noScript,
  css,
  script,
}: {
  readonly language: Language;
  readonly title: string;
  readonly noScript: string;
  readonly css: string;
  readonly script: string;
}) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content={VIEWPORT} />
        <meta name="color-scheme" content={SCHEMES} />
        <meta name="robots" content={NOT_INDEXED} />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
        <script type="module" src={script} />
      </head>
      <body>
        <div id="kiosk">
          <noscript>
            <p>{noScript}</p>
          </noscript>
        </div>
      </body>
    </html>
  );
}
