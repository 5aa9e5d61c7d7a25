import { kiosksTexts } from "@daybook/i18n/kiosks";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const kioskScreens: readonly Screen[] = [
  {
    path: "settings/kiosks",
    entry: "settings",
    needs: "listKiosks",
    texts: [kiosksTexts, settingsTexts],
    load: () => import("./KiosksPage.tsx"),
  },
];
