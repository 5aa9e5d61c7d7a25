import { settingsTexts } from "@daybook/i18n/settings";
import { stockTexts } from "@daybook/i18n/stock";
import type { Screen } from "../../../base/screen.ts";

export const taxRateScreens: readonly Screen[] = [
  {
    path: "settings/tax-rates",
    entry: "settings",
    needs: "listTaxRates",
    texts: [stockTexts, settingsTexts],
    load: () => import("./TaxRatesPage.tsx"),
  },
];
