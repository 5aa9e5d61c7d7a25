import { dayAt, findZone, instantOf, MINUTE, type Zone } from "@daybook/engine";
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
  /** The number of hours by which all times of day are moved. */
  readonly movedHours: number;
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
  const today = dayAt(zone, options.now);
  const hour = Math.floor((options.now - instantOf(zone, today, 0)) / (60 * MINUTE));
  return { ...options, tx, database, zone, today, movedHours: hoursToMove(hour), idOf, create };
}

/**
 * Returns by how many hours the salon's times of day are moved, so that its day from 9:00 to 20:00 is in progress whenever the demo is
 * loaded, as far as it fits into the local day: a salon loaded at 7:00 opens at 5:00, and one loaded at 22:00 closes at 24:00.
 */
function hoursToMove(hour: number): number {
  return Math.max(-9, Math.min(4, hour < 11 ? hour - 11 : hour > 16 ? hour - 16 : 0));
}

type Local = Pick<Demo, "zone" | "today" | "movedHours">;

/** Returns the instant of a time of the salon's day, such as 09:30, on a day relative to today. */
export function timeOn({ zone, today, movedHours }: Local, day: number, time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf(zone, today + day, (hour + movedHours) * 60 + minute);
}

/** Returns the local time of a time of the salon's day, such as 09:30. */
export function clockTime({ movedHours }: Local, time: string): string {
  const [hour = 0, minute = ""] = time.split(":");
  return `${String(Number(hour) + movedHours).padStart(2, "0")}:${minute}`;
}

/** Converts the hours of a table to the API's form. */
export function clockHours<Hours extends { readonly starts: string; readonly ends: string }>(
  demo: Local,
  hours: readonly Hours[],
) {
  return hours.map((each) => {
    return { ...each, starts: clockTime(demo, each.starts), ends: clockTime(demo, each.ends) };
  });
}
