import { calendarTexts } from "@daybook/i18n/calendar";
import type { Screen } from "../../../base/screen.ts";

export const calendarScreens: readonly Screen[] = [
  {
    path: "calendar",
    entry: "calendar",
    isStart: true,
    needs: "listAppointments",
    texts: [calendarTexts],
    // main.tsx makes both modules part of the first download.
    load: () => import("./CalendarPage.tsx"),
    prefetch: async (...request) => (await import("./prefetch.ts")).prefetch(...request),
  },
];
