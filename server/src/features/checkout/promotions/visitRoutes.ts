import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { applyToVisit, readOfVisit, removeFromVisit } from "./ofVisit.ts";
import { AppointmentPromotion, AppointmentPromotionInput, MaybeApplied } from "./schema.ts";

const tag = "Appointments";
const PROMOTION = "/businesses/:business/appointments/:appointment/promotion";
const everybody = appOnly("owner", "manager", "reception", "staff");

/** The promotion of a visit (spec §4; applying one is the app's). `ETag` and `If-Match` are the visit's version. */
export function visitPromotionRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: PROMOTION,
      access: scoped("appointments:read"),
      operationId: "getAppointmentPromotion",
      tag,
      summary: "Get the promotion of an appointment",
      description: "`data` is null when there is none. `ETag` is the appointment's version.",
      data: MaybeApplied,
      versioned: true,
      run: async ({ businessId, caller, params }) => {
        const own = ownOnly(caller, businessId);
        const { record, version } = await readOfVisit(database, businessId, params.appointment, own);
        return { data: record, version };
      },
    }),
    route({
      method: "PUT",
      path: PROMOTION,
      access: everybody,
      operationId: "applyAppointmentPromotion",
      tag,
      summary: "Apply a promotion to an appointment",
      description:
        "In place of the one it has. It must be for the appointment's local day and one of its services. Until a sale of the appointment has closed.",
      body: AppointmentPromotionInput,
      data: AppointmentPromotion,
      versioned: true,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, body, ifMatch }) => {
        const change = {
          appointmentId: params.appointment,
          promotionId: body.promotion_id,
          ifMatch,
          own: ownOnly(caller, businessId),
          now: clock.now(),
        };
        return withSnapshot(database, businessId, (setup) =>
          database.transaction(async (tx) => {
            const { record, version } = await applyToVisit(tx, setup, change);
            return { data: record, version };
          }),
        );
      },
    }),
    route({
      method: "DELETE",
      path: PROMOTION,
      access: everybody,
      operationId: "removeAppointmentPromotion",
      tag,
      summary: "Remove the promotion of an appointment",
      description: "404 when it has none. Until a sale of the appointment has closed.",
      data: Deleted,
      versioned: true,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, ifMatch }) => {
        const own = ownOnly(caller, businessId);
        const change = { appointmentId: params.appointment, ifMatch, own, now: clock.now() };
        return withSnapshot(database, businessId, (setup) =>
          database.transaction(async (tx) => {
            const { id, version } = await removeFromVisit(tx, setup, change);
            return { data: { id, deleted: true as const }, version };
          }),
        );
      },
    }),
  ];
}
