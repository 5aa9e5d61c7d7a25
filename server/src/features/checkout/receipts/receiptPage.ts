import { html, type Markup } from "../../../platform/http/markup.ts";
import { dateText, moneyText, percentText } from "./formats.ts";
import type { ReadReceipt } from "./readReceipt.ts";
import type { ReceiptRecord } from "./schema.ts";
import { receiptTexts } from "./texts.ts";

type Money = ReceiptRecord["total"];

const COMMON =
  "body{font:14px/1.4 system-ui,sans-serif;color:#111;background:#fff;margin:0 auto}h1{font-size:1.2em;margin:0}p{margin:.2em 0}" +
  "table{width:100%;border-collapse:collapse;margin:.8em 0}td{padding:.15em 0;vertical-align:top}td:last-child{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;padding-left:1em}" +
  ".total td{font-weight:bold;border-top:1px solid #111;border-bottom:1px solid #111}small{color:#444}";
const SCREEN = `${COMMON}body{max-width:36em;padding:2em 1em}@media print{body{padding:0}}`;
/**
 * The styles for 80 mm paper, which has a printable width of 72 mm. The styles use only black and white, because receipt printers print no
 * colours.
 */
const PAPER = `${COMMON}@page{size:80mm auto;margin:0}body{width:72mm;padding:2mm 4mm;font-size:12px}small{color:#000}`;

/** Renders a receipt as an HTML document for the screen or for 80 mm paper. Also returns the CSS of the document's style element. */
export function receiptPage(
  { receipt, locale }: ReadReceipt,
  format: "html" | "html_80mm",
): { readonly text: string; readonly style: string } {
  const style = format === "html" ? SCREEN : PAPER;
  const { language, texts } = receiptTexts(locale);
  const dateLocale = language === locale.slice(0, 2).toLowerCase() ? locale : "en-GB";
  const money = (amount: Money) => moneyText(dateLocale, amount);
  const row = (name: Markup | string, amount: Money, kind = ""): Markup =>
    html`<tr${kind === "" ? "" : html` class="${kind}"`}><td>${name}</td><td>${money(amount)}</td></tr>\n`;
  const { address } = receipt;
  const place = [
    address.line1,
    address.line2,
    [address.postal_code, address.city].filter((part) => part !== null).join(" "),
    address.region,
    receipt.phone_e164,
  ].flatMap((text) => (text === null || text === "" ? [] : [html`<p>${text}</p>\n`]));
  const title = `${texts.receipt} ${receipt.number}`;
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${receipt.business_name}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<h1>${receipt.business_name}</h1>
${receipt.location_name === receipt.business_name ? "" : html`<p>${receipt.location_name}</p>\n`}${place}${
  receipt.tax_number === null ? "" : html`<p>${texts.taxNumber}: ${receipt.tax_number}</p>\n`
}</header>
<main>
<p><strong>${title}</strong>${receipt.status === "voided" ? ` · ${texts.voided}` : ""}</p>
<p>${texts.date}: ${dateText(dateLocale, receipt.issued_at)}</p>
${receipt.client_name === null ? "" : html`<p>${texts.client}: ${receipt.client_name}</p>\n`}<table>
${receipt.lines.map((line) => row(lineText(line, money), line.total))}</table>
<table>
${row(texts.subtotal, receipt.subtotal)}${
  receipt.discount.amount === 0
    ? ""
    : row(texts.discount, { ...receipt.discount, amount: -receipt.discount.amount })
}${receipt.taxes.map((tax) =>
  row(
    html`${tax.name} ${percentText(dateLocale, tax.percent)} <small>${tax.included ? `${texts.included}, ` : ""}${texts.onNet} ${money(tax.base)}</small>`,
    tax.tax,
  ),
)}${receipt.tip.amount === 0 ? "" : row(texts.tip, receipt.tip)}${row(texts.total, receipt.total, "total")}</table>
<table>
${receipt.payments.map(({ method, card, amount, refunded }) => [
  row(card === null ? texts.methods[method] : `${texts.methods[method]} ···· ${card.last4}`, amount),
  refunded.amount === 0 ? "" : row(texts.refunded, { ...refunded, amount: -refunded.amount }),
])}</table>
</main>
</body>
</html>
`;
  return { text: document.markup, style };
}

function lineText(
  { description, quantity, unit_price, staff_name }: ReceiptRecord["lines"][number],
  money: (amount: Money) => string,
): Markup {
  const details = [
    ...(quantity > 1 ? [`${quantity} × ${money(unit_price)}`] : []),
    ...(staff_name === null ? [] : [staff_name]),
  ];
  return html`${description}${details.length === 0 ? "" : html`<br><small>${details.join(" · ")}</small>`}`;
}
