import { column, list, pick, statement } from "../../../platform/database/index.ts";
import { freedTimes, waitlistEntries, waitlistOffers } from "../../../tables/booking.ts";
import { locationsView } from "../../../tables/business.ts";

const { columns } = freedTimes;
const interval = pick(columns, "starts_at", "ends_at");

const revokedColumns = pick(waitlistOffers.columns, "business_id", "id", "entry_id");

const revokedSql = (condition: string) => `select distinct offer.business_id, offer.id, offer.entry_id
        from freed_times as freed
        join waitlist_offers as offer on offer.business_id = freed.business_id and offer.id = freed.hold_id
        where freed.due_at is null and offer.status = 'pending' ${condition}
        order by offer.business_id, offer.id
        limit $limit`;

/** Pending offers whose hold was revoked. The rows of freed time contain the ids of these holds. */
export const listRevokedOffers = statement({
  name: "freed_times_list_revoked_offers",
  params: { limit: column.integer },
  columns: revokedColumns,
  sql: revokedSql(""),
});

/** Like `listRevokedOffers`, for one business. */
export const listRevokedOffersOf = statement({
  name: "freed_times_list_revoked_offers_of",
  params: { businessId: column.id, limit: column.integer },
  columns: revokedColumns,
  sql: revokedSql("and freed.business_id = $businessId"),
});

const unplannedColumns = { ...pick(columns, "business_id"), ...interval, is_offer: column.flag };

const takeUnplannedSql = (condition: string) => `with oldest as materialized (
          select freed.business_id, freed.id, offer.id is not null as is_offer
          from freed_times as freed
          left join waitlist_offers as offer
            on offer.business_id = freed.business_id and offer.id = freed.hold_id
          where freed.due_at is null ${condition}
          order by freed.written_at, freed.id
          limit $limit
        )
        delete from freed_times as freed
        using oldest
        where freed.business_id = oldest.business_id
          and freed.id = oldest.id
          and freed.due_at is null
        returning freed.business_id, freed.starts_at, freed.ends_at, coalesce(oldest.is_offer, false) as is_offer`;

/** Deletes and returns the oldest rows without a due time. `is_offer` is true if the time belonged to an offer. */
export const takeUnplanned = statement({
  name: "freed_times_take_unplanned",
  params: { limit: column.integer },
  columns: unplannedColumns,
  sql: takeUnplannedSql(""),
});

/** Like `takeUnplanned`, for one business. */
export const takeUnplannedOf = statement({
  name: "freed_times_take_unplanned_of",
  params: { businessId: column.id, limit: column.integer },
  columns: unplannedColumns,
  sql: takeUnplannedSql("and freed.business_id = $businessId"),
});

/** The due time of a business's earliest freed time, and whether rows without a due time exist. */
export const nextFreed = statement({
  name: "freed_times_next",
  params: { businessId: column.id },
  columns: { due_at: column.nullable(column.instant), has_unplanned: column.flag },
  sql: `select min(due_at) as due_at, coalesce(bool_or(due_at is null), false) as has_unplanned
        from freed_times
        where business_id = $businessId`,
});

export const listDueLocationsOf = statement({
  name: "freed_times_list_due_locations_of",
  params: { businessId: column.id, now: column.instant, limit: column.integer },
  columns: pick(columns, "business_id", "location_id"),
  sql: `select business_id, location_id
        from freed_times
        where business_id = $businessId and due_at <= $now and location_id is not null
        group by business_id, location_id
        order by min(due_at), business_id, location_id
        limit $limit`,
});

/** The locations of these businesses that have waiting or offered entries. */
export const listWaitingLocations = statement({
  name: "freed_times_list_locations",
  params: { businessIds: column.ids },
  columns: {
    ...pick(waitlistEntries.columns, "business_id", "location_id"),
    ...pick(locationsView.columns, "time_zone"),
  },
  sql: `select distinct entry.business_id, entry.location_id, location.time_zone
        from waitlist_entries as entry
        join ${locationsView} as location
          on location.business_id = entry.business_id and location.id = entry.location_id
        where entry.business_id = any($businessIds) and entry.status in ('waiting', 'offered')`,
});

/** Inserts rows with a location and a due time. */
export const insertPlanned = statement({
  name: "freed_times_insert_planned",
  params: {
    business_id: columns.business_id,
    location_id: column.id,
    due_at: column.instant,
    ...interval,
  },
  sql: `insert into freed_times (business_id, location_id, due_at, starts_at, ends_at)
        values ($business_id, $location_id, $due_at, $starts_at, $ends_at)`,
});

/** The locations with due rows, longest due first. */
export const listDueLocations = statement({
  name: "freed_times_list_due_locations",
  params: { now: column.instant, limit: column.integer },
  columns: pick(columns, "business_id", "location_id"),
  sql: `select business_id, location_id
        from freed_times
        where due_at <= $now and location_id is not null
        group by business_id, location_id
        order by min(due_at), business_id, location_id
        limit $limit`,
});

/**
 * Leases the due rows of a location by moving their due time to the end of the lease. Other workers skip the rows until then. If this
 * worker stops before it deletes them, another worker processes them after the lease.
 */
export const leaseDue = statement({
  name: "freed_times_lease",
  params: {
    businessId: column.id,
    locationId: column.id,
    now: column.instant,
    leasedUntil: column.instant,
    limit: column.integer,
  },
  columns: { ...pick(columns, "id"), ...interval },
  sql: `update freed_times
        set due_at = $leasedUntil
        where (business_id, id) in (
          select business_id, id
          from freed_times
          where business_id = $businessId and location_id = $locationId and due_at <= $now
          order by due_at, id
          limit $limit
          for update skip locked
        )
        returning ${list(pick(columns, "id", "starts_at", "ends_at"))}`,
});

export const deleteFreed = statement({
  name: "freed_times_delete",
  params: { businessId: column.id, ids: column.ids },
  sql: "delete from freed_times where business_id = $businessId and id = any($ids)",
});
