import { dayOf, instantsOf, type Zone } from "@daybook/engine";
import { parseInstant } from "../../../kernel/instants.ts";
import { type Problem, problem } from "./problems.ts";
import { type DateOrder, dateIn, lineOf, type Reading } from "./values.ts";

/** A start in a file: an instant, or a local time of the location (a date and minutes since midnight). */
export type StatedStart = { readonly at: number } | { readonly date: string; readonly minute: number };

const TIME = /(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(?:uhr|h)?\s*([ap])?\.?(?:m\.?)?$/i;
const WITH_TIME =
  /^(.*?)[\sT,]+(?:um |at |à )?(\d{1,2}(?:[:.h]\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s*(?:uhr|[ap]\.?m\.?))?|\d{1,2}\s*[ap]\.?m\.?)$/i;
const MINUTES_PER_DAY = 1440;

/**
 * Converts a time of day to minutes since local midnight. Accepts `14:30`, `14.30`, `14h30`, `2:30 PM`, `2 pm`, and the fraction of a
 * day that Excel stores.
 */
export function timeIn(cell: string): Reading<number> {
  const text = lineOf(cell);
  if (text === "") return { value: null };
  if (/^0?[.,]\d{3,}$/.test(text))
    return { value: Math.round(Number(text.replace(",", ".")) * MINUTES_PER_DAY) };
  const found = /^\d/.test(text) ? TIME.exec(text) : null;
  if (found === null || found.index !== 0) return problem("not_a_time");
  const [, hourText = "", minuteText, half] = found;
  if (minuteText === undefined && half === undefined && !/[h]|uhr/i.test(text)) return problem("not_a_time");
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  const isOf12 = half !== undefined;
  if (minute > 59 || hour > (isOf12 ? 12 : 23) || (isOf12 && hour === 0)) return problem("not_a_time");
  return { value: (isOf12 ? (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0) : hour) * 60 + minute };
}

/**
 * Converts a date and a time of day from one cell. Accepts ISO 8601 with or without an offset, a date as in `dateIn` followed by a time as
 * in `timeIn`, and Excel's serial day numbers with a fraction.
 */
export function startIn(cell: string, order: DateOrder): Reading<StatedStart> {
  const text = lineOf(cell);
  if (text === "") return { value: null };
  const iso = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/i.exec(text);
  if (iso !== null) {
    const zone = (iso[3] ?? "Z").replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
    const at = parseInstant(`${iso[1]}${iso[2] ?? ":00"}${zone}`);
    return at === undefined ? problem("not_a_date") : { value: { at } };
  }
  if (/^\d{5}[.,]\d+$/.test(text)) {
    const [days = "", fraction = ""] = text.split(/[.,]/);
    return combined(dateIn(days, order), timeIn(`0.${fraction.padEnd(3, "0")}`));
  }
  const [, date, time] = WITH_TIME.exec(text) ?? [];
  if (date === undefined || time === undefined) {
    const alone = dateIn(text, order, "future");
    return "value" in alone ? problem("no_time") : alone;
  }
  return combined(dateIn(date, order, "future"), timeIn(time));
}

export function combined(date: Reading<string>, time: Reading<number>): Reading<StatedStart> {
  if (!("value" in date)) return date;
  if (!("value" in time)) return time;
  if (date.value === null) return { value: null };
  return time.value === null ? problem("no_time") : { value: { date: date.value, minute: time.value } };
}

/**
 * Converts a start to an instant in the time zone of its location. A local time that occurs twice because of a clock change means the first
 * occurrence (contract §5). Returns a problem for a local time that a clock change skips, because no appointment can start then.
 */
export function startInZone(start: StatedStart, zone: Zone): number | Problem {
  if ("at" in start) return start.at;
  const day = dayOf(start.date);
  const [at] = day === undefined ? [] : instantsOf(zone, day, start.minute);
  return at ?? problem("skipped_time");
}

type StatedStatus = "booked" | "requested" | "ended";

/** The names of appointment statuses in other programs, in the languages of the app. */
const STATUSES: Readonly<Record<StatedStatus, RegExp>> = {
  booked:
    /^(booked|confirmed|accepted|scheduled|upcoming|new|active|approved|gebucht|bestätigt|neu|réservé|confirmé|reservad[ao]|confirmad[ao])$/i,
  requested:
    /^(requested|pending|unconfirmed|awaiting( confirmation)?|angefragt|unbestätigt|ausstehend|en attente|demandé|pendiente|solicitad[ao])$/i,
  ended:
    /^(arrived|started|checked in|in progress|completed?|done|finished|paid|checked out|cancell?ed( by .*)?|declined|rejected|deleted|no[ -_]?show|angekommen|abgeschlossen|erledigt|bezahlt|abgesagt|storniert|abgelehnt|nicht erschienen|terminé|payé|annulée?|refusé|absente?|completad[ao]|pagad[ao]|cancelad[ao]|anulad[ao]|rechazad[ao]|no presentad[ao])$/i,
};

/** Converts the status of an appointment. `ended` means that the appointment has started, is over or will not take place. */
export function statusIn(cell: string): Reading<StatedStatus> {
  const text = lineOf(cell).replaceAll("_", " ");
  if (text === "") return { value: null };
  const found = (Object.keys(STATUSES) as StatedStatus[]).find((status) => STATUSES[status].test(text));
  return found === undefined ? problem("not_a_status") : { value: found };
}
