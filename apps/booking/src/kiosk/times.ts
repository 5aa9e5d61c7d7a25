import type { Formats } from "@daybook/i18n";

/** Formats the local time of a date-time from the API, which contains the location's UTC offset. */
export function clockTime(formats: Formats, instant: string): string {
  return formats.time(Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16)));
}
