import { importsTexts } from "@daybook/i18n/imports";
import { menuTexts } from "@daybook/i18n/menu";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const importScreens: readonly Screen[] = [
  {
    path: "settings/imports",
    entry: "settings",
    needs: "listImports",
    texts: [importsTexts, menuTexts, settingsTexts],
    load: () => import("./ImportsPage.tsx"),
  },
];
