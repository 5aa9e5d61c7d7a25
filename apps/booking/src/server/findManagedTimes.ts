import { dateOf, dayAt, dayOf, zoneNamed } from "@daybook/engine";
import type { DataOf, Daybook } from "@daybook/sdk";
import type { FoundTimes } from "./findTimes.ts";
import type { PageHost } from "./host.ts";

const WINDOW_DAYS = 62;
const MAX_DAYS_AHEAD = 365;

/** Returns the days and start times to which the client can reschedule an appointment. */
export async function findManagedTimes(
  api: Daybook,
  host: PageHost,
  token: string,
  appointment: DataOf<"get", "/public/appointments/{token}">,
  chosen: string | undefined,
): Promise<FoundTimes> {
  const today = dayAt(zoneNamed(appointment.time_zone), host.now);
  const last = today + MAX_DAYS_AHEAD;
  const wanted = chosen ?? appointment.starts_at.slice(0, 10);
  const near = Math.min(Math.max(dayOf(wanted) ?? today, today), last);
  const from = Math.max(today, near - Number(dateOf(near).slice(8)) + 1);
  const read = (view: "days" | "slots", first: number, to: number) =>
    api.get("/public/appointments/{token}/availability", {
      path: { token },
      query: { view, from: dateOf(first), to: dateOf(to) },
    });
  const { days = [], next_available_at: later } = await read("days", from, from + WINDOW_DAYS - 1);
  const isOpen = days.some((day) => day.date === dateOf(near) && day.slots > 0);
  const nearest = days.find((day) => day.date >= dateOf(near) && day.slots > 0)?.date ?? later?.slice(0, 10);
  const date = chosen !== undefined || isOpen ? dateOf(near) : (nearest ?? dateOf(near));
  const day = dayOf(date) ?? today;
  const slots = (await read("slots", day, day)).slots ?? [];
  const next = days.find((each) => each.date > date && each.slots > 0)?.first ?? later;
  return {
    today: dateOf(today),
    last: dateOf(last),
    date,
    days,
    starts: slots.map((slot) => slot.starts_at).filter((at) => at !== appointment.starts_at),
    next: slots.length > 0 ? null : next,
  };
}
