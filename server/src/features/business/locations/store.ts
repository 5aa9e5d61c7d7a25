import type { WallInterval } from "@daybook/engine";
import { column, statement } from "../../../platform/database/index.ts";
import type { AddressRecord, ResourceRecord } from "./schema.ts";

export const locationColumns = {
  id: column.id,
  name: column.text,
  address: column.json<AddressRecord>(),
  phone_e164: column.nullable(column.text),
  email: column.nullable(column.text),
  time_zone: column.text,
  active: column.flag,
  created_at: column.instant,
  updated_at: column.instant,
  hours: column.json<(WallInterval & { weekday: number })[]>(),
  exceptions: column.json<{ date: string; intervals: WallInterval[] }[]>(),
  resources: column.json<ResourceRecord[]>(),
};

const hoursOfLocation = `coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('weekday', h.weekday, 'startsMinute', h.starts_minute, 'endsMinute', h.ends_minute)
          order by h.weekday, h.starts_minute
        )
        from location_hours h
        where h.business_id = l.business_id
          and h.location_id = l.id
      ),
      '[]'
    )`;

const exceptionsOfLocation = `coalesce(
      (
        select jsonb_agg(jsonb_build_object('date', e.date, 'intervals', e.intervals) order by e.date)
        from location_hour_exceptions e
        where e.business_id = l.business_id
          and e.location_id = l.id
      ),
      '[]'
    )`;

/** The whole record of contract §3, so that a list of locations takes one statement and not four per location. */
const wholeLocation = `
  select l.id, l.name, l.address, l.phone_e164, l.email, l.time_zone, l.active, l.created_at, l.updated_at,
    ${hoursOfLocation} as hours,
    ${exceptionsOfLocation} as exceptions,
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type, 'capacity', s.capacity)
          order by r.name collate "C", r.id
        )
        from resources r
        join subjects s on s.business_id = r.business_id and s.id = r.id
        where r.business_id = l.business_id
          and r.location_id = l.id
          and r.archived_at is null
      ),
      '[]'
    ) as resources
  from locations l`;

export const findLocation = statement(
  "locations_find",
  locationColumns,
  `${wholeLocation}
   where l.business_id = $1
     and l.id = $2`,
);

/**
 * By name, after the row ($2, $3); both null for the first page. Names are compared by bytes, so that the order and the
 * cursors do not depend on the collation of the server.
 */
export const listLocationRows = statement(
  "locations_list",
  locationColumns,
  `${wholeLocation}
   where l.business_id = $1
     and ($2::text is null or (l.name collate "C", l.id) > ($2 collate "C", $3::uuid))
   order by l.name collate "C", l.id
   limit $4`,
);

export const findLocationIds = statement(
  "locations_find_ids",
  { id: column.id },
  `select id
   from locations
   where business_id = $1
     and id = any($2::uuid[])
   order by id`,
);

export const listLocationSchedules = statement(
  "locations_find_places",
  {
    id: column.id,
    time_zone: column.text,
    hours: locationColumns.hours,
    exceptions: locationColumns.exceptions,
  },
  `select l.id, l.time_zone, ${hoursOfLocation} as hours, ${exceptionsOfLocation} as exceptions
   from locations l
   where l.business_id = $1
     and l.id = any($2::uuid[])
   order by l.name collate "C", l.id`,
);

export const insertLocation = statement(
  "locations_insert",
  {},
  `insert into locations (business_id, id, name, address, phone_e164, email, time_zone, active, created_at, updated_at)
   values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $9)`,
);

export const updateLocationRow = statement(
  "locations_update",
  {},
  `update locations
   set name = $3, address = $4::jsonb, phone_e164 = $5, email = $6, time_zone = $7, active = $8, updated_at = $9
   where business_id = $1
     and id = $2`,
);

/** Hours and resources are part of the location's record, so changing them changes `updated_at`. */
export const touchLocation = statement(
  "locations_touch",
  {},
  `update locations
   set updated_at = $3
   where business_id = $1
     and id = $2`,
);

/** The subjects that can be booked at a location: a change of its hours, time zone or status locks them. */
export const listSubjectsAt = statement(
  "locations_list_subjects",
  { id: column.id },
  `select staff_id as id
   from staff_locations
   where business_id = $1
     and location_id = $2
   union
   select id
   from resources
   where business_id = $1
     and location_id = $2`,
);

export const deleteHours = statement(
  "locations_delete_hours",
  {},
  `delete from location_hours
   where business_id = $1
     and location_id = $2`,
);

export const insertHours = statement(
  "locations_insert_hours",
  {},
  `insert into location_hours (business_id, location_id, weekday, starts_minute, ends_minute)
   select $1, $2, h.weekday, h.starts_minute, h.ends_minute
   from unnest($3::int[], $4::int[], $5::int[]) as h (weekday, starts_minute, ends_minute)`,
);

export const deleteExceptions = statement(
  "locations_delete_exceptions",
  {},
  `delete from location_hour_exceptions
   where business_id = $1
     and location_id = $2`,
);

export const insertExceptions = statement(
  "locations_insert_exceptions",
  {},
  `insert into location_hour_exceptions (business_id, location_id, date, intervals)
   select $1, $2, e.date, e.intervals
   from unnest($3::date[], $4::jsonb[]) as e (date, intervals)`,
);

export const findPublishedAt = statement(
  "locations_find_published_at",
  { published_at: column.nullable(column.instant) },
  `select published_at
   from locations
   where business_id = $1
     and id = $2`,
);

/** Keeps the earlier instant when the location is already published. */
export const setPublishedAt = statement(
  "locations_set_published_at",
  { published_at: column.nullable(column.instant) },
  `update locations
   set published_at = case when $3::boolean then coalesce(published_at, $4::timestamptz) end
   where business_id = $1
     and id = $2
   returning published_at`,
);
