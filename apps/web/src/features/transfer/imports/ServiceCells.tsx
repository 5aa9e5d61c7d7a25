import { menuTexts } from "@daybook/i18n/menu";
import { useFormats, useText } from "../../../base/language.tsx";
import type { ImportRow } from "./queries.ts";

/** Shows the category, duration, price and staff members of a row's service. If the row has no service, the cells are empty. */
export function ServiceCells({ row: { service } }: { readonly row: ImportRow }) {
  const t = useText(menuTexts);
  const formats = useFormats();
  if (service === null)
    return (
      <>
        <td />
        <td />
        <td />
        <td />
      </>
    );
  const price = formats.money(service.price);
  const prices = { free: t("priceFree"), from: t("from", { price }), fixed: price };
  return (
    <>
      <td>{service.category ?? "–"}</td>
      <td className="numbers" style={{ whiteSpace: "nowrap" }}>
        {t("minutes", { count: service.duration_minutes })}
      </td>
      <td className="numbers" style={{ whiteSpace: "nowrap" }}>
        {prices[service.price_kind]}
      </td>
      <td>{service.staff.join(", ") || "–"}</td>
    </>
  );
}
