import { messagesTexts } from "@daybook/i18n/messages";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const messageScreens: readonly Screen[] = [
  {
    path: "settings/messages",
    entry: "settings",
    needs: "getMessageSettings",
    texts: [messagesTexts, settingsTexts],
    load: () => import("./MessagesPage.tsx"),
  },
];
