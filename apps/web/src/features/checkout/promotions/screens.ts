import { promotionsTexts } from "@daybook/i18n/promotions";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const promotionScreens: readonly Screen[] = [
  {
    path: "settings/promotions",
    entry: "settings",
    needs: "listPromotions",
    texts: [promotionsTexts, settingsTexts],
    load: () => import("./PromotionsPage.tsx"),
  },
];
