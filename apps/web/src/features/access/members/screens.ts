import { membersTexts } from "@daybook/i18n/members";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const memberScreens: readonly Screen[] = [
  {
    path: "settings/users",
    entry: "settings",
    needs: "listBusinessMembers",
    texts: [membersTexts, settingsTexts],
    load: () => import("./MembersPage.tsx"),
  },
];
