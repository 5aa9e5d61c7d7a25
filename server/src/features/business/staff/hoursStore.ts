import type { WallInterval } from "@daybook/engine";
import { column, statement } from "../../../platform/database/index.ts";

/** Deletes the hours at all locations except $3. */
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

/** Time off that ends after $3 and, unless $4 is null, starts before $4. */
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

export const deleteTimeOffRow = statement(
  "staff_delete_time_off",
  {},
  `delete from time_off
   where business_id = $1
     and id = $2`,
);

/** The time that active appointments take of a staff member at all locations, for those that end after $3; earliest first. */
export const listAppointmentTimesOf = statement(
  "staff_list_appointment_times",
  {
    appointment_id: column.id,
    location_id: column.id,
    time_zone: column.text,
    starts_at: column.instant,
    ends_at: column.instant,
    taken_from: column.instant,
    taken_until: column.instant,
  },
  `select
     a.id as appointment_id,
     a.location_id,
     l.time_zone,
     a.starts_at,
     a.ends_at,
     lower(c.during) as taken_from,
     upper(c.during) as taken_until
   from claims c
   join appointments a on a.business_id = c.business_id and a.id = c.appointment_id
   join locations l on l.business_id = a.business_id and l.id = a.location_id
   where c.business_id = $1
     and c.subject_id = $2
     and a.ends_at > $3
     and a.status in ('requested', 'booked', 'arrived')
   order by a.starts_at, a.id, lower(c.during), c.id`,
);

/** The time zones of the locations of appointments. */
export const findAppointmentZones = statement(
  "staff_find_appointment_zones",
  { id: column.id, time_zone: column.text },
  `select a.id, l.time_zone
   from appointments a
   join locations l on l.business_id = a.business_id and l.id = a.location_id
   where a.business_id = $1
     and a.id = any($2::uuid[])
   order by a.id`,
);
