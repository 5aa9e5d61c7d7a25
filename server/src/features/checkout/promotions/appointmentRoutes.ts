import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import {
  applyPromotion,
  type PromotionChanged,
  readAppointmentPromotion,
  removePromotion,
} from "./appointmentPromotion.ts";
import { AppointmentPromotion, AppointmentPromotionInput, MaybeApplied } from "./schema.ts";

const tag = "Appointments";
const PROMOTION = "/businesses/:business/appointments/:appointment/promotion";
const everyRole = appOnly("owner", "manager", "reception", "staff");

/** Returns the routes for the promotions of appointments. `ETag` and `If-Match` contain the appointment's version. */
export function appointmentPromotionRoutes(
  { database, clock }: Context,
  promotionChanged: PromotionChanged,
): Route[] {
  return [
    route({
      method: "GET",
      path: PROMOTION,
      access: scoped("appointments:read"),
      operationId: "getAppointmentPromotion",
      tag,
      summary: "Get the promotion of an appointment",
      description:
        "`data` is null if the appointment has no promotion. The `ETag` is the version of the appointment.",
      data: MaybeApplied,
      versioned: true,
      run: async ({ businessId, caller, params }) => {
        const own = ownOnly(caller, businessId);
        const { record, version } = await readAppointmentPromotion(
          database,
          businessId,
          params.appointment,
          own,
        );
        return { data: record, version };
      },
    }),
    route({
      method: "PUT",
      path: PROMOTION,
      access: everyRole,
      operationId: "applyAppointmentPromotion",
      tag,
      summary: "Apply a promotion to an appointment",
      description:
        "Replaces an earlier promotion. The promotion must be valid on the appointment's local date and for one of its services. An open sale of the appointment gets the same promotion and completes if no amount is due. Returns 409 if the payments exceed the new total or the sale is completed.",
      body: AppointmentPromotionInput,
      data: AppointmentPromotion,
      versioned: true,
      errors: ["sale_closed", "invalid_transition"],
      run: ({ businessId, caller, params, body, ifMatch }) => {
        const change = {
          appointmentId: params.appointment,
          promotionId: body.promotion_id,
          ifMatch,
          own: ownOnly(caller, businessId),
          promotionChanged,
          now: clock.now(),
        };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const { record, version } = await applyPromotion(tx, snapshot, change);
            return { data: record, version };
          }),
        );
      },
    }),
    route({
      method: "DELETE",
      path: PROMOTION,
      access: everyRole,
      operationId: "removeAppointmentPromotion",
      tag,
      summary: "Remove the promotion from an appointment",
      description:
        "Also removes the promotion from the open sale. Returns 404 if the appointment has no promotion. Returns 409 if a sale of the appointment is completed.",
      data: Deleted,
      versioned: true,
      errors: ["sale_closed", "invalid_transition"],
      run: ({ businessId, caller, params, ifMatch }) => {
        const own = ownOnly(caller, businessId);
        const appointmentId = params.appointment;
        const change = { appointmentId, ifMatch, own, promotionChanged, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const { id } = await removePromotion(tx, snapshot, change);
            return { data: { id, deleted: true as const } };
          }),
        );
      },
    }),
  ];
}
