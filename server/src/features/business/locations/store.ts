import type { WallInterval } from "@daybook/engine";
import {
  column,
  deleteWhere,
  findIds,
  insertInto,
  insertRows,
  list,
  omit,
  pick,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import {
  locationHourExceptions,
  locationHours,
  locations,
  staffLocationsView,
} from "../../../tables/business.ts";
import { subjectsView } from "../../../tables/scheduling.ts";
import type { ResourceRecord } from "./schema.ts";

const { columns } = locations;
const own = omit(columns, "business_id", "published_at");

const hoursColumns = {
  hours: column.json<(WallInterval & { weekday: number })[]>(),
  exceptions: column.json<{ date: string; intervals: WallInterval[] }[]>(),
};

export const locationColumns = { ...own, ...hoursColumns, resources: column.json<ResourceRecord[]>() };

const selectHours = `
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('weekday', h.weekday, 'startsMinute', h.starts_minute, 'endsMinute', h.ends_minute)
          order by h.weekday, h.starts_minute
        )
        from location_hours as h
        where h.business_id = location.business_id
          and h.location_id = location.id
      ),
      '[]'
    ) as hours,
    coalesce(
      (
        select jsonb_agg(jsonb_build_object('date', e.date, 'intervals', e.intervals) order by e.date)
        from location_hour_exceptions as e
        where e.business_id = location.business_id
          and e.location_id = location.id
      ),
      '[]'
    ) as exceptions`;

/** Selects the complete API record (contract §3), so that a list of locations needs one SQL statement instead of four per location. */
const selectLocation = `
  select ${list(own, "location")}, ${selectHours},
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type, 'capacity', subject.capacity)
          order by r.name collate "C", r.id
        )
        from resources as r
        join ${subjectsView} as subject on subject.business_id = r.business_id and subject.id = r.id
        where r.business_id = location.business_id
          and r.location_id = location.id
          and r.archived_at is null
      ),
      '[]'
    ) as resources
  from locations as location`;

export const findLocation = statement({
  name: "locations_find",
  params: { businessId: column.id, id: column.id },
  columns: locationColumns,
  sql: `${selectLocation}
        where location.business_id = $businessId
          and location.id = $id`,
});

/** The number of characters of a name by which locations are sorted; the limit keeps cursors short. */
const NAME_KEY_CHARACTERS = 64;
const nameKey = `left(location.name, ${NAME_KEY_CHARACTERS}) collate "C"`;

/** Returns the part of a name by which locations are sorted. */
export function nameKeyOf(name: string): string {
  return [...name].slice(0, NAME_KEY_CHARACTERS).join("");
}

/**
 * A page of locations, sorted by name, starting after the given row (null for the first page). Compares names by bytes, so that
 * the order and the cursors do not depend on the collation of the server.
 */
export const listLocationRows = statement({
  name: "locations_list",
  params: {
    businessId: column.id,
    afterName: column.nullable(column.text),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: locationColumns,
  sql: `${selectLocation}
        where location.business_id = $businessId
          and ($afterName is null or (${nameKey}, location.id) > ($afterName collate "C", $afterId))
        order by ${nameKey}, location.id
        limit $limit`,
});

export const findLocationIds = findIds("locations_find_ids", locations);

export const listLocationSchedules = statement({
  name: "locations_list_schedules",
  params: { businessId: column.id, ids: column.ids },
  columns: { ...pick(columns, "id", "time_zone"), ...hoursColumns },
  sql: `select location.id, location.time_zone, ${selectHours}
        from locations as location
        where location.business_id = $businessId
          and location.id = any($ids)
        order by ${nameKey}, location.id`,
});

export const insertLocation = insertInto(
  "locations_insert",
  locations,
  omit(columns, "published_at", "version"),
);

export const updateLocationRow = updateRow(
  "locations_update",
  locations,
  omit(columns, "business_id", "id", "created_at", "published_at", "version"),
);

/**
 * Sets `updated_at` of a location; a trigger raises its version. Changes of hours and resources use this statement, because
 * hours and resources are part of the location's record.
 */
export const touchLocation = updateRow("locations_touch", locations, pick(columns, "updated_at"));

/**
 * Lists the subjects that can be booked at a location. A change of the location's hours, time zone or status locks these
 * subjects.
 */
export const listSubjectsAt = statement({
  name: "locations_list_subjects",
  params: { businessId: column.id, locationId: column.id },
  columns: { id: column.id },
  sql: `select staff_id as id
        from ${staffLocationsView} as staff_location
        where business_id = $businessId
          and location_id = $locationId
        union
        select id
        from resources
        where business_id = $businessId
          and location_id = $locationId`,
});

export const deleteHours = deleteWhere("locations_delete_hours", locationHours, "business_id", "location_id");
export const insertHours = insertRows("locations_insert_hours", locationHours);
export const deleteExceptions = deleteWhere(
  "locations_delete_exceptions",
  locationHourExceptions,
  "business_id",
  "location_id",
);
export const insertExceptions = insertRows("locations_insert_exceptions", locationHourExceptions);

export const findPublishedAt = selectWhere("locations_find_published_at", locations, {
  columns: pick(columns, "published_at"),
  where: { businessId: "business_id", id: "id" },
});

/** Sets or clears the instant of publication. Publishing a published location keeps the earlier instant. */
export const setPublishedAt = statement({
  name: "locations_set_published_at",
  params: { businessId: column.id, id: column.id, isPublished: column.flag, now: column.instant },
  columns: pick(columns, "published_at"),
  sql: `update locations
        set published_at = case when $isPublished then coalesce(published_at, $now) end
        where business_id = $businessId
          and id = $id
        returning published_at`,
});
