import { setTimeout as pause } from "node:timers/promises";
import { dayAt, instantOf } from "@daybook/engine";
import { createApiKey } from "../features/access/api-keys/index.ts";
import { randomPassword, setInitialPassword } from "../features/access/sessions/index.ts";
import { hasAnyBusiness, lockForFirstBusiness } from "../features/business/businesses/index.ts";
import { recordUpcomingAsNotified } from "../features/scheduling/appointment-notifications/index.ts";
import { withSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { SCOPES } from "../kernel/scopes.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import { openRelay, relayLag } from "../platform/outbox/relay.ts";
import { enterAbsences } from "./absences.ts";
import { liveThrough } from "./history.ts";
import type { Person } from "./people.ts";
import { takePhotos } from "./photographs.ts";
import { foundSalon, OPENED_DAYS_AGO, OWNER_EMAIL, SLUG, salonZone } from "./salon.ts";

export interface LoadedDemo {
  /** A key with every scope, in plain text: it is kept nowhere. */
  readonly key: string;
  readonly businessId: string;
  readonly slug: string;
  /** Whom to sign in as: the owner. The password is random, and kept as its hash alone. */
  readonly login: { readonly email: string; readonly password: string };
}

/**
 * Fills an empty database with a salon in full swing, by the same use cases as a real one: two months of visits
 * behind the clock's day, paid for, and one ahead. Ids and the codes of gift cards apart, two loads on one local day
 * make the same salon; only which of today's guests have arrived or left follows the hour. Answers undefined, having
 * written nothing, when the database holds a business of anybody's.
 *
 * All of it is one transaction, but for the photos. A process that is killed on the way leaves the database as empty as
 * it was, so half a salon cannot exist and the next start simply begins again; of two servers that start on one
 * database, the second waits and finds it filled. It costs one fsync instead of thousands, which is what several
 * connections at once would have been for.
 */
export async function loadDemo(options: {
  database: Database;
  clock: Clock;
  log: (line: string) => void;
  /** Where photos are kept. */
  blobs: BlobStore;
}): Promise<LoadedDemo | undefined> {
  const { database, clock, log, blobs } = options;
  if (await hasAnyBusiness(database)) return undefined;
  const loaded = await database.transaction(async (tx) => {
    if (!(await lockForFirstBusiness(tx))) return undefined;
    log("Loading the demo salon; this takes some seconds.");
    const now = clock.now();
    const zone = salonZone();
    const today = dayAt(zone, now);
    const salon = await foundSalon(tx, today);
    const { businessId, ownerId } = salon;
    log("Its places, team and menu are there; now three months of visits.");
    const inside = seenFromInside(tx);
    const { visits, sittings } = await withSnapshot(inside, businessId, async (setup) => {
      await enterAbsences(tx, setup, salon, instantOf(zone, today - OPENED_DAYS_AGO, 10 * 60));
      const scene = { tx, database: inside, setup, salon, holders: new Set<Person>(), giftCodes: new Map() };
      return liveThrough(scene, now);
    });
    // Nobody writes to people who do not exist.
    recordUpcomingAsNotified(tx, businessId, now);
    const label = "Demo";
    const { key } = await createApiKey(tx, { businessId, userId: ownerId, label, scopes: SCOPES, now });
    log(`The demo salon has 500 clients and ${visits.toLocaleString("en")} visits.`);
    const login = { email: OWNER_EMAIL, password: randomPassword() };
    await setInitialPassword(tx, ownerId, login.password, now);
    return { demo: { key, businessId, slug: SLUG, login }, salon, sittings };
  });
  if (loaded === undefined) return undefined;
  await leaveBehind(database, log);
  await takePhotos({ database, clock }, blobs, loaded.salon, loaded.sittings);
  return loaded.demo;
}

/** A transaction that is open anywhere on the server holds events up; one that lasts longer is not waited for. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/**
 * Gives the events of these three months their numbers, before anybody can subscribe: subscribers are told of every event
 * that gets its number after they came, and nobody wants to hear of thousands of visits that never happened.
 */
async function leaveBehind(database: Database, log: (line: string) => void): Promise<void> {
  const relay = openRelay({ database, consumers: [], log, runsByItself: false });
  const patientUntil = performance.now() + PATIENCE_MS;
  do {
    if ((await relay.round()) === 0) await pause(PAUSE_MS);
  } while ((await relayLag(database)).oldestEventMs !== null && performance.now() < patientUntil);
  await relay.close();
}

/** The database as the open transaction sees it: nobody else can read the salon's setup yet. */
function seenFromInside(tx: Transaction): Database {
  return {
    query: (statement, values) => tx.query(statement, values),
    transaction: (work) => work(tx),
    listen: () => () => {},
    close: async () => {},
  };
}
