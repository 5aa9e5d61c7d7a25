import { exportsTexts } from "@daybook/i18n/exports";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const exportScreens: readonly Screen[] = [
  {
    path: "settings/exports",
    entry: "settings",
    needs: "listExports",
    texts: [exportsTexts, settingsTexts],
    load: () => import("./ExportsPage.tsx"),
  },
];
