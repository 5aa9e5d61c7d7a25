import { depositsTexts } from "@daybook/i18n/deposits";
import type { Screen } from "../../../base/screen.ts";

export const depositScreens: readonly Screen[] = [
  {
    path: "deposits",
    entry: "sales",
    needs: "listDeposits",
    texts: [depositsTexts],
    load: () => import("./DepositsPage.tsx"),
  },
];
