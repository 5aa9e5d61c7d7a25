import { reportsTexts } from "@daybook/i18n/reports";
import type { Money } from "@daybook/sdk";
import { useFormats, useText } from "../../../base/language.tsx";
import type { ColumnKind, ReportName, ReportRow } from "./reports.ts";

const METHODS = ["cash", "card", "gift_card", "package", "membership", "external", "deposit"] as const;

/** Returns a function that formats the values of reports in the user's language. */
export function useValueText(): (
  name: ReportName,
  kind: ColumnKind,
  value: ReportRow[string] | undefined,
) => string {
  const t = useText(reportsTexts);
  const formats = useFormats();
  return (name, kind, value) => {
    if (value === undefined) return "";
    if (value === null) return t(name === "clients" ? "walkIns" : "nobody");
    switch (kind) {
      case "money":
        return formats.money(value as Money);
      case "date":
        return formats.day(String(value));
      case "number":
        return formats.number(Number(value));
      case "share":
        return formats.percent(Number(value) / 100);
      case "time":
        return t("hours", { hours: formats.number(Math.round(Number(value) / 6) / 10) });
      case "method": {
        const method = METHODS.find((each) => each === value);
        return method === undefined ? String(value) : t(method);
      }
      case "name":
        return String(value);
    }
  };
}
