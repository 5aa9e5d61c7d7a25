import { sessionsTexts } from "@daybook/i18n/sessions";
import type { Screen } from "../../../base/screen.ts";

export const sessionScreens: readonly Screen[] = [
  {
    path: "settings/sessions",
    entry: "settings",
    texts: [sessionsTexts],
    load: () => import("./SessionsPage.tsx"),
  },
];
