import { dateOf, MINUTE } from "@daybook/engine";
import {
  createEntry,
  createTeamOffer,
  entryMatches,
  OfferTaken,
} from "../features/booking/waitlist/index.ts";
import { ApiError } from "../kernel/errors.ts";
import type { DemoClient } from "./clients.ts";
import type { Demo } from "./demo.ts";
import { OPENING_HOURS } from "./salon.ts";

/** The minimum time between the creation of an offer and the start of the offered appointment. */
const OFFER_AHEAD_MS = 48 * 60 * MINUTE;

/** The entries of the waitlist: service, location, weekdays, and note. */
const ENTRIES = [
  ["Long cut", "Lindenhof", [1, 2, 3, 4, 5], "Any stylist is fine"],
  ["Cut and beard", "Ostbahnhof", [2, 4], null],
  ["Manicure", "Lindenhof", [1, 2, 3], "Only after work"],
  ["Classic facial", "Lindenhof", [2, 4, 6], null],
  ["Short cut", "Ostbahnhof", [1, 2, 3, 4, 5], "Call instead of writing"],
] as const;

/**
 * Adds clients to the waitlist, each for a service on the next fourteen days, and creates one pending offer. The client of this
 * offer has no e-mail address, and the salon's waitlist creates no offers automatically, so that the demo sends no e-mail.
 */
export async function fillWaitlist(demo: Demo, clients: readonly DemoClient[]): Promise<void> {
  const { tx, snapshot, today, now, idOf } = demo;
  const silent = clients.filter(({ input }) => input.email === null && !input.online_booking_blocked);
  const period = { from: dateOf(today + 1), to: dateOf(today + 14), ...OPENING_HOURS };
  for (const [index, [service, location, weekdays, note]] of ENTRIES.entries()) {
    const input = {
      client_id: (index === 0 ? silent.at(-1) : clients.at(-10 * index))?.id ?? "",
      location_id: idOf(location),
      items: [{ service_id: idOf(service) }],
      windows: [{ ...period, weekdays: [...weekdays] }],
      note,
    };
    const joinedAt = now - (ENTRIES.length - index) * 47 * MINUTE;
    const { id } = await createEntry(tx, snapshot, input, { own: null, now: joinedAt, isSilent: true });
    if (index === 0) await offerFirstMatch(demo, id);
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
