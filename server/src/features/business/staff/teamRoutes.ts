import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createStaff } from "./createStaff.ts";
import {
  StaffHoursInput,
  StaffHoursWithConflicts,
  StaffMember,
  StaffMemberChanges,
  StaffMemberInput,
  StaffMemberWithConflicts,
  TimeOffInput,
  TimeOffWithConflicts,
} from "./schema.ts";
import { setStaffHours } from "./setStaffHours.ts";
import { addTimeOff, removeTimeOff } from "./timeOff.ts";
import { updateStaff } from "./updateStaff.ts";

const tag = "Team";
const access = appOnly("owner", "manager");
const COLLECTION = "/businesses/:business/staff";

/** The team as the owner and managers set it up (app-operations, "Menu, places, team"). */
export function teamRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createStaffMember",
      tag,
      summary: "Create a staff member",
      description:
        "Behind the others unless a position is given. Without hours, which are set by themselves, they cannot be booked.",
      body: StaffMemberInput,
      data: StaffMember,
      status: 201,
      run: ({ businessId, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await createStaff(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:staff`,
      access,
      operationId: "updateStaffMember",
      tag,
      summary: "Update a staff member",
      description:
        "Absent fields stay. Who leaves is set to `active` false. Hours at a location end with the work there. Visits that the change touches stay, and are named in `conflicts`.",
      body: StaffMemberChanges,
      data: StaffMemberWithConflicts,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await updateStaff(tx, businessId, params.staff, body, clock.now()) }),
        ),
    }),
    route({
      method: "PUT",
      path: `${COLLECTION}/:staff/hours`,
      access,
      operationId: "replaceStaffHours",
      tag,
      summary: "Replace the working hours of a staff member",
      description:
        "In place of what was there. Visits stay; those that now lie outside of the member's hours are named in `conflicts`.",
      body: StaffHoursInput,
      data: StaffHoursWithConflicts,
      run: async ({ businessId, params, body }) => ({
        data: await database.transaction((tx) =>
          setStaffHours(tx, businessId, params.staff, body, clock.now()),
        ),
      }),
    }),
    route({
      method: "POST",
      path: `${COLLECTION}/:staff/time-off`,
      access,
      operationId: "createTimeOff",
      tag,
      summary: "Create time off",
      description:
        "Wherever they work, over visits if need be: those stay until somebody moves them, and are named in `conflicts`.",
      body: TimeOffInput,
      data: TimeOffWithConflicts,
      status: 201,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await addTimeOff(tx, businessId, params.staff, body, clock.now()) }),
        ),
    }),
    route({
      method: "DELETE",
      path: `${COLLECTION}/:staff/time-off/:time_off`,
      access,
      operationId: "deleteTimeOff",
      tag,
      summary: "Delete time off",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) =>
          removeTimeOff(tx, businessId, params.staff, params.time_off),
        ),
      }),
    }),
  ];
}
