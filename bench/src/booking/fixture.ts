import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { openBenchDatabase } from "../database.ts";
import { type Served, serve } from "../http/processes.ts";
import { createReference } from "../http/reference.ts";
import { type BenchSalon, makeBenchSalon } from "../http/salon.ts";
import { seedMonth } from "../http/seed.ts";

/**
 * An embedded PostgreSQL with one salon and, in a separate database (`referenceUrl`), the reference; a server without a worker
 * (`web`), and a server with a worker (`start`).
 */
export interface BookingFixture {
  readonly connectionString: string;
  readonly referenceUrl: string;
  readonly client: pg.Client;
  readonly postmasterPid: number;
  readonly salon: BenchSalon;
  readonly web: Served;
  readonly start: Served;
  close(): Promise<void>;
}

/** The reference table for CPU time. It has one row per insert and an exclusion constraint like that of the claims table. */
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
    const salon = await makeBenchSalon(database, 1);
    await seedMonth(client, salon, now);
    await client.query(GUARDED);
    const referenceUrl = await createReference(connectionString);
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    const postmasterPid = Number.parseInt(
      readFileSync(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8"),
      10,
    );
    const run = async (command: string) => {
      const env = {
        DATABASE_URL: connectionString,
        DAYBOOK_DATA_DIR: mkdtempSync(join(dataDir, command)),
        DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      };
      const served = await serve("server/src/main.ts", [command], env, "/health/ready");
      onClose(served.stop);
      return served;
    };
    const web = await run("web");
    const start = await run("start");
    return { connectionString, referenceUrl, client, postmasterPid, salon, web, start, close };
  });
}
