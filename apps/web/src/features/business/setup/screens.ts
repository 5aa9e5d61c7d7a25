import { locationsTexts } from "@daybook/i18n/locations";
import { setupTexts } from "@daybook/i18n/setup";
import { teamTexts } from "@daybook/i18n/team";
import type { Screen } from "../../../base/screen.ts";

export const setupScreens: readonly Screen[] = [
  {
    path: "setup",
    entry: "settings",
    needs: "createLocation",
    texts: [setupTexts, locationsTexts, teamTexts],
    load: () => import("./SetupPage.tsx"),
  },
];
