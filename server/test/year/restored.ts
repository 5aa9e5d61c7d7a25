import { join } from "node:path";
import type pg from "pg";
import { checkArchive, restoreBackup, writeBackup } from "../../src/platform/backup/index.ts";
import type { BlobStore } from "../../src/platform/blobs/index.ts";
import { photoBlobs } from "../../src/tables/clients.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { SECRET } from "./served.ts";

/**
 * Backs up a database into a folder and restores it into a new database on another server. Returns the new connection string.
 */
export async function restoredAt(
  otherServer: string,
  {
    connectionString,
    here,
    there,
    folder,
  }: {
    readonly connectionString: string;
    readonly here: BlobStore;
    readonly there: BlobStore;
    readonly folder: string;
  },
): Promise<string> {
  const file = join(folder, "year.daybook");
  await writeBackup({
    file,
    connectionString,
    blobs: { store: here, ...photoBlobs },
    secret: { value: SECRET, included: true },
    daybookVersion: "test",
    now: 0,
  });
  await rowsOf(otherServer, "create database year");
  const moved = otherServer.replace(/[^/]+$/, "year");
  const { manifest } = await checkArchive(file);
  await restoreBackup({ file, manifest, connectionString: moved, blobs: there, log: () => {} });
  return moved;
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await connectedClient(connectionString);
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Selects events without a number, in the order in which the relay numbers them. */
export const WAITING = `
  select id
  from events
  where sequence is null
  order by position`;
