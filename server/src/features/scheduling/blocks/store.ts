import { dateOrNull } from "../../../kernel/instants.ts";
import {
  column,
  type Reader,
  type RowOf,
  statement,
  type Transaction,
} from "../../../platform/database/index.ts";
import type { Block } from "./block.ts";

const blockColumns = {
  id: column.id,
  location_id: column.id,
  staff_id: column.nullable(column.id),
  resource_id: column.nullable(column.id),
  starts_at: column.instant,
  ends_at: column.instant,
  label: column.nullable(column.text),
  series_id: column.nullable(column.id),
  created_at: column.instant,
  updated_at: column.instant,
};

const BLOCK_SELECT = `select
     blocks.id,
     blocks.location_id,
     blocks.staff_id,
     blocks.resource_id,
     blocks.starts_at,
     blocks.ends_at,
     blocks.label,
     blocks.series_id,
     blocks.created_at,
     blocks.updated_at`;

const listOverlapping = statement(
  "blocks_list",
  { ...blockColumns, time_zone: column.text },
  `${BLOCK_SELECT},
     locations.time_zone
   from blocks
   join locations on locations.business_id = blocks.business_id and locations.id = blocks.location_id
   where blocks.business_id = $1
     and ($2::uuid is null or blocks.location_id = $2)
     and tstzrange(blocks.starts_at, blocks.ends_at) && tstzrange($3, $4)
     and ($5::uuid is null or blocks.staff_id = $5)
     and ($6::uuid is null or blocks.resource_id = $6)
     and ($7::timestamptz is null or (blocks.starts_at, blocks.id) > ($7, $8::uuid))
   order by blocks.starts_at, blocks.id
   limit $9`,
);

export interface ListFilters {
  readonly locationId: string | null;
  readonly fromAt: number;
  readonly untilAt: number;
  readonly staffId: string | null;
  readonly resourceId: string | null;
  readonly after: { readonly startsAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** Blocks that overlap a window, with the time zone of their location. */
export async function listBlocks(
  reader: Reader,
  businessId: string,
  filters: ListFilters,
): Promise<{ block: Block; timeZone: string }[]> {
  const { after } = filters;
  const rows = await reader.query(listOverlapping, [
    businessId,
    filters.locationId,
    new Date(filters.fromAt),
    new Date(filters.untilAt),
    filters.staffId,
    filters.resourceId,
    dateOrNull(after?.startsAt),
    after?.id ?? null,
    filters.limit,
  ]);
  return rows.map((row) => ({ block: blockOf(row), timeZone: row.time_zone }));
}

/** Locks a block, so that it is removed once. */
const lockOne = statement(
  "blocks_lock",
  blockColumns,
  `${BLOCK_SELECT}
   from blocks
   where blocks.business_id = $1 and blocks.id = $2
   for update`,
);

/** Locks a block's series from it on; in order, so that two removals queue up. */
const lockFollowing = statement(
  "blocks_lock_following",
  { id: column.id },
  `select id
   from blocks
   where business_id = $1
     and series_id = $2
     and (starts_at, id) >= ($3, $4::uuid)
   order by starts_at, id
   for update`,
);

export async function lockBlock(tx: Transaction, businessId: string, id: string): Promise<Block | undefined> {
  const row = (await tx.query(lockOne, [businessId, id]))[0];
  return row === undefined ? undefined : blockOf(row);
}

export async function lockBlocksFrom(tx: Transaction, businessId: string, block: Block): Promise<string[]> {
  if (block.seriesId === null) return [block.id];
  const rows = await tx.query(lockFollowing, [
    businessId,
    block.seriesId,
    new Date(block.startsAt),
    block.id,
  ]);
  return rows.map((row) => row.id);
}

const insertOne = statement(
  "blocks_insert",
  {},
  `insert into blocks (
     business_id, id, location_id, staff_id, resource_id, starts_at, ends_at, label, series_id, created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
);

export function insertBlock(tx: Transaction, businessId: string, block: Block): void {
  tx.write(insertOne, [
    businessId,
    block.id,
    block.locationId,
    block.staffId,
    block.resourceId,
    new Date(block.startsAt),
    new Date(block.endsAt),
    block.label,
    block.seriesId,
    new Date(block.createdAt),
  ]);
}

const deleteMany = statement(
  "blocks_delete",
  {},
  `delete from blocks
   where business_id = $1 and id = any ($2::uuid[])`,
);

export function deleteBlocks(tx: Transaction, businessId: string, ids: readonly string[]): void {
  tx.write(deleteMany, [businessId, ids]);
}

function blockOf(row: RowOf<typeof blockColumns>): Block {
  return {
    id: row.id,
    locationId: row.location_id,
    staffId: row.staff_id,
    resourceId: row.resource_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    label: row.label,
    seriesId: row.series_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
