import { closingsTexts } from "@daybook/i18n/closings";
import type { Screen } from "../../../base/screen.ts";

export const closingScreens: readonly Screen[] = [
  {
    path: "day-closings",
    entry: "sales",
    needs: "listDayClosings",
    texts: [closingsTexts],
    load: () => import("./ClosingsPage.tsx"),
  },
];
