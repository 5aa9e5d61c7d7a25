import {
  column,
  insertInto,
  list,
  omit,
  pick,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { locationsView } from "../../../tables/business.ts";
import { blocks } from "../../../tables/scheduling.ts";

const { columns } = blocks;
const business = pick(columns, "business_id");
export const blockColumns = omit(columns, "business_id");

/** Lists the blocks that overlap `[fromAt, untilAt)`, with the time zone of their location. A null filter is not applied. */
export const listBlockRows = statement({
  name: "blocks_list",
  params: {
    ...business,
    locationId: column.nullable(column.id),
    fromAt: column.instant,
    untilAt: column.instant,
    staffId: column.nullable(column.id),
    resourceId: column.nullable(column.id),
    afterStartsAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: { ...blockColumns, ...pick(locationsView.columns, "time_zone") },
  sql: `select ${list(blockColumns, "block")}, location.time_zone
        from blocks as block
        join ${locationsView} as location
          on location.business_id = block.business_id and location.id = block.location_id
        where block.business_id = $business_id
          and ($locationId is null or block.location_id = $locationId)
          and tstzrange(block.starts_at, block.ends_at) && tstzrange($fromAt, $untilAt)
          and ($staffId is null or block.staff_id = $staffId)
          and ($resourceId is null or block.resource_id = $resourceId)
          and ($afterStartsAt is null or (block.starts_at, block.id) > ($afterStartsAt, $afterId))
        order by block.starts_at, block.id
        limit $limit`,
});

/** Locks one block, so that concurrent changes of the block run one after another. */
export const lockBlock = statement({
  name: "blocks_lock",
  params: pick(columns, "business_id", "id"),
  columns: blockColumns,
  sql: `select ${list(blockColumns)}
        from blocks
        where business_id = $business_id and id = $id
        for update`,
});

/** Locks a block of a series and all later ones in a fixed order, so that concurrent deletions do not deadlock. */
export const lockFollowing = statement({
  name: "blocks_lock_following",
  params: pick(columns, "business_id", "id", "series_id", "starts_at"),
  columns: pick(columns, "id", "staff_id", "resource_id"),
  sql: `select id, staff_id, resource_id
        from blocks
        where business_id = $business_id
          and series_id = $series_id
          and (starts_at, id) >= ($starts_at, $id)
        order by starts_at, id
        for update`,
});

export const insertBlock = insertInto("blocks_insert", blocks);

export const updateBlockRow = updateRow(
  "blocks_update",
  blocks,
  pick(columns, "staff_id", "resource_id", "starts_at", "ends_at", "label", "version", "updated_at"),
);

export const deleteBlocks = statement({
  name: "blocks_delete",
  params: { ...business, ids: column.ids },
  sql: `delete from blocks
        where business_id = $business_id and id = any ($ids)`,
});
