import { depositsTexts } from "@daybook/i18n/deposits";
import { paymentsTexts } from "@daybook/i18n/payments";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const paymentScreens: readonly Screen[] = [
  {
    path: "deposits",
    entry: "sales",
    needs: "listDeposits",
    texts: [depositsTexts],
    load: () => import("./DepositsPage.tsx"),
  },
  {
    path: "settings/payments",
    entry: "settings",
    needs: "getPaymentAccount",
    texts: [paymentsTexts, settingsTexts],
    load: () => import("./AccountPage.tsx"),
  },
];
