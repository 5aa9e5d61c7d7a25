/** The weekdays as form values; 1 = Monday. */
export const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
/** The parts of a day: wall times within which the whole appointment must lie. */
export const PARTS = {
  morning: { starts: "00:00", ends: "13:00" },
  afternoon: { starts: "12:00", ends: "18:00" },
  evening: { starts: "17:00", ends: "24:00" },
} as const;
