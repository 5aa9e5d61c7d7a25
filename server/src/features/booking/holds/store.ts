import {
  column,
  deleteSome,
  deleteWhere,
  insertInto,
  list,
  pick,
  type RowOf,
  statement,
} from "../../../platform/database/index.ts";
import { holds } from "../../../tables/booking.ts";

const { columns } = holds;
const byToken = pick(columns, "business_id", "token_sha256");
const byId = pick(columns, "business_id", "id");

export const insertHold = insertInto("holds_insert", holds);

const heldColumns = pick(
  columns,
  "id",
  "location_id",
  "starts_at",
  "service_ids",
  "staff_ids",
  "promotion_id",
  "proven_at",
  "extended_at",
  "expires_at",
);

export type HoldRow = RowOf<typeof heldColumns>;

/** Locks a hold. Transactions lock holds before subjects. */
export const lockHoldRow = statement({
  name: "holds_lock",
  params: byToken,
  columns: heldColumns,
  sql: `select ${list(heldColumns)}
        from holds
        where business_id = $business_id and token_sha256 = $token_sha256
        for update`,
});

export const deleteHold = deleteWhere("holds_delete", holds, "business_id", "id");

export const holdRows = { lock: lockHoldRow, delete: deleteHold };

export const updateExpiry = statement({
  name: "holds_update_expiry",
  params: { ...byId, ...pick(columns, "expires_at", "proven_at", "extended_at") },
  sql: `update holds
        set expires_at = $expires_at, proven_at = $proven_at, extended_at = $extended_at
        where business_id = $business_id and id = $id`,
});

/**
 * The count of live holds of an IP address, and the count of unverified live holds at a location. If a count reaches its limit,
 * a new hold needs a proof of work.
 */
export const countHolds = statement({
  name: "holds_count",
  params: { ...pick(columns, "business_id", "location_id", "address"), now: column.instant },
  columns: { of_address: column.integer, unverified: column.integer },
  sql: `select
          (
            select count(*)
            from holds
            where business_id = $business_id and address = $address and expires_at > $now
          ) as of_address,
          (
            select count(*)
            from holds
            where business_id = $business_id
              and location_id = $location_id
              and expires_at > $now
              and proven_at is null
          ) as unverified`,
});

/** Unverified holds at a location that a verified visitor's hold may replace. */
export const listUnverified = statement({
  name: "holds_list_unverified",
  params: { ...pick(columns, "business_id", "location_id"), now: column.instant },
  columns: pick(columns, "id"),
  sql: `select id
        from holds
        where business_id = $business_id
          and location_id = $location_id
          and expires_at > $now
          and proven_at is null
        order by id`,
});

/**
 * Deletes holds that expired before an instant. The caller passes an instant one hour ago, because visitors can book an expired hold for
 * another hour while its time is free.
 */
export const deleteExpired = deleteSome("holds_delete_expired", {
  from: holds,
  key: ["business_id", "id"],
  params: { beforeAt: column.instant },
  where: "expires_at <= $beforeAt",
  by: "expires_at",
});
