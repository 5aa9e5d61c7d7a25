import { weekdayOf } from "@daybook/engine";
import { bookRecurring } from "../features/scheduling/appointments/index.ts";
import type { DemoClient } from "./clients.ts";
import type { Demo } from "./demo.ts";
import { SET_UP_DAYS_AGO } from "./salon.ts";

/** Recurring appointments: service, staff member, location, weekday (1 = Monday), start, and interval in weeks. */
const REGULARS = [
  ["Long cut", "Zoë", "Lindenhof", 2, "09:00", 2],
  ["Cut and beard", "Mateusz", "Ostbahnhof", 4, "12:00", 2],
  ["Manicure", "Inês", "Lindenhof", 3, "17:00", 1],
  ["Classic facial", "Nadia", "Lindenhof", 4, "10:00", 3],
] as const;

/**
 * Books recurring appointments that begin within the next week. `loadDemo` books these before all other appointments, so that
 * the times are free.
 */
export async function bookRegulars(demo: Demo, clients: readonly DemoClient[]): Promise<void> {
  const { tx, snapshot, idOf, today, at } = demo;
  const now = at(2 - SET_UP_DAYS_AGO, "10:00");
  for (const [index, [service, staff, location, weekday, starts, everyWeeks]] of REGULARS.entries()) {
    const group = clients.filter(({ group }) => group === (staff === "Mateusz" ? "men" : "women"));
    const booking = {
      location_id: idOf(location),
      client_id: group[4 * index]?.id ?? "",
      startsAt: at(1 + ((weekday - weekdayOf(today + 1) + 7) % 7), starts),
      items: [{ service_id: idOf(service), staff_id: idOf(staff) }],
      status: "booked" as const,
      source: "app" as const,
      everyWeeks,
      occurrences: 4,
    };
    await bookRecurring(tx, snapshot, { ...booking, now }, async (piece) => piece());
  }
}
