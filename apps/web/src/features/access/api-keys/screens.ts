import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const apiKeyScreens: readonly Screen[] = [
  {
    path: "settings/api-keys",
    entry: "settings",
    needs: "listApiKeys",
    texts: [apiKeysTexts, settingsTexts],
    load: () => import("./ApiKeysPage.tsx"),
  },
];
