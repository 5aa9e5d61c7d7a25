import { invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { dayNumberOf } from "../opening-hours/index.ts";
import { listStaff } from "./listStaff.ts";
import { locationShifts } from "./locationShifts.ts";
import { staffPhotoRoutes } from "./photoRoutes.ts";
import {
  LocationShifts,
  LocationShiftsQuery,
  MAX_HOURS_DAYS,
  StaffHours,
  StaffHoursQuery,
  type StaffHoursQueryValues,
  StaffMemberPage,
  StaffQuery,
} from "./schema.ts";
import type { Days } from "./shifts.ts";
import { staffHours, staffShifts } from "./staffHours.ts";
import { staffWriteRoutes } from "./writeRoutes.ts";

/** Creates the routes for staff members (spec §4); `address` returns the base URL of photos. */
export function staffRoutes(context: Context, address: () => string): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: "/businesses/:business/staff",
      access: scoped("staff:read"),
      operationId: "listStaffMembers",
      summary: "List staff members",
      description:
        "Sorted by position, then id. Includes inactive staff members only if `active` is `false` or `all`.",
      tag: "Staff",
      query: StaffQuery,
      data: StaffMemberPage,
      run: async ({ businessId, query }) => ({
        data: await listStaff(database, businessId, query, address()),
      }),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/staff/:staff/hours",
      access: scoped("staff:read"),
      operationId: "getStaffHours",
      summary: "Get the working hours of a staff member",
      description:
        "Returns weekly hours, exceptions and time off. With `from` and `to`, also returns `shifts`: the working time on those dates.",
      tag: "Staff",
      query: StaffHoursQuery,
      data: StaffHours,
      versioned: true,
      run: async ({ businessId, params, query }) => {
        const days = daysOf(query);
        const hours =
          days === null
            ? await staffHours(database, businessId, params.staff, clock.now())
            : await staffShifts(database, businessId, params.staff, days);
        return { data: hours, version: hours.version };
      },
    }),
    route({
      method: "GET",
      path: "/businesses/:business/locations/:location/shifts",
      access: scoped("staff:read"),
      operationId: "listLocationShifts",
      summary: "List the shifts of all staff members at a location",
      description: "Also returns the opening hours of the location and the time off of its staff members.",
      tag: "Staff",
      query: LocationShiftsQuery,
      data: LocationShifts,
      large: true,
      run: async ({ businessId, params, query: { from, to } }) => ({
        data: await locationShifts(database, businessId, params.location, daysBetween(from, to)),
      }),
    }),
    ...staffWriteRoutes(context, address),
    ...staffPhotoRoutes(context, address),
  ];
}

/**
 * Parses the requested dates. Returns null if both dates are absent. Throws `validation_failed` if only one date is given, or
 * if the range is reversed or too long.
 */
function daysOf({ from, to }: StaffHoursQueryValues): Days | null {
  if (from === undefined && to === undefined) return null;
  if (from === undefined) throw invalid({ path: "/from", message: "is required when `to` is set" });
  if (to === undefined) throw invalid({ path: "/to", message: "is required when `from` is set" });
  return daysBetween(from, to);
}

function daysBetween(from: string, to: string): Days {
  const days = { from: dayNumberOf(from), to: dayNumberOf(to) };
  if (days.to < days.from) throw invalid({ path: "/to", message: "must not be before `from`" });
  if (days.to - days.from >= MAX_HOURS_DAYS)
    throw invalid({ path: "/to", message: `must be at most ${MAX_HOURS_DAYS - 1} days after \`from\`` });
  return days;
}
