import { column, list, omit, pick, selectWhere, statement } from "../../../platform/database/index.ts";
import { staff, staffHourExceptions, staffHours, timeOff } from "../../../tables/business.ts";

const atLocation = { businessId: column.id, locationId: column.id };

/** Selects the active staff members who work at the location, by position, then id. */
const staffAt = `select member.id, member.position
     from staff as member
     join staff_locations as location
       on location.business_id = member.business_id and location.staff_id = member.id
     where member.business_id = $businessId
       and member.active
       and location.location_id = $locationId`;

export const listStaffAt = statement({
  name: "staff_list_at_location",
  params: atLocation,
  columns: pick(staff.columns, "id"),
  sql: `select id
        from (${staffAt}) as member
        order by position, id`,
});

const weeklyColumns = pick(staffHours.columns, "staff_id", "weekday", "starts_minute", "ends_minute");

export const listWeeklyAt = selectWhere("staff_list_weekly_at_location", staffHours, {
  columns: weeklyColumns,
  where: { businessId: "business_id", locationId: "location_id" },
});

const exceptionColumns = omit(staffHourExceptions.columns, "business_id", "location_id");

export const listExceptionsAt = statement({
  name: "staff_list_exceptions_at_location",
  params: { ...atLocation, fromOn: column.date, toOn: column.date },
  columns: exceptionColumns,
  sql: `select ${list(exceptionColumns)}
        from staff_hour_exceptions
        where business_id = $businessId
          and location_id = $locationId
          and date between $fromOn and $toOn`,
});

const timeOffColumns = pick(timeOff.columns, "staff_id", "id", "starts_at", "ends_at", "label", "version");

/** Lists the time off of the staff members at a location. Excludes time off outside `[fromAt, untilAt)`. */
export const listTimeOffAt = statement({
  name: "staff_list_time_off_at_location",
  params: { ...atLocation, fromAt: column.instant, untilAt: column.instant },
  columns: timeOffColumns,
  sql: `select ${list(timeOffColumns)}
        from time_off
        where business_id = $businessId
          and staff_id in (select id from (${staffAt}) as member)
          and ends_at > $fromAt
          and starts_at < $untilAt
        order by starts_at, id`,
});
