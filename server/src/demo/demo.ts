import { dayAt, findZone, instantOf, type Zone } from "@daybook/engine";
import type { SchedulingSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import { type DemoDays, TIME_ZONE } from "./salon.ts";

export interface LoadOptions {
  readonly now: number;
  readonly days: DemoDays;
  readonly blobs: BlobStore;
  /** The secret of the installation. */
  readonly secret: string;
}

/** The demo business while it is loaded. */
export interface Demo extends LoadOptions {
  readonly tx: Transaction;
  /** A database whose transactions are part of `tx`, for functions that open their own. */
  readonly database: Database;
  readonly businessId: string;
  readonly ownerId: string;
  readonly zone: Zone;
  /** The local day of the load, as a day number. */
  readonly today: number;
  readonly snapshot: SchedulingSnapshot;
  /**
   * Returns the id of the record with this name; names are unique across all kinds. A resource has a name like
   * `Lindenhof/Wash station`.
   */
  readonly idOf: (name: string) => string;
  /** Creates a record and stores its id by a name. */
  readonly create: (name: string, record: Promise<{ readonly id: string }>) => Promise<string>;
}

export function openDemo(tx: Transaction, options: LoadOptions) {
  const zone = findZone(TIME_ZONE);
  if (zone === undefined) throw new Error(`The time-zone data lacks ${TIME_ZONE}.`);
  const ids = new Map<string, string>();
  const idOf = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo has no ${name}.`);
    return id;
  };
  const create: Demo["create"] = async (name, record) => {
    const { id } = await record;
    ids.set(name, id);
    return id;
  };
  const database: Database = {
    query: tx.query.bind(tx),
    hasSystemClock: tx.hasSystemClock,
    transaction: (work) => work(tx),
    dryRun: (work) => work(),
    listen: () => () => {},
    close: async () => {},
  };
  return { ...options, tx, database, zone, today: dayAt(zone, options.now), idOf, create };
}

/** Returns the instant of a local time, such as 09:30, on a day relative to today. */
export function timeOn({ zone, today }: Pick<Demo, "zone" | "today">, day: number, time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf(zone, today + day, hour * 60 + minute);
}
