import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrate, openDatabase, type PooledDatabase } from "../../../server/src/platform/database/index.ts";
import { openBenchDatabase } from "../database.ts";
import { type Served, serve } from "../http/processes.ts";
import { createReference } from "../http/reference.ts";
import { type BenchSalon, makeBenchSalon } from "../http/salon.ts";
import { seedMonth } from "../http/seed.ts";

/** A server and its database, which contains one salon. */
export interface BookingServer {
  readonly served: Served;
  readonly client: pg.Client;
  readonly connectionString: string;
  readonly salon: BenchSalon;
}

/**
 * An embedded PostgreSQL with three databases: that of a server without a worker (`web`), that of a server with a worker (`start`),
 * and that of the reference. With one database for both servers, the worker would number the events of the server without one.
 */
export interface BookingFixture {
  readonly web: BookingServer;
  readonly start: BookingServer;
  readonly referenceUrl: string;
  readonly postmasterPid: number;
  close(): Promise<void>;
}

/**
 * The table with which the CPU time of a booking is compared. Each insert adds one row, and the table has an exclusion
 * constraint like that of the claims table.
 */
const GUARDED = `create table guarded (
  business_id uuid not null,
  id uuid not null,
  subject_id uuid not null,
  during tstzrange not null,
  primary key (business_id, id),
  exclude using gist (business_id with =, subject_id with =, during with &&)
)`;

export async function openBookingFixture(now: number): Promise<BookingFixture> {
  return openBenchDatabase(async ({ dataDir, connectionString, database, client, onClose, close }) => {
    await client.query(GUARDED);
    const referenceUrl = await createReference(connectionString);
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    const postmasterPid = Number.parseInt(
      readFileSync(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8"),
      10,
    );
    const serveOn = async (
      command: string,
      on: Pick<BookingServer, "client" | "connectionString"> & { readonly database: PooledDatabase },
    ): Promise<BookingServer> => {
      const salon = await makeBenchSalon(on.database, 1);
      await seedMonth(on.client, salon, now);
      const env = {
        DATABASE_URL: on.connectionString,
        DAYBOOK_DATA_DIR: mkdtempSync(join(dataDir, command)),
        DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      };
      const served = await serve("server/src/main.ts", [command], env, "/health/ready");
      onClose(served.stop);
      return { ...on, served, salon };
    };
    const web = await serveOn("web", { database, client, connectionString });
    const second = await openSecondDatabase(client, connectionString);
    onClose(second.close);
    const start = await serveOn("start", second);
    return { web, start, referenceUrl, postmasterPid, close };
  });
}

async function openSecondDatabase(admin: pg.Client, connectionString: string) {
  await admin.query("create database with_relay");
  const url = connectionString.replace(/\/[^/]*$/, "/with_relay");
  await migrate(url);
  const database = openDatabase({ connectionString: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const close = async () => {
    await client.end();
    await database.close();
  };
  return { connectionString: url, database, client, close };
}
