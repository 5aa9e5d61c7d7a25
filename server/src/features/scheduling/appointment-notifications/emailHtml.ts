import { buttonLink, htmlEmail } from "../../../platform/email/index.ts";
import { html, type Markup } from "../../../platform/http/markup.ts";
import type { EmailContent, Fact } from "./emailBody.ts";
import { phoneText } from "./participants.ts";

const CARD =
  "margin:16px 0;padding:12px 16px;border:1px solid #d4d4d4;border-radius:8px;border-collapse:separate;width:100%";
const LABEL =
  "padding:4px 16px 4px 0;color:#595959;vertical-align:top;white-space:nowrap;text-align:left;font-weight:400";
const FACT = "padding:4px 0;width:100%";
const SMALL = "font-size:14px;color:#595959";

/** Renders the HTML body with the same content as the plain-text body. */
export function htmlBody(content: EmailContent): string {
  const { language, subject, notConfirmed, terms, contact, closing } = content;
  return htmlEmail({
    language,
    subject,
    body: html`<p>${content.greeting}</p>
<p>${lines(content.opening)}</p>
<table role="presentation" style="${CARD}">
${content.facts.map(row)}</table>
${notConfirmed === null ? "" : html`<p><strong>${notConfirmed}</strong></p>`}
${terms === null ? "" : html`<p style="${SMALL}"><strong>${terms.label}</strong>${terms.lines.map((line) => html`<br>${line}`)}</p>`}
${linksOf(content)}
${contact === null ? "" : html`<p>${contact.request}<br>${contactsOf(contact)}</p>`}
${closing === null ? "" : html`<p>${lines(closing)}</p>`}
<p>${content.farewell}<br>${content.business}<br><span style="${SMALL}">${content.location}</span></p>`,
  });
}

function row({ label, text, parenthesis }: Fact, index: number): Markup {
  const isStart = index === 0 || label === "";
  const fact = isStart ? html`<strong>${text}</strong>` : html`${text}`;
  const below = parenthesis === undefined ? "" : html`<br><span style="${SMALL}">${parenthesis}</span>`;
  return html`<tr><th style="${LABEL}">${label}</th><td style="${FACT}">${fact}${below}</td></tr>
`;
}

function linksOf({ links }: EmailContent): Markup {
  const buttons = links.filter(({ look }) => look !== "text");
  const texts = links.filter(({ look }) => look === "text");
  return html`${buttons.length === 0 ? "" : html`<p>${buttons.map(({ label, url, look }) => buttonLink(label, url, look === "main"))}</p>`}
${texts.map(({ label, url }) => html`<p><a href="${url}">${label}</a></p>`)}`;
}

function contactsOf({ phone, email }: NonNullable<EmailContent["contact"]>): Markup[] {
  return [
    ...(phone ? [html`<a href="tel:${phone}">${phoneText(phone)}</a>`] : []),
    ...(email ? [html`<a href="mailto:${email}">${email}</a>`] : []),
  ].map((each, index) => (index === 0 ? each : html`, ${each}`));
}

function lines(text: string): Markup[] {
  return text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
