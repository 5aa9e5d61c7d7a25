import { importsTexts } from "@daybook/i18n/imports";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const importScreens: readonly Screen[] = [
  {
    path: "settings/imports",
    entry: "settings",
    needs: "listImports",
    texts: [importsTexts, settingsTexts],
    load: () => import("./ImportsPage.tsx"),
  },
];
