import { accessStates } from "./access.ts";
import { calendarStates } from "./calendar.ts";
import { clientStates } from "./clients.ts";
import type { State } from "./state.ts";

/** All states, one file for each feature. */
export const STATES: readonly State[] = [...accessStates, ...calendarStates, ...clientStates];
