import pg from "pg";

/**
 * Parsers of PostgreSQL's text format. Instants become milliseconds since the epoch. Sessions run in UTC, so a timestamptz is always
 * `2027-03-29 07:00:00[.123456]+00`; reading its digits is five times faster than `Date.parse`.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    return TEXT.get(oid) ?? pg.types.getTypeParser(oid, format ?? "text");
  },
} as pg.CustomTypesConfig;

/** Converts PostgreSQL's text for a timestamptz in a UTC session to milliseconds since the epoch. */
export function instantOfText(value: string): number {
  const two = (at: number) => (value.charCodeAt(at) - 48) * 10 + (value.charCodeAt(at + 1) - 48);
  const seconds = Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17));
  if (value.charCodeAt(19) !== 46) return seconds;
  const fraction = value.slice(20, value.indexOf("+", 20));
  return seconds + Number(`${fraction}00`.slice(0, 3));
}

const TEXT = new Map<number, (value: string) => unknown>([
  [20, Number],
  [1082, (value) => value],
  [1184, instantOfText],
  [1185, (value) => (value === "{}" ? [] : value.slice(2, -2).split('","').map(instantOfText))],
]);
