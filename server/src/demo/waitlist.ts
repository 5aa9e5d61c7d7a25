import { dateOf } from "@daybook/engine";
import {
  createEntry,
  createTeamOffer,
  entryMatches,
  OfferTaken,
} from "../features/booking/waitlist/index.ts";
import { replaceBookingPage } from "../features/business/booking-page/index.ts";
import { ApiError } from "../kernel/errors.ts";
import type { Appointment } from "./appointments.ts";
import type { Demo } from "./setUp.ts";

/** The number of clients on the waitlist, and the number of days in their windows, starting tomorrow. */
const WAITING = 5;
const DAYS = 14;
const MINUTES_BETWEEN = 47;
const OFFER_AHEAD_MS = 48 * 3_600_000;

const TIMES = [
  { weekdays: [1, 2, 3, 4, 5], starts: "17:00", ends: "20:00" },
  { weekdays: [2, 4], starts: "09:00", ends: "13:00" },
  { weekdays: [6], starts: "09:00", ends: "17:00" },
] as const;

const NOTES = ["Any stylist is fine", null, "Only after work", null, "Call instead of writing"] as const;

/**
 * Adds clients with upcoming appointments to the waitlist, each for the same services on the next 14 days, and makes one offer that
 * is pending. The client of this offer has no e-mail address, and offers are made manually, so that the demo sends no e-mail.
 */
export async function fillWaitlist(
  demo: Demo,
  appointments: readonly Appointment[],
  secret: string,
): Promise<void> {
  const { tx, snapshot, today, now, businessId } = demo;
  await replaceBookingPage(tx, businessId, { waitlist_mode: "manual" }, now);
  const window = { from: dateOf(today + 1), to: dateOf(today + DAYS) };
  const coming = appointments.filter(
    ({ booked }) => booked !== undefined && Date.parse(booked.starts_at) > now && booked.status === "booked",
  );
  const clients = coming.filter(
    ({ client }, index) => coming.findIndex((other) => other.client === client) === index,
  );
  const silent = clients.findLast(({ client }) => client.email === null && !client.isBlockedOnline);
  const others = clients.filter((each) => each !== silent).slice(1 - WAITING);
  const waiting = [...(silent === undefined ? [] : [silent]), ...others].flatMap(
    ({ booked }) => booked ?? [],
  );
  const entryIds: string[] = [];
  for (const [index, { client_id, location_id, items }] of waiting.entries()) {
    const { weekdays, starts, ends } = TIMES[index % TIMES.length] ?? TIMES[0];
    const input = {
      client_id,
      location_id,
      items: items.map(({ service_id }) => ({ service_id })),
      windows: [{ ...window, weekdays: [...weekdays], starts, ends }],
      note: NOTES[index] ?? null,
    };
    const joinedAt = now - (WAITING - index) * MINUTES_BETWEEN * 60_000;
    entryIds.push((await createEntry(tx, snapshot, input, { own: null, now: joinedAt, isSilent: true })).id);
  }
  const [first] = entryIds;
  if (silent !== undefined && first !== undefined) await offerFirstMatch(demo, first, secret);
}

/** Offers the client of an entry the first free time that fits; does nothing if there is none. */
async function offerFirstMatch({ tx, snapshot, now }: Demo, entryId: string, secret: string): Promise<void> {
  const { matches } = await entryMatches(tx, snapshot, entryId, {}, { own: null, now });
  const match = matches.find(({ starts_at }) => Date.parse(starts_at) - now > OFFER_AHEAD_MS);
  if (match === undefined) return;
  const { starts_at, items } = match;
  const offering = { entryId, own: null, secret, isSilent: true, now };
  try {
    await createTeamOffer(tx, snapshot, { starts_at, items }, offering);
  } catch (error) {
    // On some dates the free time cannot be booked online. The demo then has no offer.
    if (!(error instanceof ApiError || error instanceof OfferTaken)) throw error;
  }
}
