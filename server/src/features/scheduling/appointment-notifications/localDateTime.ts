import { localText, MINUTE, offsetMinutesAt, zoneNamed } from "@daybook/engine";

/**
 * Formats an instant as a local date and time with the weekday: `Sunday, 31 October 2027 at 02:30`. The engine computes the local time,
 * because the engine's time-zone data is newer than the runtime's. The runtime formats this local time as a time in UTC.
 */
export function localDateTime(dateLocale: string, timeZone: string, at: number): string {
  return formatted(dateLocale, timeZone, at, "full");
}

/** Formats an instant for text messages, without year and seconds: `Sun, 31 Oct, 02:30`. */
export function shortDateTime(dateLocale: string, timeZone: string, at: number): string {
  return formatted(dateLocale, timeZone, at, "short");
}

function formatted(dateLocale: string, timeZone: string, at: number, style: keyof typeof STYLES): string {
  const wallAt = at + offsetMinutesAt(zoneNamed(timeZone), at) * MINUTE;
  // Replaces the narrow and non-breaking spaces that the runtime writes into times, because some mail programs do not display these
  // characters.
  return formatOf(dateLocale, style)
    .format(wallAt)
    .replaceAll(/[\u00a0\u202f]/g, " ");
}

/**
 * Returns the time zone with its UTC offset at an instant: `Europe/Berlin, UTC+01:00`. The offset distinguishes the two hours that a
 * clock change repeats.
 */
export function zoneLabel(timeZone: string, at: number): string {
  return `${timeZone}, UTC${localText(zoneNamed(timeZone), at).slice(-6)}`;
}

const STYLES = {
  full: { dateStyle: "full", timeStyle: "short" },
  short: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
} as const;

/** Formatters by locale and style, cached because creating one takes a tenth of a millisecond. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(dateLocale: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${style} ${dateLocale}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(dateLocale, {
    calendar: "gregory",
    numberingSystem: "latn",
    timeZone: "UTC",
    ...STYLES[style],
  });
  formats.set(key, format);
  return format;
}
