import { salesTexts } from "@daybook/i18n/sales";
import { useFormats, useText } from "../../../base/language.tsx";
import type { Sale } from "./queries.ts";
import classes from "./Sales.module.css";

type Amounts = Pick<Sale, "subtotal" | "discount" | "taxes" | "tip" | "total"> & {
  /** The part of a quote's total that a deposit already covers. */
  readonly deposit?: Sale["total"];
};

/** Shows the totals of a sale or quote from the server. Added taxes are above the total, included taxes below it. */
export function Totals({ amounts }: { readonly amounts: Amounts }) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { subtotal, discount, taxes, tip, total, deposit } = amounts;
  const rateName = ({ name, percent }: Amounts["taxes"][number]) =>
    t("taxRate", { name, percent: formats.percent(percent / 100) });
  return (
    <dl className={`${classes.totals} numbers`}>
      <dt>{t("subtotal")}</dt>
      <dd>{formats.money(subtotal)}</dd>
      {discount.amount > 0 && (
        <>
          <dt>{t("discount")}</dt>
          <dd>{formats.money({ ...discount, amount: -discount.amount })}</dd>
        </>
      )}
      {taxes
        .filter(({ included }) => !included)
        .map((tax) => (
          <TaxRow key={tax.rate_id} name={rateName(tax)} amount={formats.money(tax.tax)} />
        ))}
      {tip.amount > 0 && (
        <>
          <dt>{t("tip")}</dt>
          <dd>{formats.money(tip)}</dd>
        </>
      )}
      <dt className={classes.sum}>{t("total")}</dt>
      <dd className={classes.sum} data-testid="total">
        {formats.money(total)}
      </dd>
      {deposit !== undefined && deposit.amount > 0 && (
        <>
          <dt>{t("deposit")}</dt>
          <dd>{formats.money({ ...deposit, amount: -deposit.amount })}</dd>
          <dt className={classes.sum}>{t("due")}</dt>
          <dd className={classes.sum}>
            {formats.money({ ...total, amount: total.amount - deposit.amount })}
          </dd>
        </>
      )}
      {taxes
        .filter(({ included }) => included)
        .map((tax) => (
          <TaxRow
            key={tax.rate_id}
            name={t("includedTax", { rate: rateName(tax) })}
            amount={formats.money(tax.tax)}
          />
        ))}
    </dl>
  );
}

function TaxRow({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={classes.soft}>{amount}</dd>
    </>
  );
}
