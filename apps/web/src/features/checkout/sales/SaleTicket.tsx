import { salesTexts } from "@daybook/i18n/sales";
import { Text } from "@mantine/core";
import { useFormats, useText } from "../../../base/language.tsx";
import type { Sale } from "./queries.ts";
import classes from "./Sales.module.css";
import { KIND_TEXT } from "./TicketLines.tsx";
import { Totals } from "./Totals.tsx";

/** Shows the lines and totals of a sale, as computed by the server. */
export function SaleTicket({
  sale,
  giftCardCodes,
}: {
  readonly sale: Sale;
  /** The codes of gift cards sold with this ticket, by line id. The API returns the codes only once. */
  readonly giftCardCodes: Readonly<Record<string, string>>;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { lines } = sale;
  return (
    <>
      <ul className={`${classes.lines} numbers`}>
        {lines.map(({ id, kind, description, quantity, unit_price, total: sum }) => (
          <li key={id}>
            <span className={classes.what}>
              {description === "" ? t(KIND_TEXT[kind]) : description}
              {quantity > 1 && (
                <Text size="sm" c="dimmed" component="span" display="block">
                  {`${formats.number(quantity)} × ${formats.money(unit_price)}`}
                </Text>
              )}
              {giftCardCodes[id] !== undefined && (
                <Text size="sm" fw={600} component="span" display="block" ff="monospace">
                  {t("giftCardCode", { code: giftCardCodes[id] })}
                </Text>
              )}
            </span>
            <span className={classes.amount}>{formats.money(sum)}</span>
          </li>
        ))}
      </ul>
      <Totals amounts={sale} />
    </>
  );
}
