import type { Formats } from "@daybook/i18n";

/** Returns the time of a date-time as the location's clocks show it: the API writes it with the location's offset. */
export function clockTime(formats: Formats, instant: string): string {
  return formats.time(Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16)));
}
