import type { Stories } from "../story.ts";
import { ACCOUNT_STORIES } from "./account.ts";
import { APPOINTMENT_STORIES } from "./appointments.ts";
import { BOOKING_STORIES } from "./booking.ts";
import { CLIENT_STORIES } from "./clients.ts";
import { EXPORT_STORIES } from "./exports.ts";
import { FILE_STORIES } from "./files.ts";
import { IMPORT_STORIES } from "./imports.ts";
import { KIOSK_STORIES } from "./kiosks.ts";
import { LOCATION_STORIES } from "./locations.ts";
import { MENU_STORIES } from "./menu.ts";
import { PRICE_RULE_STORIES } from "./priceRules.ts";
import { SANDBOX_STORIES } from "./sandboxes.ts";
import { SAVED_CARD_STORIES } from "./savedCards.ts";
import { SIGN_IN_STORIES } from "./signIn.ts";
import { TILL_STORIES } from "./till.ts";
import { WAITLIST_STORIES } from "./waitlist.ts";
import { WEBHOOK_STORIES } from "./webhooks.ts";

/** Stories by operationId. Operations without a story are recorded from their schemas (automatic.ts). */
export const STORIES: Stories = {
  ...ACCOUNT_STORIES,
  ...BOOKING_STORIES,
  ...CLIENT_STORIES,
  ...EXPORT_STORIES,
  ...FILE_STORIES,
  ...IMPORT_STORIES,
  ...KIOSK_STORIES,
  ...MENU_STORIES,
  ...PRICE_RULE_STORIES,
  ...LOCATION_STORIES,
  ...SANDBOX_STORIES,
  ...SAVED_CARD_STORIES,
  ...SIGN_IN_STORIES,
  ...TILL_STORIES,
  ...APPOINTMENT_STORIES,
  ...WAITLIST_STORIES,
  ...WEBHOOK_STORIES,
};
