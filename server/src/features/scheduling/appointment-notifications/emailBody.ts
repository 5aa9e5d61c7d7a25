import { html } from "../../../platform/http/markup.ts";

/** The content of an e-mail, in the order of the text. Texts are single lines, except the opening, the terms and the closing. */
export interface EmailContent {
  /** The language tag (BCP 47) of the HTML form. */
  readonly language: string;
  readonly subject: string;
  readonly greeting: string;
  readonly opening: string;
  /** The rows of the table with the details of the appointment. A row with an empty label continues the row above. */
  readonly facts: readonly (readonly [label: string, fact: string])[];
  /** The note that the appointment is not confirmed yet; null for a confirmed appointment. */
  readonly notConfirmed: string | null;
  /** The cancellation terms; null without terms. */
  readonly terms: { readonly label: string; readonly lines: readonly string[] } | null;
  /** The link for rescheduling or cancelling; null without a link. */
  readonly manage: { readonly label: string; readonly url: string } | null;
  /** The buttons of a reminder. Each link opens a page that asks for confirmation before it changes anything. */
  readonly buttons: readonly { readonly label: string; readonly url: string }[];
  /** The contact details of the location; null if it has neither a telephone number nor an e-mail address. */
  readonly contact: {
    readonly request: string;
    readonly phone: string | null;
    readonly email: string | null;
  } | null;
  /** The business's text at the end; null without a text. */
  readonly closing: string | null;
  readonly farewell: string;
  readonly business: string;
  /** The name and address of the location. */
  readonly location: string;
}

/** Renders the plain-text body. */
export function textBody(content: EmailContent): string {
  const { notConfirmed, terms, manage, contact, closing } = content;
  const contacts = [contact?.phone, contact?.email].filter((each) => each != null);
  return [
    content.greeting,
    "",
    content.opening,
    "",
    ...table(content.facts),
    "",
    ...(notConfirmed === null ? [] : [notConfirmed, ""]),
    ...(terms === null ? [] : [`${terms.label}:`, ...terms.lines, ""]),
    ...content.buttons.flatMap(({ label, url }) => [`${label}:`, url, ""]),
    ...(manage === null ? [] : [`${manage.label}:`, manage.url, ""]),
    ...(contact === null ? [] : [contact.request, contacts.join(", "), ""]),
    ...(closing === null ? [] : [closing, ""]),
    content.farewell,
    content.business,
    "",
  ].join("\n");
}

/** Formats the details as lines, with labels padded to equal width. */
function table(facts: EmailContent["facts"]): string[] {
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return facts.map(([label, fact]) => (label === "" ? "" : `${label}:`).padEnd(width) + fact);
}

const BODY =
  "margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1a1a1a";
const LABEL =
  "padding:0 16px 4px 0;color:#595959;vertical-align:top;white-space:nowrap;text-align:left;font-weight:400";

const BUTTON =
  "display:inline-block;margin:0 8px 8px 0;padding:12px 20px;border:1px solid #1a1a1a;border-radius:8px;color:#1a1a1a;text-decoration:none;font-weight:600";

/** Renders the HTML body with the same content. It contains nothing that a mail program would fetch, such as images. */
export function htmlBody(content: EmailContent): string {
  const { notConfirmed, terms, manage, contact, closing } = content;
  const contacts = [
    ...(contact?.phone ? [html`<a href="tel:${contact.phone}">${contact.phone}</a>`] : []),
    ...(contact?.email ? [html`<a href="mailto:${contact.email}">${contact.email}</a>`] : []),
  ].map((each, index) => (index === 0 ? each : html`, ${each}`));
  return html`<!doctype html>
<html lang="${content.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${content.subject}</title></head>
<body style="${BODY}">
<p>${content.greeting}</p>
<p>${lines(content.opening)}</p>
<table role="presentation" style="border-collapse:collapse">
${content.facts.map(
  ([label, fact]) =>
    html`<tr><th style="${LABEL}">${label}</th><td style="padding:0 0 4px">${fact}</td></tr>
`,
)}</table>
${notConfirmed === null ? "" : html`<p><strong>${notConfirmed}</strong></p>`}
${terms === null ? "" : html`<p><strong>${terms.label}</strong>${terms.lines.map((line) => html`<br>${line}`)}</p>`}
${
  content.buttons.length === 0
    ? ""
    : html`<p>${content.buttons.map(({ label, url }) => html`<a href="${url}" style="${BUTTON}">${label}</a> `)}</p>`
}
${manage === null ? "" : html`<p><a href="${manage.url}">${manage.label}</a></p>`}
${contact === null ? "" : html`<p>${contact.request}<br>${contacts}</p>`}
${closing === null ? "" : html`<p>${lines(closing)}</p>`}
<p>${content.farewell}<br>${content.business}<br>${content.location}</p>
</body>
</html>
`.markup;
}

function lines(text: string) {
  return text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
