import { calendarTexts } from "@daybook/i18n/calendar";
import type { Screen } from "../../../base/screen.ts";

export const calendarScreens: readonly Screen[] = [
  {
    path: "calendar",
    entry: "calendar",
    isStart: true,
    needs: "listAppointments",
    texts: [calendarTexts],
    load: () => import("./CalendarPage.tsx"),
    prefetch: () => import("./prefetch.ts"),
  },
];
