import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import { locationsView, staffMembers } from "../../../tables/business.ts";
import { appointmentsView, claimsView } from "../../../tables/scheduling.ts";

/** The columns of a span of staff time that an appointment occupies. The end is exclusive. */
const timeColumns = {
  appointment_id: column.id,
  location_id: column.id,
  time_zone: column.text,
  starts_at: column.instant,
  ends_at: column.instant,
  taken_from: column.instant,
  taken_until: column.instant,
};

export type AppointmentTime = RowOf<typeof timeColumns>;

const selectTimes = `
  select
    appointment.id as appointment_id,
    appointment.location_id,
    location.time_zone,
    appointment.starts_at,
    appointment.ends_at,
    lower(claim.during) as taken_from,
    upper(claim.during) as taken_until
  from ${appointmentsView} as appointment
  join ${locationsView} as location on location.business_id = appointment.business_id and location.id = appointment.location_id
  join ${claimsView} as claim on claim.business_id = appointment.business_id and claim.appointment_id = appointment.id`;

const ACTIVE = `appointment.ends_at > $now
          and appointment.status in ('requested', 'booked', 'arrived')
        order by appointment.starts_at, appointment.id, lower(claim.during), claim.id`;

/** Lists the spans of staff time of the active appointments that end after `now` at a location, earliest first. */
export const listAppointmentTimesAt = statement({
  name: "opening_hours_list_times_at_location",
  params: { businessId: column.id, locationId: column.id, now: column.instant },
  columns: timeColumns,
  sql: `${selectTimes}
        join ${staffMembers} as staff_member on staff_member.business_id = claim.business_id and staff_member.id = claim.subject_id
        where appointment.business_id = $businessId
          and appointment.location_id = $locationId
          and ${ACTIVE}`,
});

/** Lists the spans of a staff member's time in active appointments that end after `now`, at any location. */
export const listAppointmentTimesOf = statement({
  name: "opening_hours_list_times_of_staff",
  params: { businessId: column.id, staffId: column.id, now: column.instant },
  columns: timeColumns,
  sql: `${selectTimes}
        where appointment.business_id = $businessId
          and claim.subject_id = $staffId
          and ${ACTIVE}`,
});
