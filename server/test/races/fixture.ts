import { once } from "node:events";
import { vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { serverHere } from "../fixtures/serverHere.ts";
import { isFullRun } from "../fullRun.ts";
import { startSecondServer, type TwoServers } from "../process/twoServers.ts";
import { type BusySalon, makeBusySalon } from "./busySalon.ts";
import { type ClientBatch, openClients } from "./clients.ts";
import { connectedToNodes } from "./waiting.ts";

const CLIENT_COUNT = 50;

/** A salon with running servers, concurrent clients, and direct access to the database. */
export interface RaceFixture {
  readonly salon: BusySalon;
  readonly batch: ClientBatch;
  /** Separate connections to the same database, for the test itself. */
  readonly database: Database;
  readonly connectionString: string;
  /** The servers' base URLs. */
  readonly addresses: readonly string[];
  errors(): string;
  /** Closes the servers, clients and connections. Returns the number of deadlocks that PostgreSQL has detected. */
  close(): Promise<number>;
}

export interface FixtureOptions {
  readonly roomCapacity: number;
  /** Called with the database's connection string before the first request. */
  readonly prepare?: (connectionString: string) => Promise<void>;
  /** Wraps the database of the server in this process. */
  readonly through?: (database: Database) => Database;
}

/** Opens the fixture with one server in this process. The server checks every response against its schema. */
export function oneServer({ through, ...options }: FixtureOptions): Promise<RaceFixture> {
  return openFixture(options, async (connectionString) => {
    const { address, ...server } = await serverHere(connectionString, { through, checkAnswers: true });
    return { addresses: [address], ...server };
  });
}

export function twoServers(options: FixtureOptions): Promise<RaceFixture> {
  return openFixture(options, (connectionString) => startSecondServer(connectionString));
}

/** Both fixtures, for `describe.each`. */
export const fixtures = [
  { name: "one server", open: oneServer },
  { name: "two servers on one database", open: twoServers },
] as const;

/**
 * The fixtures of the longer races. `npm test` runs them with one server, because starting two takes longer than their operations;
 * oneSlot.ts always runs with both.
 */
export const fixturesOfRun = isFullRun ? fixtures : fixtures.slice(0, 1);

/** Opens another salon on the servers of a fixture, with its own clients. Closing the first fixture closes the servers. */
export async function inNewSalon(servers: RaceFixture, roomCapacity: number): Promise<RaceFixture> {
  const salon = await makeBusySalon(servers.database, systemClock, roomCapacity);
  return { ...servers, salon, batch: openClients(CLIENT_COUNT, servers.addresses, salon) };
}

async function openFixture(
  { roomCapacity, prepare }: FixtureOptions,
  serve: (connectionString: string) => Promise<TwoServers>,
): Promise<RaceFixture> {
  const fresh = await freshDatabase();
  const { connectionString } = fresh;
  const database = openDatabase({ connectionString, poolSize: 2 });
  const salon = await makeBusySalon(database, systemClock, roomCapacity);
  await prepare?.(connectionString);
  const servers = await serve(connectionString);
  const batch = openClients(CLIENT_COUNT, servers.addresses, salon);
  return {
    salon,
    batch,
    database,
    connectionString,
    addresses: servers.addresses,
    errors: servers.errors,
    close: async () => {
      batch.close();
      await servers.close();
      await database.close();
      const deadlocks = await deadlocksIn(connectionString);
      await fresh.drop();
      return deadlocks;
    },
  };
}

/**
 * Returns the number of deadlocks that PostgreSQL has detected, on a cluster the sum of all nodes. First waits until all other
 * connections have ended, because PostgreSQL counts a connection's deadlocks when the connection ends.
 */
async function deadlocksIn(connectionString: string): Promise<number> {
  let deadlocks = 0;
  for (const client of await connectedToNodes(connectionString)) {
    const others = async () => {
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::integer as others
         from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
           and application_name not like 'citus%'`,
      );
      return rows[0]?.others === 0;
    };
    await vi.waitUntil(others, { timeout: 60_000 });
    // Terminates the connections that the nodes of a cluster keep open to each other, and waits up to 60 seconds for each to
    // end.
    await client.query(
      `select pg_terminate_backend(pid, 60000)
       from pg_stat_activity
       where datname = current_database() and application_name like 'citus%' and backend_type = 'client backend'`,
    );
    const { rows } = await client.query<{ deadlocks: number }>(
      "select deadlocks::integer from pg_stat_database where datname = current_database()",
    );
    deadlocks += rows[0]?.deadlocks ?? 0;
    const ended = once(client, "end");
    await client.end();
    await ended;
  }
  return deadlocks;
}
