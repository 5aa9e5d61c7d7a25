import type { Caller } from "../../../kernel/caller.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createStaffMember } from "./createStaffMember.ts";
import { replaceStaffHours } from "./replaceStaffHours.ts";
import {
  StaffHoursInput,
  StaffHoursWithConflicts,
  StaffMember,
  StaffMemberChanges,
  StaffMemberInput,
  StaffMemberWithConflicts,
  TimeOffChanges,
  TimeOffInput,
  TimeOffWithConflicts,
} from "./schema.ts";
import { withPhotoUrl } from "./staffMemberRecord.ts";
import { createTimeOff, deleteTimeOff, updateTimeOff } from "./timeOff.ts";
import { updateStaffMember } from "./updateStaffMember.ts";

const tag = "Team";
const access = appOnly("owner", "manager");
const COLLECTION = "/businesses/:business/staff";

/** Creates the routes with which owners and managers change staff members (app-operations). */
export function staffWriteRoutes(context: Context, address: () => string): Route[] {
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
        "Last in order unless a position is given. They cannot be booked until their working hours are set.",
      body: StaffMemberInput,
      data: StaffMember,
      status: 201,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const created = await createStaffMember(tx, businessId, body, clock.now());
          return storeResponse(tx, { data: withPhotoUrl(created, businessId, address()) });
        }),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:staff`,
      access,
      operationId: "updateStaffMember",
      tag,
      summary: "Update a staff member",
      description:
        "Absent fields keep their values. Set `active` to false when a staff member leaves: it ends their access to the business, except that of an owner, and that of a manager unless an owner makes the change. Working hours at a removed location are deleted. Appointments that the change affects stay and are listed in `conflicts`.",
      body: StaffMemberChanges,
      data: StaffMemberWithConflicts,
      run: ({ businessId, caller, params, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const isOwner = roleIn(caller, businessId) === "owner";
          const updated = await updateStaffMember(tx, businessId, params.staff, body, clock.now(), isOwner);
          return storeResponse(tx, { data: withPhotoUrl(updated, businessId, address()) });
        }),
    }),
    route({
      method: "PUT",
      path: `${COLLECTION}/:staff/hours`,
      access,
      operationId: "replaceStaffHours",
      tag,
      summary: "Replace the working hours of a staff member",
      description:
        "Replaces all weekly hours and exceptions. Appointments stay; those outside of the new hours are listed in `conflicts`.",
      body: StaffHoursInput,
      data: StaffHoursWithConflicts,
      versioned: true,
      run: ({ businessId, params, body, ifMatch }) =>
        database.transaction(async (tx) => {
          const now = clock.now();
          const hours = await replaceStaffHours(tx, businessId, params.staff, body, now, ifMatch);
          return { data: hours, version: hours.version };
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
        "Applies at all locations. Time off may overlap appointments: these stay until they are moved or cancelled, and are listed in `conflicts`.",
      body: TimeOffInput,
      data: TimeOffWithConflicts,
      status: 201,
      versioned: true,
      run: ({ businessId, params, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const timeOff = await createTimeOff(tx, businessId, params.staff, body, clock.now());
          return storeResponse(tx, { data: timeOff, version: timeOff.version });
        }),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:staff/time-off/:time_off`,
      access,
      operationId: "updateTimeOff",
      tag,
      summary: "Update time off",
      description:
        "Moves, resizes or relabels an absence. Appointments that it overlaps stay and are listed in `conflicts`.",
      body: TimeOffChanges,
      data: TimeOffWithConflicts,
      versioned: true,
      run: ({ businessId, params, body, ifMatch, storeResponse }) =>
        database.transaction(async (tx) => {
          const timeOff = await updateTimeOff(tx, businessId, {
            staffId: params.staff,
            timeOffId: params.time_off,
            changes: body,
            ifMatch,
            now: clock.now(),
          });
          return storeResponse(tx, { data: timeOff, version: timeOff.version });
        }),
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
          deleteTimeOff(tx, businessId, params.staff, params.time_off),
        ),
      }),
    }),
  ];
}

function roleIn(caller: Caller, businessId: string): Role | undefined {
  if (caller.kind === "key") return undefined;
  return caller.memberships.find((membership) => membership.businessId === businessId)?.role;
}
