import { localText, MINUTE, offsetMinutesAt, zoneNamed } from "@daybook/engine";

/**
 * An instant as somebody at the place would say it, with weekday: `Sunday, 31 October 2027 at 02:30`. The wall time is the
 * engine's, whose time-zone data is current; of the runtime come the names of days and months and their order alone,
 * asked for a time in UTC that reads the same.
 */
export function localDateTime(dateLocale: string, timeZone: string, at: number): string {
  const wallAt = at + offsetMinutesAt(zoneNamed(timeZone), at) * MINUTE;
  // The runtime puts narrow and unbreakable spaces into times, which not every mail program shows.
  return formatOf(dateLocale)
    .format(wallAt)
    .replaceAll(/[\u00a0\u202f]/g, " ");
}

/** Which zone that is, and how far from UTC at that moment: of an hour that occurs twice, which of the two. */
export function zoneLabel(timeZone: string, at: number): string {
  return `${timeZone}, UTC${localText(zoneNamed(timeZone), at).slice(-6)}`;
}

/** A formatter takes a tenth of a millisecond to make; there are as many as countries that speak our languages. */
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
