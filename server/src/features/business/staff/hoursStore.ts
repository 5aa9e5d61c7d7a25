import {
  column,
  deleteWhere,
  insertInto,
  insertRows,
  list,
  omit,
  pick,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { locationsView, staff, staffHourExceptions, staffHours, timeOff } from "../../../tables/business.ts";
import { appointmentsView } from "../../../tables/scheduling.ts";

const elsewhere = { businessId: column.id, staffId: column.id, locationIds: column.ids };

/** Deletes the hours of a staff member at all locations except these. */
export const deleteHoursElsewhere = statement({
  name: "staff_delete_hours_elsewhere",
  params: elsewhere,
  sql: `delete from staff_hours
        where business_id = $businessId
          and staff_id = $staffId
          and location_id <> all ($locationIds)`,
});

export const deleteExceptionsElsewhere = statement({
  name: "staff_delete_exceptions_elsewhere",
  params: elsewhere,
  sql: `delete from staff_hour_exceptions
        where business_id = $businessId
          and staff_id = $staffId
          and location_id <> all ($locationIds)`,
});

export const insertStaffHours = insertRows("staff_insert_hours", staffHours);
export const insertStaffExceptions = insertRows("staff_insert_exceptions", staffHourExceptions);

export const findHoursVersion = selectWhere("staff_find_hours_version", staff, {
  columns: pick(staff.columns, "hours_version"),
  where: { businessId: "business_id", staffId: "id" },
});

/** Raises the version of a staff member's weekly hours and exceptions. */
export const raiseHoursVersion = statement({
  name: "staff_raise_hours_version",
  params: { businessId: column.id, staffId: column.id },
  sql: `update staff
        set hours_version = hours_version + 1
        where business_id = $businessId
          and id = $staffId`,
});

const weeklyColumns = omit(staffHours.columns, "business_id", "staff_id");

export const listWeekly = selectWhere("staff_list_weekly", staffHours, {
  columns: weeklyColumns,
  where: { businessId: "business_id", staffId: "staff_id" },
  ending: "order by weekday, starts_minute, location_id",
});

const exceptionColumns = omit(staffHourExceptions.columns, "business_id", "staff_id");

export const listExceptions = selectWhere("staff_list_exceptions", staffHourExceptions, {
  columns: exceptionColumns,
  where: { businessId: "business_id", staffId: "staff_id" },
  ending: "order by date, location_id",
});

const timeOffColumns = pick(timeOff.columns, "id", "starts_at", "ends_at", "label", "version");

/** Lists time off that ends after `fromAt` and, unless `untilAt` is null, starts before `untilAt`. */
export const listTimeOff = statement({
  name: "staff_list_time_off",
  params: {
    businessId: column.id,
    staffId: column.id,
    fromAt: column.instant,
    untilAt: column.nullable(column.instant),
  },
  columns: timeOffColumns,
  sql: `select ${list(timeOffColumns)}
        from time_off
        where business_id = $businessId
          and staff_id = $staffId
          and ends_at > $fromAt
          and ($untilAt is null or starts_at < $untilAt)
        order by starts_at, id`,
});

export const findTimeOff = selectWhere("staff_find_time_off", timeOff, {
  columns: timeOffColumns,
  where: { businessId: "business_id", staffId: "staff_id", id: "id" },
});

export const updateTimeOffRow = updateRow(
  "staff_update_time_off",
  timeOff,
  pick(timeOff.columns, "starts_at", "ends_at", "label", "version", "updated_at"),
);

export const insertTimeOff = insertInto("staff_insert_time_off", timeOff);
export const deleteTimeOffRow = deleteWhere("staff_delete_time_off", timeOff, "business_id", "id");

export const findAppointmentZones = statement({
  name: "staff_find_appointment_zones",
  params: { businessId: column.id, ids: column.ids },
  columns: { id: column.id, time_zone: column.text },
  sql: `select appointment.id, location.time_zone
        from ${appointmentsView} as appointment
        join ${locationsView} as location on location.business_id = appointment.business_id and location.id = appointment.location_id
        where appointment.business_id = $businessId
          and appointment.id = any($ids)`,
});
