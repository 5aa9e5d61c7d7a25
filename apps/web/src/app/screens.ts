import type { Screen } from "../base/screen.ts";
import { apiKeyScreens } from "../features/access/api-keys/screens.ts";
import { settingsScreens } from "../features/business/businesses/screens.ts";
import { menuScreens } from "../features/business/services/screens.ts";
import { teamScreens } from "../features/business/staff/screens.ts";
import { salesScreens } from "../features/checkout/sales/screens.ts";
import { clientScreens } from "../features/clients/clients/screens.ts";
import { calendarScreens } from "../features/scheduling/calendar/screens.ts";
import { webhookScreens } from "../features/webhooks/screens.ts";

/** All screens below `/app/{business}/`, from the `screens.ts` of each feature. */
export const SCREENS: readonly Screen[] = [
  ...calendarScreens,
  ...clientScreens,
  ...menuScreens,
  ...salesScreens,
  ...teamScreens,
  ...settingsScreens,
  ...apiKeyScreens,
  ...webhookScreens,
];
