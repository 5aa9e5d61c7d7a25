import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { locationsTexts } from "@daybook/i18n/locations";
import { settingsTexts } from "@daybook/i18n/settings";
import type { Screen } from "../../../base/screen.ts";

export const bookingPageScreens: readonly Screen[] = [
  {
    path: "settings/booking-page",
    entry: "settings",
    needs: "getBookingPage",
    texts: [bookingPageTexts, settingsTexts, locationsTexts],
    load: () => import("./BookingPagePage.tsx"),
  },
];
