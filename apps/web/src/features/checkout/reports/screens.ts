import { reportsTexts } from "@daybook/i18n/reports";
import type { Screen } from "../../../base/screen.ts";

export const reportScreens: readonly Screen[] = [
  {
    path: "reports",
    entry: "reports",
    isStart: true,
    needs: "getOverviewReport",
    texts: [reportsTexts],
    load: () => import("./ReportsPage.tsx"),
  },
];
