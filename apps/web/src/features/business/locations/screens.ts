import { locationsTexts } from "@daybook/i18n/locations";
import { settingsTexts } from "@daybook/i18n/settings";
import { teamTexts } from "@daybook/i18n/team";
import type { Screen } from "../../../base/screen.ts";

export const locationScreens: readonly Screen[] = [
  {
    path: "settings/locations",
    entry: "settings",
    needs: "listLocations",
    texts: [locationsTexts, settingsTexts],
    load: () => import("./LocationsPage.tsx"),
  },
  {
    path: "settings/locations/$location",
    entry: "settings",
    needs: "listLocations",
    texts: [locationsTexts, settingsTexts, teamTexts],
    load: () => import("./LocationPage.tsx"),
  },
];
