import { calendarTexts } from "@daybook/i18n/calendar";
import type { Screen } from "../../../base/screen.ts";
import CalendarPage from "./CalendarPage.tsx";
import { prefetch } from "./prefetch.ts";

export const calendarScreens: readonly Screen[] = [
  {
    path: "calendar",
    entry: "calendar",
    isStart: true,
    needs: "listAppointments",
    texts: [calendarTexts],
    // Part of the first download, because the app starts with this screen.
    load: async () => ({ default: CalendarPage }),
    prefetch,
  },
];
