import { dateText, moneyText, percentText } from "./formats.ts";
import type { ReadReceipt } from "./readReceipt.ts";
import type { ReceiptRecord } from "./schema.ts";
import { receiptTexts } from "./texts.ts";

type Row = readonly [label: string, amount: string];

/** Renders a receipt as plain text, with the amounts in one column. Also returns the subject of the e-mail. */
export function receiptText({ receipt, locale }: ReadReceipt): {
  readonly subject: string;
  readonly text: string;
} {
  const { language, texts } = receiptTexts(locale);
  const dateLocale = language === locale.slice(0, 2).toLowerCase() ? locale : "en-GB";
  const money = (amount: ReceiptRecord["total"]) => plain(moneyText(dateLocale, amount));
  const title = `${texts.receipt} ${receipt.number}`;
  const { lines, taxes, payments } = receipt;
  const sold = lines.map(
    ({ description, quantity, total }): Row => [
      quantity > 1 ? `${quantity} × ${plain(description)}` : plain(description),
      money(total),
    ],
  );
  const sums: Row[] = [
    ...taxes.map(
      ({ name, percent, included, tax }): Row => [
        `${plain(name)} ${plain(percentText(dateLocale, percent))}${included ? ` (${texts.included})` : ""}`,
        money(tax),
      ],
    ),
    ...(receipt.discount.amount === 0 ? [] : [[texts.discount, `-${money(receipt.discount)}`] as const]),
    ...(receipt.tip.amount === 0 ? [] : [[texts.tip, money(receipt.tip)] as const]),
    [texts.total, money(receipt.total)],
  ];
  const paid = payments.flatMap(({ method, amount, refunded }): Row[] => [
    [texts.methods[method], money(amount)],
    ...(refunded.amount === 0 ? [] : [[texts.refunded, `-${money(refunded)}`] as const]),
  ]);
  const width = Math.max(...[...sold, ...sums, ...paid].map(([label]) => label.length)) + 2;
  const table = (rows: readonly Row[]) => rows.map(([label, amount]) => label.padEnd(width) + amount);
  const business = plain(receipt.business_name);
  return {
    subject: `${business}: ${title}`,
    text: [
      business,
      ...(receipt.tax_number === null ? [] : [`${texts.taxNumber}: ${plain(receipt.tax_number)}`]),
      "",
      receipt.status === "voided" ? `${title} · ${texts.voided}` : title,
      `${texts.date}: ${plain(dateText(dateLocale, receipt.issued_at))}`,
      "",
      ...table(sold),
      "",
      ...table(sums),
      "",
      ...table(paid),
      "",
    ].join("\n"),
  };
}

/** Replaces line breaks, control characters, and the narrow spaces in formatted numbers with a plain space. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
