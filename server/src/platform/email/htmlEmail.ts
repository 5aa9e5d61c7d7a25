import { html, type Markup } from "../http/markup.ts";

const BODY =
  "margin:0;padding:24px 16px;background:#fff;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1a1a1a";
const BUTTON =
  "display:inline-block;margin:0 8px 8px 0;padding:12px 20px;border:1px solid #1a1a1a;border-radius:8px;text-decoration:none;font-weight:600";

/**
 * Returns the HTML document of an e-mail. All styles are attributes and there are no images, because mail programs remove style
 * sheets and block images.
 */
export function htmlEmail(email: {
  readonly language: string;
  readonly subject: string;
  readonly body: Markup;
}): string {
  return html`<!doctype html>
<html lang="${email.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${email.subject}</title></head>
<body style="${BODY}">
<div style="max-width:560px;margin:0 auto">
${email.body}
</div>
</body>
</html>
`.markup;
}

/** Returns a link that looks like a button, filled for the main action. */
export function buttonLink(label: string, url: string, isMain: boolean): Markup {
  const colors = isMain ? "background:#1a1a1a;color:#fff" : "color:#1a1a1a";
  return html`<a href="${url}" style="${BUTTON};${colors}">${label}</a> `;
}

/** Adds a colon to a label. In French, a space precedes the colon. */
export function withColon(language: string, label: string): string {
  return new Intl.Locale(language).language === "fr" ? `${label} :` : `${label}:`;
}
