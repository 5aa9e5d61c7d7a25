import { salesTexts } from "@daybook/i18n/sales";
import type { Screen } from "../../../base/screen.ts";

export const salesScreens: readonly Screen[] = [
  {
    path: "sales",
    entry: "sales",
    isStart: true,
    needs: "listSales",
    texts: [salesTexts],
    load: () => import("./SalesPage.tsx"),
  },
  {
    path: "sales/$sale",
    entry: "sales",
    needs: "getSale",
    texts: [salesTexts],
    load: () => import("./SalePage.tsx"),
  },
  {
    path: "checkout",
    entry: "sales",
    needs: "createSale",
    texts: [salesTexts],
    load: () => import("./CheckoutPage.tsx"),
  },
];
