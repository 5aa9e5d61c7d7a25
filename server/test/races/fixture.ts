import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { vi } from "vitest";
import { buildApp } from "../../src/app.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import { failureLog } from "../../src/platform/http/failureLog.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { startTwoServers, type TwoServers } from "../process/twoServers.ts";
import { type BusySalon, makeBusySalon } from "./busySalon.ts";
import { type Crowd, gather } from "./crowd.ts";

/** How many callers are at it at once. */
const CROWD = 50;

/** A salon that is open for racing: its servers, a crowd at their doors, and a way behind them. */
export interface House {
  readonly salon: BusySalon;
  readonly crowd: Crowd;
  /** The test's own connections to the same database. */
  readonly database: Database;
  readonly connectionString: string;
  /** What the servers have said went wrong. */
  errors(): string;
  /** Stops everything; answers how many deadlocks PostgreSQL has had to break meanwhile. */
  close(): Promise<number>;
}

export interface HouseOptions {
  readonly roomCapacity: number;
  /** Runs before the first request. */
  readonly prepare?: (connectionString: string) => Promise<void>;
  /** What the in-process server works with instead of the database as it is. */
  readonly through?: (database: Database) => Database;
}

/** One server, in this process, every answer compared with its schema. */
export function oneServer(options: HouseOptions): Promise<House> {
  return openHouse(options, async (connectionString) => {
    const database = openDatabase({ connectionString });
    const failures: string[] = [];
    const app = await buildApp({
      database: options.through?.(database) ?? database,
      clock: systemClock,
      checkAnswers: true,
      logger: failureLog({ write: (line) => failures.push(line) }),
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return {
      addresses: [`http://127.0.0.1:${port}`],
      errors: () => failures.join(""),
      close: async () => {
        await app.close();
        await database.close();
      },
    };
  });
}

/** Two server processes on one database. */
export function twoServers(options: HouseOptions): Promise<House> {
  return openHouse(options, (connectionString) =>
    startTwoServers(connectionString, { DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" }),
  );
}

/** Both ways of opening, for `describe.each`. */
export const houses = [
  { name: "one server", open: oneServer },
  { name: "two servers on one database", open: twoServers },
] as const;

async function openHouse(
  { roomCapacity, prepare }: HouseOptions,
  serve: (connectionString: string) => Promise<TwoServers>,
): Promise<House> {
  const fresh = await freshDatabase();
  const { connectionString } = fresh;
  const database = openDatabase({ connectionString, poolSize: 2 });
  const salon = await makeBusySalon(database, systemClock, roomCapacity);
  await prepare?.(connectionString);
  const servers = await serve(connectionString);
  const crowd = gather(CROWD, servers.addresses, salon);
  return {
    salon,
    crowd,
    database,
    connectionString,
    errors: servers.errors,
    close: async () => {
      crowd.leave();
      await servers.close();
      await database.close();
      const deadlocks = await deadlocksIn(connectionString);
      await fresh.drop();
      return deadlocks;
    },
  };
}

/** A connection's counts are complete once it has ended, so this waits until ours is the only one left. */
async function deadlocksIn(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const others = async () => {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::integer as others
       from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.others === 0;
  };
  await vi.waitUntil(others, { timeout: 10_000 });
  const { rows } = await client.query<{ deadlocks: number }>(
    "select deadlocks::integer from pg_stat_database where datname = current_database()",
  );
  const ended = once(client, "end");
  await client.end();
  await ended;
  return rows[0]?.deadlocks ?? 0;
}
