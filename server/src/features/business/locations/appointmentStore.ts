import { column, statement } from "../../../platform/database/index.ts";

const appointmentTimeColumns = {
  appointment_id: column.id,
  location_id: column.id,
  time_zone: column.text,
  starts_at: column.instant,
  ends_at: column.instant,
  taken_from: column.instant,
  taken_until: column.instant,
};

/** The staff time that active appointments at a location take, for those that end after $3; earliest appointment first. */
export const listAppointmentTimesAt = statement(
  "locations_list_appointment_times",
  appointmentTimeColumns,
  `select
     a.id as appointment_id,
     a.location_id,
     l.time_zone,
     a.starts_at,
     a.ends_at,
     lower(c.during) as taken_from,
     upper(c.during) as taken_until
   from appointments a
   join locations l on l.business_id = a.business_id and l.id = a.location_id
   join claims c on c.business_id = a.business_id and c.appointment_id = a.id
   join staff s on s.business_id = c.business_id and s.id = c.subject_id
   where a.business_id = $1
     and a.location_id = $2
     and a.ends_at > $3
     and a.status in ('requested', 'booked', 'arrived')
   order by a.starts_at, a.id, lower(c.during), c.id`,
);
