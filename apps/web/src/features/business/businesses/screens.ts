import { businessTexts } from "@daybook/i18n/business";
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
  {
    path: "settings/business",
    entry: "settings",
    needs: "updateBusiness",
    texts: [businessTexts, settingsTexts],
    load: () => import("./BusinessPage.tsx"),
  },
  {
    path: "settings/client-fields",
    entry: "settings",
    needs: "updateClientField",
    texts: [businessTexts, settingsTexts],
    load: () => import("./ClientFieldsPage.tsx"),
  },
];
