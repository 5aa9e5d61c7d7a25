import { connectorsTexts } from "@daybook/i18n/connectors";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const connectorScreens: readonly Screen[] = [
  {
    path: "settings/connectors",
    entry: "settings",
    needs: "listApiKeys",
    texts: [connectorsTexts, settingsTexts],
    load: () => import("./ConnectorsPage.tsx"),
  },
];
