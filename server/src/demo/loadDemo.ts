import { hasAnyBusiness, lockForFirstBusiness } from "../features/business/businesses/index.ts";
import { knownBookings } from "../features/scheduling/appointment-notifications/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "../platform/database/index.ts";
import {
  createEndpoint,
  createFeeds,
  createKeys,
  createLogins,
  type DemoLogin,
  pairKiosk,
} from "./access.ts";
import { createClients } from "./clients.ts";
import { dayActions } from "./days.ts";
import type { LoadOptions } from "./demo.ts";
import { storePhotos } from "./photos.ts";
import { bookRegulars } from "./regulars.ts";
import { runActions } from "./runActions.ts";
import { DAYS, type DemoDays, SLUG } from "./salon.ts";
import { setUp } from "./setUp.ts";
import { bookingActions, drawVisits, visitActions } from "./visits.ts";
import { fillWaitlist } from "./waitlist.ts";

export interface LoadedDemo {
  /** An API key with every scope, in plain text. Only its hash is stored. */
  readonly key: string;
  readonly businessId: string;
  readonly slug: string;
  /** The login of a user for each role, the owner's first. */
  readonly logins: readonly DemoLogin[];
}

/** The database timeouts for loading the demo. They are long, because the second of two concurrent loads waits for the first. */
export const DEMO_BOUNDS = { lockMs: 120_000, statementMs: 120_000 };

/**
 * Fills an empty database with a demo salon through the public APIs of the features: by default, two months of appointments before the
 * local day of the clock, and one month after it. Except for ids and secrets, two loads on the same day differ only in which of
 * today's clients have arrived or left. Returns undefined and writes nothing if the database contains a business.
 *
 * Everything is written in one transaction: an interrupted load leaves the database empty, except for the files of its photos, and
 * the second of two concurrent loads waits and returns undefined.
 */
export async function loadDemo({
  database,
  clock,
  log,
  days = DAYS,
  ...options
}: Omit<LoadOptions, "now" | "days"> & {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** The days around the local day of the clock that have appointments. Tests of the load itself pass fewer. */
  readonly days?: DemoDays;
}): Promise<LoadedDemo | undefined> {
  if (await hasAnyBusiness(database)) return undefined;
  return database.transaction(async (transaction) => {
    // The load writes times in the past, so its changes must not be stamped with the system clock.
    const tx = { ...transaction, hasSystemClock: false };
    if (!(await lockForFirstBusiness(tx))) return undefined;
    log("Loading the demo salon; this takes some seconds.");
    const demo = await setUp(tx, { ...options, days, now: clock.now() });
    const { businessId, now } = demo;
    log("Created its locations, staff and menu; now its appointments.");
    const clients = await createClients(demo);
    const visits = drawVisits(demo, clients);
    await bookRegulars(demo, clients);
    await runActions(tx, bookingActions(demo, visits));
    const changes = [...visits.flatMap((visit) => visitActions(demo, visit)), ...dayActions(demo)];
    const past = changes.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
    await runActions(tx, past);
    await fillWaitlist(demo, clients);
    pairKiosk(demo);
    await createFeeds(demo);
    await storePhotos(demo, visits);
    knownBookings.recordUpcoming(tx, businessId, now);
    const key = await createKeys(demo);
    const logins = await createLogins(demo);
    await createEndpoint(demo);
    const count = visits.filter(({ booked }) => booked !== undefined).length;
    log(`The demo salon has ${clients.length} clients and ${count.toLocaleString("en")} appointments.`);
    return { key, businessId, slug: SLUG, logins };
  });
}
