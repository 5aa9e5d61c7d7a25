type DatePart = "day" | "month" | "year";

/** Returns the order in which a locale writes day, month and year. */
function dateOrder(locale: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", year: "numeric" });
  return parts
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DatePart => type === "day" || type === "month" || type === "year");
}

/**
 * Parses a typed date to `YYYY-MM-DD`; undefined if the date is incomplete or does not exist. Accepts `YYYY-MM-DD` in every
 * locale.
 */
export function readDate(typed: string, locale: string): string | undefined {
  const numbers = typed
    .trim()
    .split(/[^\d]+/)
    .filter(Boolean);
  if (numbers.length !== 3) return undefined;
  const order = (numbers[0]?.length ?? 0) === 4 ? (["year", "month", "day"] as const) : dateOrder(locale);
  const part = (name: DatePart) => numbers[order.indexOf(name)] ?? "";
  const [year, month, day] = [part("year"), part("month"), part("day")];
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return undefined;
  const text = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Rejects dates that do not exist, because `Date` converts 30 February to a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}

const PM = /p\.?\s?m/i;
const AM = /a\.?\s?m/i;

/** Parses a typed time to `HH:MM`: `9`, `930`, `9:30`, `9.30`, `9h30` and `9:30 pm`. Undefined for other texts. */
export function readTime(typed: string): string | undefined {
  const text = typed.trim();
  if (/[^\d\s.:hamp\u202f]/i.test(text)) return undefined;
  const numbers = text.match(/\d+/g) ?? [];
  const [first = "", second] = numbers;
  if (first === "" || numbers.length > 2 || first.length > 4 || (second?.length ?? 2) !== 2) return undefined;
  const isJoined = second === undefined && first.length > 2;
  const hours = Number(isJoined ? first.slice(0, -2) : first);
  const minutes = Number(isJoined ? first.slice(-2) : (second ?? 0));
  const isHalfDay = PM.test(text) || AM.test(text);
  if (minutes > 59 || hours > (isHalfDay ? 12 : 23)) return undefined;
  const hour = isHalfDay ? (hours % 12) + (PM.test(text) ? 12 : 0) : hours;
  return `${String(hour).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
