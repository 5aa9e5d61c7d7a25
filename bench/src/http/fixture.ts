import type pg from "pg";
import { declaredStatements } from "../../../server/src/platform/database/index.ts";
import { openBenchDatabase } from "../database.ts";
import { publishPage } from "./pageSalon.ts";
import { type Served, serve } from "./processes.ts";
import { type BenchSalon, makeBenchSalon } from "./salon.ts";
import { seedHistory, seedMonth } from "./seed.ts";

/**
 * An embedded database with default settings, two salons with appointments, a salon with a published booking page, two servers
 * with different rate limits, and the bare server.
 */
export interface Fixture {
  readonly connectionString: string;
  /** The settings with which other servers can use the database. */
  readonly settings: { readonly DATABASE_URL: string; readonly DAYBOOK_DATA_DIR: string };
  readonly client: pg.Client;
  /** A salon with appointments in the measured month only, and a salon that also has a long history. */
  readonly salon: BenchSalon;
  readonly salonWithHistory: BenchSalon;
  /** The path of a booking page with 50 services. */
  readonly pagePath: string;
  /** A server without a rate limit, and a server that allows each key 3,000 requests a minute. */
  readonly server: Served;
  readonly rateLimited: Served;
  readonly bare: Served;
  readonly now: number;
  close(): Promise<void>;
}

/**
 * Starts the database and the servers in a temporary folder, which `close` deletes. The database flushes every commit
 * to disk, as in production.
 */
export async function openFixture(now: number): Promise<Fixture> {
  return openBenchDatabase(async ({ dataDir, connectionString, database, client, onClose, close }) => {
    const salon = await makeBenchSalon(database, 1);
    const salonWithHistory = await makeBenchSalon(database, 2);
    await seedMonth(client, salon, now);
    await seedMonth(client, salonWithHistory, now);
    await seedHistory(client, salonWithHistory, now);
    const pagePath = await publishPage(database, await makeBenchSalon(database, 3));

    const readOne = declaredStatements().find(({ name }) => name === "appointments_read")?.text ?? "";
    const settings = { DATABASE_URL: connectionString, DAYBOOK_DATA_DIR: dataDir };
    const web = async (perMinute: string) => {
      const limit = { DAYBOOK_RATE_LIMIT_PER_MINUTE: perMinute };
      const served = await serve("server/src/main.ts", ["web"], { ...settings, ...limit }, "/health/ready");
      onClose(served.stop);
      return served;
    };
    const server = await web("0");
    const rateLimited = await web("3000");
    const env = {
      DATABASE_URL: connectionString,
      READ_ONE: readOne,
      BUSINESS_ID: salon.businessId,
      DAYBOOK_URL: `http://127.0.0.1:${server.port}`,
      API_KEY: salon.key,
      PAGE_URL: `http://127.0.0.1:${server.port}${pagePath}`,
    };
    const bare = await serve("bench/src/http/bareServer.ts", [], env, "/");
    onClose(bare.stop);
    return {
      ...{ connectionString, settings, client, salon, salonWithHistory, pagePath },
      ...{ server, rateLimited, bare, now, close },
    };
  });
}
