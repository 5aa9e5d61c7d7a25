import { calendarTexts } from "@daybook/i18n/calendar";
import type { Screen } from "../../../base/screen.ts";

export const calendarScreens: readonly Screen[] = [
  {
    path: "calendar",
    entry: "calendar",
    isStart: true,
    needs: "listAppointments",
    texts: [calendarTexts],
    // `main.tsx` includes both modules in the initial download.
    load: () => import("./CalendarPage.tsx"),
    prefetch: async (...request) => (await import("./prefetch.ts")).prefetch(...request),
  },
];
