import { weekdayOf } from "@daybook/engine";
import { bookRecurring } from "../features/scheduling/appointments/index.ts";
import type { DemoClient } from "./clients.ts";
import { type Demo, timeOn } from "./demo.ts";
import { SET_UP_DAYS_AGO } from "./salon.ts";

/** Recurring appointments: service, staff member, location, weekday (1 = Monday), start, and interval in weeks. */
const REGULARS = [
  ["Long cut", "Zoë", "Lindenhof", 2, "09:00", 2],
  ["Cut and beard", "Mateusz", "Ostbahnhof", 4, "12:00", 2],
  ["Manicure", "Inês", "Lindenhof", 3, "17:00", 1],
  ["Classic facial", "Nadia", "Lindenhof", 4, "10:00", 3],
  ["Blow-dry", "Aylin", "Lindenhof", 5, "11:00", 1],
] as const;

/**
 * Books recurring appointments that begin within the next week. They are booked before all others, so that their times are
 * free.
 */
export async function bookRegulars(demo: Demo, clients: readonly DemoClient[]): Promise<void> {
  const { tx, idOf, today } = demo;
  for (const [index, [service, staff, location, weekday, starts, everyWeeks]] of REGULARS.entries()) {
    const day = 1 + ((weekday - weekdayOf(today + 1) + 7) % 7);
    const regular = clients.filter(({ group }) => group === (staff === "Mateusz" ? "men" : "women"));
    const booking = {
      location_id: idOf(location),
      client_id: regular[4 * index]?.id ?? "",
      startsAt: timeOn(demo, day, starts),
      items: [{ service_id: idOf(service), staff_id: idOf(staff) }],
      status: "booked" as const,
      source: "app" as const,
      everyWeeks,
      occurrences: 4,
    };
    const now = timeOn(demo, 2 - SET_UP_DAYS_AGO, "10:00");
    await bookRecurring(tx, demo.snapshot, { ...booking, now }, async (piece) => piece());
  }
}
