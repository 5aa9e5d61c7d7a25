import type { Stories } from "../story.ts";
import { ACCOUNT_STORIES } from "./account.ts";
import { CLIENT_STORIES } from "./clients.ts";
import { FILE_STORIES } from "./files.ts";
import { MENU_STORIES } from "./menu.ts";
import { OFFER_STORIES } from "./offers.ts";
import { PLACE_STORIES } from "./places.ts";
import { SIGN_IN_STORIES } from "./signIn.ts";
import { TILL_STORIES } from "./till.ts";
import { VISIT_STORIES } from "./visits.ts";
import { WEBHOOK_STORIES } from "./webhooks.ts";

/** By operation id. An operation that is not here is asked as its schemas tell (automatic.ts). */
export const STORIES: Stories = {
  ...ACCOUNT_STORIES,
  ...CLIENT_STORIES,
  ...FILE_STORIES,
  ...MENU_STORIES,
  ...OFFER_STORIES,
  ...PLACE_STORIES,
  ...SIGN_IN_STORIES,
  ...TILL_STORIES,
  ...VISIT_STORIES,
  ...WEBHOOK_STORIES,
};
