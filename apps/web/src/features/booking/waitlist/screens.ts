import { waitlistTexts } from "@daybook/i18n/waitlist";
import type { Screen } from "../../../base/screen.ts";

export const waitlistScreens: readonly Screen[] = [
  {
    path: "waitlist",
    entry: "waitlist",
    isStart: true,
    needs: "listWaitlistEntries",
    texts: [waitlistTexts],
    load: () => import("./WaitlistPage.tsx"),
  },
];
