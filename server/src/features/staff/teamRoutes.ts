import type { Context } from "../../platform/context.ts";
import { appOnly, type Route, route } from "../../platform/http/route.ts";
import { Deleted } from "../../platform/http/shapes.ts";
import { createStaff } from "./createStaff.ts";
import {
  ChangedStaffHours,
  ChangedStaffMember,
  StaffChanges,
  StaffHoursInput,
  StaffInput,
  StaffMember,
  TimeOffAnswer,
  TimeOffInput,
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
      operationId: "createStaff",
      tag,
      summary: "Take somebody into the team",
      description:
        "Behind the others unless a position is given. Without hours, which are set by themselves, they cannot be booked.",
      body: StaffInput,
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
      operationId: "updateStaff",
      tag,
      summary: "Change a member of the team",
      description:
        "Absent fields stay. Who leaves is set to `active` false. Hours at a location end with the work there. Visits that the change touches stay, and are named in `conflicts`.",
      body: StaffChanges,
      data: ChangedStaffMember,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await updateStaff(tx, businessId, params.staff, body, clock.now()) }),
        ),
    }),
    route({
      method: "PUT",
      path: `${COLLECTION}/:staff/hours`,
      access,
      operationId: "setStaffHours",
      tag,
      summary: "Set all hours of a member",
      description:
        "In place of what was there. Visits stay; those that now lie outside of the member's hours are named in `conflicts`.",
      body: StaffHoursInput,
      data: ChangedStaffHours,
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
      summary: "Take a member away for a while",
      description:
        "Wherever they work, over visits if need be: those stay until somebody moves them, and are named in `conflicts`.",
      body: TimeOffInput,
      data: TimeOffAnswer,
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
      summary: "Give the time of a time off back",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) =>
          removeTimeOff(tx, businessId, params.staff, params.time_off),
        ),
      }),
    }),
  ];
}
