import { dateOf, dayAt, dayOf, zoneNamed } from "@daybook/engine";
import type { Visit } from "./visit.ts";

/** The days of a date range, and the start times on the day `date`. */
export interface FoundTimes {
  readonly today: string;
  /** The last day that visitors can choose. */
  readonly last: string;
  readonly date: string;
  readonly days: readonly { readonly date: string; readonly slots: number; readonly first: string | null }[];
  readonly starts: readonly string[];
  /** The first start time after `date`. Null if `date` has start times or if no later day has start times. */
  readonly next: string | null;
}

/** The maximum number of days in one availability request. */
const WINDOW_DAYS = 62;
const MAX_DAYS_AHEAD = 365;

/** Returns the staff id to request for each service: the id of the chosen staff member if they perform the service, otherwise `any`. */
export function staffIdsOf({ services, choice: { staffId } }: Visit): string[] {
  return services.map(({ staff }) =>
    staffId !== undefined && staff.some((member) => member.staff_id === staffId) ? staffId : "any",
  );
}

/** Returns the visitor token and the chosen client. The API requires both for services that require a patch test. */
export function personInput({ progress: { visitorToken, person } }: Visit) {
  return {
    ...(visitorToken === undefined ? {} : { visitorToken }),
    person: visitorToken === undefined || person === undefined || person === "new" ? {} : { person },
  };
}

/**
 * Adds the start time of the visitor's hold, so that the visitor can go back and choose the same time again. The API does not
 * return this start time, because the hold occupies it.
 */
function withHeldStart(
  { progress: { hold }, services, host }: Visit,
  date: string,
  starts: string[],
): string[] {
  const isForServices =
    hold?.items.map(({ serviceId }) => serviceId).join() === services.map(({ id }) => id).join();
  if (hold === undefined || !isForServices || hold.expiresAt <= host.now) return starts;
  if (hold.startsAt.slice(0, 10) !== date || starts.includes(hold.startsAt)) return starts;
  return [...starts, hold.startsAt].sort((one, other) => Date.parse(one) - Date.parse(other));
}

/**
 * Reads the days from the first day of the chosen month or today, whichever is later, and the start times of the chosen day. Without a
 * chosen day, uses the first day with start times.
 */
export async function findTimes(visit: Visit): Promise<FoundTimes> {
  const { api, slug, location, services, choice, host } = visit;
  const today = dayAt(zoneNamed(location.time_zone), host.now);
  const last = today + MAX_DAYS_AHEAD;
  const wanted = Math.min(Math.max(dayOf(choice.date ?? "") ?? today, today), last);
  const monthStart = wanted - Number(dateOf(wanted).slice(8)) + 1;
  const from = Math.max(today, monthStart);
  const { person, ...input } = personInput(visit);
  const query = {
    location_id: location.id,
    service_ids: services.map(({ id }) => id),
    staff_ids: staffIdsOf(visit),
    ...person,
  };
  const read = (view: "days" | "slots", first: number, to: number) =>
    api.get("/public/businesses/{slug}/availability", {
      path: { slug },
      query: { ...query, view, from: dateOf(first), to: dateOf(to) },
      ...input,
    });
  const { days = [], next_available_at: later } = await read("days", from, from + WINDOW_DAYS - 1);
  const firstOpen = days.find(({ slots }) => slots > 0)?.first ?? later;
  const date = choice.date === undefined ? (firstOpen?.slice(0, 10) ?? dateOf(wanted)) : dateOf(wanted);
  const count = days.find((day) => day.date === date);
  const day = dayOf(date) ?? today;
  const slots = count?.slots === 0 ? [] : ((await read("slots", day, day)).slots ?? []);
  const next = days.find((each) => each.date > date && each.slots > 0)?.first ?? later;
  return {
    today: dateOf(today),
    last: dateOf(last),
    date,
    days,
    starts: withHeldStart(
      visit,
      date,
      slots.map((slot) => slot.starts_at),
    ),
    next: slots.length > 0 ? null : next,
  };
}
