import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "../src/platform/database/migrate.ts";

/** A migrated database without a row of anybody's in it, for one test file. */
export interface FreshDatabase {
  readonly connectionString: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * Makes a migrated, empty database on the run's PostgreSQL server in some 30 ms: a copy of a
 * template that is migrated once per run.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  return copyNamed(templateName);
}

/** A database with all that is in another, to which nobody may be connected meanwhile. */
export async function copyOf({ connectionString }: FreshDatabase): Promise<FreshDatabase> {
  return copyNamed(connectionString.split("/").at(-1) ?? "");
}

/** A database that was never migrated: for tests of the migrations themselves. */
export async function bareDatabase(): Promise<FreshDatabase> {
  return copyNamed("template0");
}

const templateName = "daybook_template";

async function copyNamed(template: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(async (client) => {
    if (template === templateName) await ensureTemplate(client);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    connectionString: addressOf(name),
    drop: () =>
      asAdmin(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

/** The first test file to come migrates; the others wait for it on the lock, which ends with the connection. */
async function ensureTemplate(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock(20270329)");
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [templateName]);
    if (rowCount === 1) return;
    const unfinished = `${templateName}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await migrate(addressOf(unfinished));
    await client.query(`alter database ${unfinished} rename to ${templateName}`);
  } finally {
    await client.query("select pg_advisory_unlock(20270329)");
  }
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject("testServer") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(database: string): string {
  return inject("testServer").replace(/[^/]+$/, database);
}
