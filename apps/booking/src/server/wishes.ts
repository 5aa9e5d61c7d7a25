/** The weekdays as form values, from 1 (Monday) to 7 (Sunday). */
export const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
/** The parts of a day as local times. The whole appointment must be within one of the chosen parts. */
export const PARTS = {
  morning: { starts: "00:00", ends: "13:00" },
  afternoon: { starts: "12:00", ends: "18:00" },
  evening: { starts: "17:00", ends: "24:00" },
} as const;
