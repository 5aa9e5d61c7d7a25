import { prepaidTexts } from "@daybook/i18n/prepaid";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const prepaidScreens: readonly Screen[] = [
  {
    path: "settings/prepaid",
    entry: "settings",
    needs: "listPackages",
    texts: [prepaidTexts, settingsTexts],
    load: () => import("./PrepaidPage.tsx"),
  },
];
