import { accessStates } from "./access.ts";
import { businessStates } from "./business.ts";
import { calendarStates } from "./calendar.ts";
import { calendarFeedStates } from "./calendarFeeds.ts";
import { clientStates } from "./clients.ts";
import { connectorStates } from "./connectors.ts";
import { exportStates } from "./exports.ts";
import { importStates } from "./imports.ts";
import { kioskStates } from "./kiosks.ts";
import { menuStates } from "./menu.ts";
import { salesStates } from "./sales.ts";
import { sandboxStates } from "./sandboxes.ts";
import { settingsStates } from "./settings.ts";
import type { State } from "./state.ts";
import { teamStates } from "./team.ts";
import { waitlistStates } from "./waitlist.ts";

export const STATES: readonly State[] = [
  ...accessStates,
  ...businessStates,
  ...calendarStates,
  ...calendarFeedStates,
  ...clientStates,
  ...exportStates,
  ...importStates,
  ...connectorStates,
  ...kioskStates,
  ...menuStates,
  ...salesStates,
  ...sandboxStates,
  ...settingsStates,
  ...teamStates,
  ...waitlistStates,
];
