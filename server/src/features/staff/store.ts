import type { WallInterval } from "@daybook/engine";
import { column, statement } from "../../platform/database/index.ts";

export const staffColumns = {
  id: column.id,
  first_name: column.text,
  last_name: column.nullable(column.text),
  display_name: column.text,
  title: column.nullable(column.text),
  bookable: column.flag,
  active: column.flag,
  color: column.nullable(column.text),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  location_ids: column.ids,
  service_ids: column.ids,
};

/** The whole record of contract §3. Which services a member performs is written by the services. */
const wholeMember = `
  select m.id, m.first_name, m.last_name, m.display_name, m.title, m.bookable, m.active, m.color, m.position,
    m.created_at, m.updated_at,
    array(
      select p.location_id
      from staff_locations p
      where p.business_id = m.business_id
        and p.staff_id = m.id
      order by p.location_id
    ) as location_ids,
    array(
      select w.service_id
      from service_staff w
      join services s on s.business_id = w.business_id and s.id = w.service_id
      where w.business_id = m.business_id
        and w.staff_id = m.id
        and s.active
      order by s.position, s.id
    ) as service_ids
  from staff m`;

export const findMember = statement(
  "staff_find",
  staffColumns,
  `${wholeMember}
   where m.business_id = $1
     and m.id = $2`,
);

/**
 * By position from behind the last row given ($2, $3), both null for the first page; each filter is off where its
 * parameter is null. A team has at most some hundred rows.
 */
export const listStaffRows = statement(
  "staff_list",
  staffColumns,
  `${wholeMember}
   where m.business_id = $1
     and ($2::bigint is null or (m.position, m.id) > ($2, $3::uuid))
     and (
       $4::uuid is null
       or exists (
         select
         from staff_locations p
         where p.business_id = m.business_id
           and p.staff_id = m.id
           and p.location_id = $4
       )
     )
     and ($5::boolean is null or m.active = $5)
   order by m.position, m.id
   limit $6`,
);

export const findStaffIds = statement(
  "staff_find_ids",
  { id: column.id },
  `select id
   from staff
   where business_id = $1
     and id = any($2::uuid[])
   order by id`,
);

export const lastStaffPosition = statement(
  "staff_last_position",
  { position: column.integer },
  `select coalesce(max(position), 0) as position
   from staff
   where business_id = $1`,
);

export const insertStaff = statement(
  "staff_insert",
  {},
  `insert into staff (
     business_id, id, first_name, last_name, display_name, title, bookable, active, color, position, created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
);

export const updateStaffRow = statement(
  "staff_update",
  {},
  `update staff
   set first_name = $3, last_name = $4, display_name = $5, title = $6, bookable = $7, active = $8, color = $9, position = $10,
     updated_at = $11
   where business_id = $1
     and id = $2`,
);

export const deleteStaffLocations = statement(
  "staff_delete_locations",
  {},
  `delete from staff_locations
   where business_id = $1
     and staff_id = $2`,
);

export const insertStaffLocations = statement(
  "staff_insert_locations",
  {},
  `insert into staff_locations (business_id, staff_id, location_id)
   select $1, $2, location_id
   from unnest($3::uuid[]) as p (location_id)`,
);

/** Hours at a place end with the work there: at all but these ($3). */
export const deleteHoursElsewhere = statement(
  "staff_delete_hours_elsewhere",
  {},
  `delete from staff_hours
   where business_id = $1
     and staff_id = $2
     and location_id <> all ($3::uuid[])`,
);

export const deleteExceptionsElsewhere = statement(
  "staff_delete_exceptions_elsewhere",
  {},
  `delete from staff_hour_exceptions
   where business_id = $1
     and staff_id = $2
     and location_id <> all ($3::uuid[])`,
);

export const insertStaffHours = statement(
  "staff_insert_hours",
  {},
  `insert into staff_hours (business_id, staff_id, location_id, weekday, starts_minute, ends_minute)
   select $1, $2, h.location_id, h.weekday, h.starts_minute, h.ends_minute
   from unnest($3::uuid[], $4::int[], $5::int[], $6::int[]) as h (location_id, weekday, starts_minute, ends_minute)`,
);

export const insertStaffExceptions = statement(
  "staff_insert_exceptions",
  {},
  `insert into staff_hour_exceptions (business_id, staff_id, location_id, date, intervals)
   select $1, $2, e.location_id, e.date, e.intervals
   from unnest($3::uuid[], $4::date[], $5::jsonb[]) as e (location_id, date, intervals)`,
);

export const listWeekly = statement(
  "staff_list_weekly",
  {
    location_id: column.id,
    weekday: column.integer,
    starts_minute: column.integer,
    ends_minute: column.integer,
  },
  `select location_id, weekday, starts_minute, ends_minute
   from staff_hours
   where business_id = $1
     and staff_id = $2
   order by weekday, starts_minute, location_id`,
);

export const listExceptions = statement(
  "staff_list_exceptions",
  { location_id: column.id, date: column.date, intervals: column.json<WallInterval[]>() },
  `select location_id, date, intervals
   from staff_hour_exceptions
   where business_id = $1
     and staff_id = $2
   order by date, location_id`,
);

const timeOffColumns = {
  id: column.id,
  starts_at: column.instant,
  ends_at: column.instant,
  label: column.nullable(column.text),
};

/** What ends after $3 and, where $4 is given, starts before it. */
export const listTimeOff = statement(
  "staff_list_time_off",
  timeOffColumns,
  `select id, starts_at, ends_at, label
   from time_off
   where business_id = $1
     and staff_id = $2
     and ends_at > $3
     and ($4::timestamptz is null or starts_at < $4)
   order by starts_at, id`,
);

export const findTimeOff = statement(
  "staff_find_time_off",
  timeOffColumns,
  `select id, starts_at, ends_at, label
   from time_off
   where business_id = $1
     and staff_id = $2
     and id = $3`,
);

export const insertTimeOff = statement(
  "staff_insert_time_off",
  {},
  `insert into time_off (business_id, id, staff_id, starts_at, ends_at, label, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7)`,
);

export const deleteTimeOff = statement(
  "staff_delete_time_off",
  {},
  `delete from time_off
   where business_id = $1
     and id = $2`,
);

/** The clocks by which visits are written. */
export const findVisitZones = statement(
  "staff_find_visit_zones",
  { id: column.id, time_zone: column.text },
  `select a.id, l.time_zone
   from appointments a
   join locations l on l.business_id = a.business_id and l.id = a.location_id
   where a.business_id = $1
     and a.id = any($2::uuid[])
   order by a.id`,
);
