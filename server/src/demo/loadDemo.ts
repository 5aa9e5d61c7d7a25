import { setTimeout as pause } from "node:timers/promises";
import { createApiKey } from "../features/access/api-keys/index.ts";
import { randomPassword, setInitialPassword } from "../features/access/sessions/index.ts";
import { hasAnyBusiness, lockForFirstBusiness } from "../features/business/businesses/index.ts";
import { knownBookings } from "../features/scheduling/appointment-notifications/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { SCOPES } from "../kernel/scopes.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import { type Database, statement, type Transaction } from "../platform/database/index.ts";
import { openRelay, relayLag } from "../platform/outbox/relay.ts";
import { actionsUntilNow, drawAppointments } from "./appointments.ts";
import { pairDemoKiosk } from "./kiosk.ts";
import { writeNotes } from "./notes.ts";
import { storePhotos } from "./photos.ts";
import { storePortraits } from "./portraits.ts";
import { runActions } from "./runActions.ts";
import { DAYS, type DemoDays, OWNER, SLUG } from "./salon.ts";
import { setUp } from "./setUp.ts";
import { fillWaitlist } from "./waitlist.ts";

export interface LoadedDemo {
  /** An API key with every scope, in plain text. Only its hash is stored. */
  readonly key: string;
  readonly businessId: string;
  readonly slug: string;
  /** The owner's login. The password is random, and only its hash is stored. */
  readonly login: { readonly email: string; readonly password: string };
}

/** The database timeouts for loading the demo. They are long, because the second of two concurrent loads waits for the first. */
export const DEMO_BOUNDS = { lockMs: 120_000, statementMs: 120_000 };

/**
 * Fills an empty database with a demo salon through the API's use cases: by default, two months of appointments before the local
 * day of the clock, and one month after it. Except for ids, two loads on the same day differ only in which of today's clients have arrived
 * or left. Returns undefined and writes nothing if the database contains a business.
 *
 * Everything except the photos is written in one transaction: a failed load leaves the database empty, and the second of two
 * concurrent loads waits and returns undefined.
 */
export async function loadDemo(options: {
  database: Database;
  clock: Clock;
  log: (line: string) => void;
  /** The photo storage. */
  blobs: BlobStore;
  /** The secret of the installation, from which the token of an offer is derived. */
  secret: string;
  /** The days around the local day of the clock that have appointments. Tests of the load itself pass fewer. */
  days?: DemoDays;
}): Promise<LoadedDemo | undefined> {
  const { database, clock, log, blobs, secret, days = DAYS } = options;
  if (await hasAnyBusiness(database)) return undefined;
  const loaded = await database.transaction(async (transaction) => {
    // The load writes times in the past, so its changes must not be stamped with the system clock.
    const tx = { ...transaction, hasSystemClock: false };
    if (!(await lockForFirstBusiness(tx))) return undefined;
    log("Loading the demo salon; this takes some seconds.");
    const now = clock.now();
    const demo = await setUp(tx, now, days);
    const { businessId, ownerId } = demo;
    log("Created its locations, staff and menu; now its appointments.");
    const drawn = drawAppointments(demo);
    const actions = actionsUntilNow(demo, drawn);
    for (const part of [actions.slice(0, 500), actions.slice(500, 3000), actions.slice(3000)]) {
      await runActions(part);
      updateStatistics(tx);
    }
    await writeNotes(demo, drawn.appointments);
    await fillWaitlist(demo, drawn.appointments, secret);
    pairDemoKiosk(demo);
    knownBookings.recordUpcoming(tx, businessId, now);
    const { key } = await createApiKey(tx, {
      businessId,
      userId: ownerId,
      label: "Demo",
      scopes: SCOPES,
      now,
    });
    const login = { email: OWNER.email, password: randomPassword() };
    await setInitialPassword(tx, ownerId, login.password, now);
    const count = drawn.appointments.filter(({ booked }) => booked !== undefined).length;
    log(`The demo salon has ${drawn.clients.length} clients and ${count.toLocaleString("en")} appointments.`);
    return { demo, appointments: drawn.appointments, answer: { key, businessId, slug: SLUG, login } };
  });
  if (loaded === undefined) return undefined;
  await numberEvents(database, log);
  await storePhotos({ database, clock }, blobs, loaded.demo, loaded.appointments);
  await storePortraits({ database, clock }, loaded.demo);
  return loaded.answer;
}

/**
 * Updates PostgreSQL's statistics. Without this, it plans queries as if the tables were still empty, and a load takes six times
 * as long (44 s instead of 7 s).
 */
function updateStatistics(tx: Transaction): void {
  tx.write(analyze, {});
}

const analyze = statement({
  name: "demo_analyze",
  sql: `analyze clients, appointments, appointment_items, blocks, claims, time_off, events, sales, sale_lines, sale_taxes, payments, products, stock_entries, forms`,
});

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 20;

/**
 * Numbers the demo's events before the first endpoint can subscribe, because an endpoint receives all events that are numbered
 * later. An open transaction elsewhere on the server delays the numbering, so the function gives up after ten seconds.
 */
async function numberEvents(database: Database, log: (line: string) => void): Promise<void> {
  const relay = openRelay({ database, consumers: [], log, runsByItself: false });
  const deadline = performance.now() + TIMEOUT_MS;
  do {
    if ((await relay.round()) === 0) await pause(PAUSE_MS);
  } while ((await relayLag(database)).oldestEventMs !== null && performance.now() < deadline);
  await relay.close();
}
