import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const settingsScreens: readonly Screen[] = [
  {
    path: "settings",
    entry: "settings",
    isStart: true,
    needs: "updateClientField",
    texts: [settingsTexts],
    load: () => import("./SettingsPage.tsx"),
  },
];
