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

const tag = "Staff";
const access = appOnly("owner", "manager");
const COLLECTION = "/businesses/:business/staff";

/** Creates the routes with which owners and managers change staff members (app-operations.md). */
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
        "The staff member is last in order unless `position` is set. The staff member cannot be booked until their working hours are set.",
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
        "Absent fields keep their values. Set `active` to false when a staff member leaves. This ends the business membership of the staff member. The membership of an owner does not end, and the membership of a manager ends only if the caller is an owner. Working hours at a removed location are deleted. Affected appointments do not change. `conflicts` lists them.",
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
        "Replaces all weekly hours and exceptions. Existing appointments do not change. `conflicts` lists the appointments outside the new hours.",
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
        "Applies at all locations. Appointments during the time off do not change. `conflicts` lists them.",
      body: TimeOffInput,
      data: TimeOffWithConflicts,
      status: 201,
      versioned: true,
      run: ({ businessId, params, body, writeVersion }) =>
        writeVersion(database, (tx) => createTimeOff(tx, businessId, params.staff, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:staff/time-off/:time_off`,
      access,
      operationId: "updateTimeOff",
      tag,
      summary: "Update time off",
      description:
        "Moves, resizes or relabels the time off. Appointments during the time off do not change. `conflicts` lists them.",
      body: TimeOffChanges,
      data: TimeOffWithConflicts,
      versioned: true,
      run: ({ businessId, params, body, ifMatch, writeVersion }) =>
        writeVersion(database, (tx) =>
          updateTimeOff(tx, businessId, {
            staffId: params.staff,
            timeOffId: params.time_off,
            changes: body,
            ifMatch,
            now: clock.now(),
          }),
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
      run: ({ businessId, params, write }) =>
        write(database, (tx) => deleteTimeOff(tx, businessId, params.staff, params.time_off)),
    }),
  ];
}

function roleIn(caller: Caller, businessId: string): Role | undefined {
  if (caller.kind === "key") return undefined;
  return caller.memberships.find((membership) => membership.businessId === businessId)?.role;
}
