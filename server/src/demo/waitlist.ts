import { dateOf, MINUTE } from "@daybook/engine";
import {
  createEntry,
  createTeamOffer,
  entryMatches,
  OfferTaken,
} from "../features/booking/waitlist/index.ts";
import { ApiError } from "../kernel/errors.ts";
import type { Appointment } from "./appointments.ts";
import type { Demo } from "./demo.ts";

/** The number of days in the windows of the entries, starting tomorrow. */
const DAYS = 14;
const OFFER_AHEAD_MS = 48 * 60 * MINUTE;

/** The entries of the waitlist: weekdays, times and note. */
const ENTRIES = [
  { weekdays: [1, 2, 3, 4, 5], starts: "17:00", ends: "20:00", note: "Any stylist is fine" },
  { weekdays: [2, 4], starts: "09:00", ends: "13:00", note: null },
  { weekdays: [6], starts: "09:00", ends: "17:00", note: "Only after work" },
  { weekdays: [1, 2, 3, 4, 5], starts: "17:00", ends: "20:00", note: null },
  { weekdays: [2, 4], starts: "09:00", ends: "13:00", note: "Call instead of writing" },
] as const;

/**
 * Adds clients with upcoming appointments to the waitlist, each for the same services on the next days, and makes one offer that
 * is pending. Its client has no address, and the team makes all offers, so that the demo sends no e-mail.
 */
export async function fillWaitlist(demo: Demo, appointments: readonly Appointment[]): Promise<void> {
  const { tx, snapshot, today, now } = demo;
  const coming = appointments.filter(
    ({ booked, changes }) =>
      booked?.status === "booked" && changes[0]?.to !== "cancelled" && Date.parse(booked.starts_at) > now,
  );
  const byClient = [
    ...new Map(coming.map((appointment) => [appointment.client, appointment])).values(),
  ].reverse();
  const silent = byClient.find(({ client }) => client.email === null && !client.isBlockedOnline);
  const waiting = [silent, ...byClient.filter((each) => each !== silent)].flatMap((one) => one?.booked ?? []);
  const window = { from: dateOf(today + 1), to: dateOf(today + DAYS) };
  for (const [index, { weekdays, starts, ends, note }] of ENTRIES.entries()) {
    const booked = waiting[index];
    if (booked === undefined) return;
    const input = {
      client_id: booked.client_id,
      location_id: booked.location_id,
      items: booked.items.map(({ service_id }) => ({ service_id })),
      windows: [{ ...window, weekdays: [...weekdays], starts, ends }],
      note,
    };
    const joinedAt = now - (ENTRIES.length - index) * 47 * MINUTE;
    const { id } = await createEntry(tx, snapshot, input, { own: null, now: joinedAt, isSilent: true });
    if (index === 0 && silent !== undefined) await offerFirstMatch(demo, id);
  }
}

/** Offers the client of an entry the first free time that fits; does nothing if there is none. */
async function offerFirstMatch({ tx, snapshot, now, secret }: Demo, entryId: string): Promise<void> {
  const { matches } = await entryMatches(tx, snapshot, entryId, {}, { own: null, now });
  const match = matches.find(({ starts_at }) => Date.parse(starts_at) - now > OFFER_AHEAD_MS);
  if (match === undefined) return;
  const { starts_at, items } = match;
  const offering = { entryId, own: null, secret, isSilent: true, now };
  try {
    await createTeamOffer(tx, snapshot, { starts_at, items }, offering);
  } catch (error) {
    // On some dates the time that fits cannot be booked online. The demo then has no offer.
    if (!(error instanceof ApiError || error instanceof OfferTaken)) throw error;
  }
}
