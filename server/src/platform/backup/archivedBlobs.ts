import pg from "pg";
import type { BlobName, BlobStore } from "../blobs/index.ts";
import type { ArchiveWriter } from "./archiveWriter.ts";
import { blobEntry, type Manifest } from "./format.ts";

/**
 * The blob store, and the table whose rows reference the blobs: each of `columns`, unless null, contains the id of a blob of
 * the row's `business_id`. A database of an older version may lack the table or a column.
 */
export interface ArchivedBlobs {
  readonly store: BlobStore;
  readonly table: string;
  readonly columns: readonly string[];
}

/** Returns the names of the blobs of all businesses, or of one. */
export async function namesOfBlobs(
  client: pg.Client,
  { table, columns }: Omit<ArchivedBlobs, "store">,
  businessId?: string,
): Promise<BlobName[]> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    table,
  ]);
  if (!rows[0]?.there) return [];
  const named = await client.query<{ business_id: string; id: string }>(
    `select named.business_id::text, blob.id
     from ${pg.escapeIdentifier(table)} as named
     cross join lateral (select to_jsonb(named) ->> name as id from unnest($1::text[]) as name) as blob
     where blob.id is not null
       and ($2::uuid is null or named.business_id = $2)
     order by 1, 2`,
    [columns, businessId ?? null],
  );
  return named.rows.map(({ business_id, id }) => ({ businessId: business_id, id }));
}

/**
 * Adds the blobs to the archive. Lists blobs that are not in the store as missing: they
 * were deleted after the snapshot, or lost.
 */
export async function addBlobs(
  archive: ArchiveWriter,
  store: BlobStore,
  names: readonly BlobName[],
): Promise<Manifest["blobs"]> {
  const missing: string[] = [];
  for (const name of names) {
    const blob = await store.get(name);
    if (blob === null) missing.push(blobEntry(name));
    else await archive.addStream(blobEntry(name), blob.length, blob.stream);
  }
  return { count: names.length - missing.length, missing };
}
