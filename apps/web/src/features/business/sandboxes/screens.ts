import { businessTexts } from "@daybook/i18n/business";
import { sandboxTexts } from "@daybook/i18n/sandbox";
import { settingsTexts } from "@daybook/i18n/settings";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import type { Screen } from "../../../base/screen.ts";

export const sandboxScreens: readonly Screen[] = [
  {
    path: "settings/sandbox",
    entry: "settings",
    needs: "advanceTestClock",
    texts: [businessTexts, sandboxTexts, settingsTexts, webhooksTexts],
    load: () => import("./SandboxPage.tsx"),
  },
];
