import type { Screen } from "../base/screen.ts";
import { menuScreens } from "../features/business/services/screens.ts";
import { teamScreens } from "../features/business/staff/screens.ts";
import { salesScreens } from "../features/checkout/sales/screens.ts";
import { clientScreens } from "../features/clients/clients/screens.ts";
import { calendarScreens } from "../features/scheduling/calendar/screens.ts";

/** Every screen below `/app/{business}/`. A feature lists its own in its `screens.ts`. */
export const SCREENS: readonly Screen[] = [
  ...calendarScreens,
  ...clientScreens,
  ...menuScreens,
  ...salesScreens,
  ...teamScreens,
];
