import { policiesTexts } from "@daybook/i18n/policies";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const policyScreens: readonly Screen[] = [
  {
    path: "settings/policies",
    entry: "settings",
    needs: "getPolicy",
    texts: [policiesTexts, settingsTexts],
    load: () => import("./PolicyPage.tsx"),
  },
];
