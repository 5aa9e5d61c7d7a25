import { notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { appointmentCalendar } from "../../scheduling/appointment-notifications/index.ts";
import { onlineAppointments } from "../../scheduling/appointments/index.ts";
import { Availability, answerRequest, windowOf } from "../../scheduling/availability/index.ts";
import { assertCurrent, type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import type { VisitorSettings } from "../visitors/index.ts";
import { arriveManaged, assertMovable, cancelManaged, confirmManaged, rescheduleManaged } from "./changes.ts";
import { managedRecord, openManageLink } from "./managedAppointment.ts";
import {
  ManagedAppointment,
  ManagedAvailabilityQuery,
  ManagedCancellation,
  ManagedReschedule,
} from "./schema.ts";

const tag = "Public";
const PATH = "/public/appointments/:token";
const access = { kind: "public" } as const;
const secretsInPath = ["token"] as const;
const links =
  "The link is valid until the end of the appointment. Returns 404 for an unknown or expired link.";

export function manageRoutes(context: Context, { emailOutbox, secret }: VisitorSettings): Route[] {
  const { database, clock } = context;
  const settings = { secret, address: emailOutbox.address };
  const read = async (token: string) => {
    const now = clock.now();
    const { row, ...linked } = await openManageLink(database, settings, token, now);
    return managedRecord(linked, row, { ...settings, now });
  };
  /** Runs a change in a transaction and reads the record after the commit. */
  const change = async (
    token: string,
    work: (
      tx: Transaction,
      snapshot: SchedulingSnapshot,
      opened: Awaited<ReturnType<typeof openManageLink>> & { readonly now: number },
    ) => Promise<void>,
  ) => {
    const now = clock.now();
    const opened = { ...(await openManageLink(database, settings, token, now)), now };
    await withSnapshot(database, opened.businessId, (snapshot) =>
      database.transaction((tx) => work(tx, snapshot, opened)),
    );
    return read(token);
  };
  const cancel = (token: string, reason: string | null) =>
    change(token, (tx, snapshot, opened) => cancelManaged(tx, snapshot, opened, reason));

  return [
    route({
      method: "GET",
      path: PATH,
      access,
      operationId: "getManagedAppointment",
      tag,
      summary: "Get an appointment through a manage link",
      description: links,
      data: ManagedAppointment,
      secretsInPath,
      run: async ({ params }) => ({ data: await read(params.token) }),
    }),
    route({
      method: "POST",
      path: `${PATH}/cancel`,
      access,
      operationId: "cancelManagedAppointment",
      tag,
      summary: "Cancel an appointment through a manage link",
      description: `Also possible after the free period, with the fee in \`cancellation_fee\`. A deposit that was paid online, minus the fee, is refunded automatically after the 60 seconds in which the cancellation can be undone. ${links}`,
      body: ManagedCancellation,
      data: ManagedAppointment,
      secretsInPath,
      errors: ["invalid_transition"],
      run: async ({ params, body, storeResponse }) => {
        const data = await cancel(params.token, body.reason || null);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "POST",
      path: `${PATH}/confirm`,
      access,
      operationId: "confirmManagedAppointment",
      tag,
      summary: "Confirm an appointment through a manage link",
      description: `Sets \`client_confirmed_at\`. A repeated request changes nothing. ${links}`,
      data: ManagedAppointment,
      secretsInPath,
      errors: ["invalid_transition"],
      run: async ({ params, storeResponse }) => {
        const data = await change(params.token, confirmManaged);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "POST",
      path: `${PATH}/here`,
      access,
      operationId: "checkInManagedAppointment",
      tag,
      summary: "Check in to an appointment through a manage link",
      description: `Possible from one hour before the start. ${links}`,
      data: ManagedAppointment,
      secretsInPath,
      errors: ["invalid_transition"],
      run: async ({ params, storeResponse }) => {
        const data = await change(params.token, arriveManaged);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "POST",
      path: `${PATH}/reschedule`,
      access,
      operationId: "rescheduleManagedAppointment",
      tag,
      summary: "Reschedule an appointment through a manage link",
      description: `The new start must be available online. Returns 409 \`change_window_closed\` within the policy's window before the current start. ${links}`,
      body: ManagedReschedule,
      data: ManagedAppointment,
      secretsInPath,
      errors: [
        "time_conflict",
        "invalid_transition",
        "change_window_closed",
        "online_booking_unavailable",
        "patch_test_required",
      ],
      run: async ({ params, body, storeResponse }) => {
        await rescheduleManaged(context, settings, params.token, body);
        const data = await read(params.token);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "GET",
      path: `${PATH}/availability`,
      access,
      operationId: "findManagedAvailability",
      tag,
      summary: "Find new start times for an appointment through a manage link",
      description: `Treats the current time of the appointment as free and keeps its durations. ${links}`,
      query: ManagedAvailabilityQuery,
      data: Availability,
      secretsInPath,
      errors: ["change_window_closed", "online_booking_unavailable"],
      run: async ({ params, query }) => {
        const now = clock.now();
        const opened = { ...(await openManageLink(database, settings, params.token, now)), now };
        const { businessId, appointmentId, row } = opened;
        eventLoop.refuseOverload(businessId);
        await assertMovable(database, settings, opened);
        const rawBody = await withSnapshot(database, businessId, async (snapshot) => {
          const moving = await onlineAppointments.readItemsToMove(
            database,
            snapshot,
            appointmentId,
            query.staff_ids,
          );
          if (moving === undefined) {
            await assertCurrent(database, snapshot);
            throw notFound();
          }
          const request = {
            ...moving,
            ...windowOf(moving.location, query.from, query.to),
            audience: "online" as const,
            now,
            excludeAppointmentId: appointmentId,
            patchTestOn: row.patch_test_at,
          };
          const form = { view: query.view ?? ("slots" as const), explain: false };
          return eventLoop.compute(businessId, (run) =>
            answerRequest(run, database, snapshot, request, form),
          );
        });
        return { rawBody };
      },
    }),
    route({
      method: "GET",
      path: `${PATH}/calendar.ics`,
      access,
      operationId: "getManagedCalendarFile",
      tag,
      summary: "Get the calendar file of an appointment through a manage link",
      description: `With \`Accept: application/json\`, returns the appointment. ${links}`,
      data: ManagedAppointment,
      documentMediaTypes: ["text/calendar"],
      secretsInPath,
      run: async ({ params, sent }) => {
        const now = clock.now();
        const { row: _, ...linked } = await openManageLink(database, settings, params.token, now);
        if (sent.header("accept")?.toLowerCase().startsWith("application/json") === true)
          return { data: await read(params.token) };
        const text = await appointmentCalendar(database, linked, now);
        return { document: { mediaType: "text/calendar", text, fileName: "appointment.ics" } };
      },
    }),
  ];
}
