/** The first accepted instant, 1900-01-01T00:00:00Z; milliseconds since the epoch (contract §1). */
const FIRST_AT = Date.UTC(1900, 0, 1);
/** The last accepted instant, 2200-12-31T23:59:59.999Z; milliseconds since the epoch (contract §1). */
export const LAST_INSTANT = Date.UTC(2201, 0, 1) - 1;

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * Parses an RFC 3339 date-time. Returns the milliseconds since the epoch, or undefined if the text is invalid: the offset is
 * required, the date must exist, and the instant must lie in the years 1900–2200. Fractions of a millisecond are truncated
 * (contract §1).
 */
export function parseInstant(text: string): number | undefined {
  const found = DATE_TIME.exec(text);
  if (found === null || text[10] === " ") return undefined;
  const part = (index: number) => Number(found[index] ?? 0);
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(9), part(10)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;
  // Date.UTC maps the years 0–99 to 1900–1999.
  if (part(1) < 100 || !isCalendarDate(part(1), part(2), part(3))) return undefined;
  const milliseconds = Number((found[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const offset = (offsetHour * 60 + offsetMinute) * 60_000 * (found[8] === "-" ? -1 : 1);
  const at = Date.UTC(part(1), part(2) - 1, part(3), hour, minute, second, milliseconds) - offset;
  return at >= FIRST_AT && at <= LAST_INSTANT ? at : undefined;
}

/** Returns whether a text is an existing date in the format `YYYY-MM-DD`, in the years 1900–2200. */
export function isDate(text: string): boolean {
  const found = DATE.exec(text);
  if (found === null) return false;
  const year = Number(found[1]);
  return year >= 1900 && year <= 2200 && isCalendarDate(year, Number(found[2]), Number(found[3]));
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(2000, 0, 1));
  at.setUTCFullYear(year, month - 1, day);
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
}

/** Returns the milliseconds since the epoch of a date-time that a schema has validated; throws RangeError for any other text. */
export function instantOf(text: string): number {
  const at = parseInstant(text);
  if (at === undefined)
    throw new RangeError(`${text} is not a date-time. Schema validation should have rejected this value.`);
  return at;
}
