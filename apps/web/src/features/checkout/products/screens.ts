import { settingsTexts } from "@daybook/i18n/settings";
import { stockTexts } from "@daybook/i18n/stock";
import type { Screen } from "../../../base/screen.ts";

export const productScreens: readonly Screen[] = [
  {
    path: "settings/products",
    entry: "settings",
    needs: "listProducts",
    texts: [stockTexts, settingsTexts],
    load: () => import("./ProductsPage.tsx"),
  },
];
