import { dateOf } from "@daybook/engine";
import { createEntry } from "../features/booking/waitlist/index.ts";
import type { Appointment } from "./appointments.ts";
import type { Demo } from "./setUp.ts";

/** The number of clients on the waitlist, and the number of days in their windows, starting tomorrow. */
const WAITING = 5;
const DAYS = 14;
const MINUTES_BETWEEN = 47;

const TIMES = [
  { weekdays: [1, 2, 3, 4, 5], starts: "17:00", ends: "20:00" },
  { weekdays: [2, 4], starts: "09:00", ends: "13:00" },
  { weekdays: [6], starts: "09:00", ends: "17:00" },
] as const;

const NOTES = ["Any stylist is fine", null, "Only after work", null, "Call instead of writing"] as const;

/** Adds clients with upcoming appointments to the waitlist; each waits for the same services on the next 14 days. */
export async function fillWaitlist(demo: Demo, appointments: readonly Appointment[]): Promise<void> {
  const { tx, snapshot, today, now } = demo;
  const window = { from: dateOf(today + 1), to: dateOf(today + DAYS) };
  const coming = appointments.flatMap(({ booked }) =>
    booked !== undefined && Date.parse(booked.starts_at) > now && booked.status === "booked" ? [booked] : [],
  );
  const waiting = coming.filter(
    ({ client_id }, index) => coming.findIndex((other) => other.client_id === client_id) === index,
  );
  for (const [index, { client_id, location_id, items }] of waiting.slice(-WAITING).entries()) {
    const { weekdays, starts, ends } = TIMES[index % TIMES.length] ?? TIMES[0];
    const input = {
      client_id,
      location_id,
      items: items.map(({ service_id }) => ({ service_id })),
      windows: [{ ...window, weekdays: [...weekdays], starts, ends }],
      note: NOTES[index] ?? null,
    };
    const joinedAt = now - (WAITING - index) * MINUTES_BETWEEN * 60_000;
    await createEntry(tx, snapshot, input, { own: null, now: joinedAt, isSilent: true });
  }
}
