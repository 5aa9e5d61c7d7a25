import type { Screen } from "../base/screen.ts";
import { apiKeyScreens } from "../features/access/api-keys/screens.ts";
import { connectorScreens } from "../features/access/connectors/screens.ts";
import { memberScreens } from "../features/access/members/screens.ts";
import { sessionScreens } from "../features/access/sessions/screens.ts";
import { kioskScreens } from "../features/booking/kiosks/screens.ts";
import { waitlistScreens } from "../features/booking/waitlist/screens.ts";
import { auditScreens } from "../features/business/audit-log/screens.ts";
import { bookingPageScreens } from "../features/business/booking-page/screens.ts";
import { settingsScreens } from "../features/business/businesses/screens.ts";
import { locationScreens } from "../features/business/locations/screens.ts";
import { policyScreens } from "../features/business/policies/screens.ts";
import { sandboxScreens } from "../features/business/sandboxes/screens.ts";
import { menuScreens } from "../features/business/services/screens.ts";
import { setupScreens } from "../features/business/setup/screens.ts";
import { teamScreens } from "../features/business/staff/screens.ts";
import { taxRateScreens } from "../features/business/tax-rates/screens.ts";
import { closingScreens } from "../features/checkout/day-closings/screens.ts";
import { paymentScreens } from "../features/checkout/payments/screens.ts";
import { prepaidScreens } from "../features/checkout/prepaid/screens.ts";
import { productScreens } from "../features/checkout/products/screens.ts";
import { promotionScreens } from "../features/checkout/promotions/screens.ts";
import { reportScreens } from "../features/checkout/reports/screens.ts";
import { salesScreens } from "../features/checkout/sales/screens.ts";
import { clientScreens } from "../features/clients/clients/screens.ts";
import { formTemplateScreens } from "../features/clients/forms/screens.ts";
import { calendarScreens } from "../features/scheduling/calendar/screens.ts";
import { calendarFeedScreens } from "../features/scheduling/calendar-feeds/screens.ts";
import { messageScreens } from "../features/scheduling/message-settings/screens.ts";
import { exportScreens } from "../features/transfer/exports/screens.ts";
import { importScreens } from "../features/transfer/imports/screens.ts";
import { webhookScreens } from "../features/webhooks/screens.ts";

/** All screens below `/app/{business}/`, collected from the `screens.ts` of each feature. */
export const SCREENS: readonly Screen[] = [
  ...calendarScreens,
  ...clientScreens,
  ...waitlistScreens,
  ...menuScreens,
  ...salesScreens,
  ...teamScreens,
  ...closingScreens,
  ...reportScreens,
  ...settingsScreens,
  ...setupScreens,
  ...locationScreens,
  ...kioskScreens,
  ...policyScreens,
  ...bookingPageScreens,
  ...messageScreens,
  ...formTemplateScreens,
  ...taxRateScreens,
  ...productScreens,
  ...prepaidScreens,
  ...promotionScreens,
  ...paymentScreens,
  ...memberScreens,
  ...apiKeyScreens,
  ...sessionScreens,
  ...webhookScreens,
  ...connectorScreens,
  ...calendarFeedScreens,
  ...importScreens,
  ...exportScreens,
  ...sandboxScreens,
  ...auditScreens,
];
