import { readFileSync } from "node:fs";
import pg from "pg";
import { knownMigrations, migrateOn } from "../../../server/src/platform/database/index.ts";

/** The last migration of the commit whose booking is the reference. */
const LAST_MIGRATION = "0136_logos_on_booking_pages";
const DATABASE = "booking_reference";
const SERVICE_ID = "0198f3a0-0001-7000-8000-000000000003";

const file = (name: string) => readFileSync(new URL(`reference/${name}`, import.meta.url), "utf8");

/**
 * The booking with which the benchmark compares all releases: the statements of one commit as a pgbench script, which never
 * changes. The script runs on the tables of that commit. `createReference` creates these tables with the released migrations,
 * which never change either, in a separate database on the measured server, so that the reference has the same settings, disk
 * and machine.
 */
export const referenceScript = file("booking.sql");

/** Creates the reference's database on the server of this connection string and fills it. Returns its connection string. */
export async function createReference(connectionString: string): Promise<string> {
  const url = connectionString.replace(/\/[^/]*$/, `/${DATABASE}`);
  await withClient(connectionString, (client) => client.query(`create database ${DATABASE}`));
  await withClient(url, async (client) => {
    const count = knownMigrations().indexOf(LAST_MIGRATION) + 1;
    if (count === 0) throw new Error(`There is no migration ${LAST_MIGRATION}.`);
    await migrateOn(client, count);
    for (const one of file("seed.sql").split(/;\n/)) if (one.trim() !== "") await client.query(one);
  });
  return url;
}

/** The item and the bodies of the events of a booking, with as many bytes as the code of the reference's commit wrote. */
export const referenceVariables = {
  item: JSON.stringify({
    id: "0198f3a0-0001-7000-8004-ffffffffffff",
    position: 1,
    service_id: SERVICE_ID,
    service_name: "Cut",
    resource_ids: [],
    starts_on: "2027-03-15",
    initial_minutes: 30,
    processing_minutes: 0,
    finishing_minutes: 0,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    price_amount: 4500,
  }),
  body: file("event.full.json").trim(),
  ids: file("event.ids.json").trim(),
} as const;

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
