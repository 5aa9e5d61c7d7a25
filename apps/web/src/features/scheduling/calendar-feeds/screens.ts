import { calendarFeedsTexts } from "@daybook/i18n/calendarFeeds";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const calendarFeedScreens: readonly Screen[] = [
  {
    path: "settings/calendar-feeds",
    entry: "settings",
    needs: "listCalendarFeeds",
    texts: [calendarFeedsTexts, settingsTexts],
    load: () => import("./CalendarFeedsPage.tsx"),
  },
];
