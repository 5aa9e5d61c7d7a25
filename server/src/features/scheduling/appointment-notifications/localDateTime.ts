import { localText, MINUTE, offsetMinutesAt, zoneNamed } from "@daybook/engine";

/**
 * Formats an instant as a local date and time with the weekday: `Sunday, 31 October 2027 at 02:30`. The engine computes the
 * wall time, because its time-zone data is current; the runtime only formats it, as if it were in UTC.
 */
export function localDateTime(dateLocale: string, timeZone: string, at: number): string {
  const wallAt = at + offsetMinutesAt(zoneNamed(timeZone), at) * MINUTE;
  // The runtime uses narrow and non-breaking spaces in times, which some mail programs do not display.
  return formatOf(dateLocale)
    .format(wallAt)
    .replaceAll(/[\u00a0\u202f]/g, " ");
}

/**
 * Returns the time zone with its UTC offset at an instant: `Europe/Berlin, UTC+01:00`. When a clock change repeats an hour, the
 * offset tells the two apart.
 */
export function zoneLabel(timeZone: string, at: number): string {
  return `${timeZone}, UTC${localText(zoneNamed(timeZone), at).slice(-6)}`;
}

/** Formatters by locale. Creating one takes a tenth of a millisecond, and there are few locales. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(dateLocale: string): Intl.DateTimeFormat {
  const known = formats.get(dateLocale);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(dateLocale, {
    calendar: "gregory",
    numberingSystem: "latn",
    timeZone: "UTC",
    dateStyle: "full",
    timeStyle: "short",
  });
  formats.set(dateLocale, format);
  return format;
}
