import { dayAt, findZone, instantOf } from "@daybook/engine";
import { createUser } from "../features/access/accounts/index.ts";
import { createBusiness, updateBusiness } from "../features/business/businesses/index.ts";
import type { SchedulingSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import * as salon from "./salon.ts";

export interface LoadOptions {
  readonly now: number;
  /** The number of days before today (`past`) and after today (`coming`) on which appointments start. */
  readonly days: { readonly past: number; readonly coming: number };
  readonly blobs: BlobStore;
  /** The secret of the installation. */
  readonly secret: string;
}

/** The demo business before `setUp` creates its records. */
export type NewDemo = Awaited<ReturnType<typeof createDemo>>;
export type Demo = NewDemo & { readonly snapshot: SchedulingSnapshot };

/** Creates the users and the business. */
export async function createDemo(tx: Transaction, options: LoadOptions) {
  const zone = findZone(salon.TIME_ZONE);
  if (zone === undefined) throw new Error(`The time-zone data lacks ${salon.TIME_ZONE}.`);
  const today = dayAt(zone, options.now);
  /** Returns the instant of a local time, such as 09:30, on a day relative to today. */
  const at = (day: number, time: string) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    return instantOf(zone, today + day, hour * 60 + minute);
  };
  const ids = new Map<string, string>();
  /** Stores the id of a new record by a name that is unique across all kinds, and returns the id. */
  const store = async (name: string, record: Promise<{ readonly id: string }>) => {
    const { id } = await record;
    ids.set(name, id);
    return id;
  };
  const idOf = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo has no ${name}.`);
    return id;
  };
  /** A database whose transactions are part of `tx`, for functions that open their own transactions. */
  const database: Database = {
    query: tx.query.bind(tx),
    hasSystemClock: tx.hasSystemClock,
    transaction: (work) => work(tx),
    dryRun: (work) => work(),
    listen: () => () => {},
    close: async () => {},
  };
  const setUpAt = at(-salon.SET_UP_DAYS_AGO, "08:00");
  for (const { role, email, firstName, lastName } of salon.USERS)
    await store(role, createUser(tx, { email, firstName, lastName, now: setUpAt }));
  const ownerId = idOf("owner");
  const { id: businessId } = await createBusiness(tx, ownerId, salon.BUSINESS, setUpAt);
  await updateBusiness(tx, businessId, { slug: salon.SLUG }, setUpAt);
  return { ...options, tx, database, businessId, ownerId, zone, today, at, store, idOf, setUpAt };
}
