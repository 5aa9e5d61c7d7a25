import { teamTexts } from "@daybook/i18n/team";
import type { Screen } from "../../../base/screen.ts";

export const teamScreens: readonly Screen[] = [
  {
    path: "team",
    entry: "team",
    isStart: true,
    needs: "listStaffMembers",
    texts: [teamTexts],
    load: () => import("./TeamPage.tsx"),
  },
  {
    path: "team/$staff",
    entry: "team",
    needs: "getStaffHours",
    texts: [teamTexts],
    load: () => import("./MemberPage.tsx"),
  },
];
