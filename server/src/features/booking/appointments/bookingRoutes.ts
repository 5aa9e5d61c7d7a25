import { invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { onlineConflict } from "../holds/index.ts";
import { findPublicBusiness } from "../public-business/index.ts";
import { hasContactOf, requireVisitor, type VisitorSettings, visitorHeader } from "../visitors/index.ts";
import { type BookedHold, bookHold, TimeTaken } from "./bookHold.ts";
import { cancelDeposit, captureDeposit, depositOfHold } from "./depositOfHold.ts";
import { dueFormsUrl } from "./dueFormsUrl.ts";
import { managedRecord, readManaged } from "./managedAppointment.ts";
import { paymentRoute } from "./paymentRoute.ts";
import { ManagedAppointment, OnlineBookingInput } from "./schema.ts";

export function bookingRoutes(context: Context, settings: VisitorSettings): Route[] {
  const { emailOutbox, secret, provider } = settings;
  const { database, clock } = context;
  const { address } = emailOutbox;
  return [
    route({
      method: "POST",
      path: "/public/businesses/:slug/bookings",
      access: { kind: "public" },
      operationId: "bookHold",
      tag: "Public",
      summary: "Book the appointment of a hold",
      description:
        "Requires a verified visitor. An expired hold can be booked while its time is free. Booking the same hold again returns the same appointment. Services that require approval create an appointment with the status `requested`. A due deposit must be authorised first (`POST …/holds/{hold_token}/payment`) and is captured after the booking. If the time is taken, the authorisation is cancelled. In the same way, a card that is due must be entered first: `deposit_required` then has an `amount` of 0.",
      body: OnlineBookingInput,
      data: ManagedAppointment,
      status: 201,
      secretsInPath: ["slug"],
      headers: [visitorHeader(true)],
      errors: [
        "unauthenticated",
        "online_booking_unavailable",
        "patch_test_required",
        "policy_changed",
        "deposit_required",
        "time_conflict",
      ],
      run: async ({ params, body, sent, storeResponse }) => {
        const now = clock.now();
        const { id: businessId } = await findPublicBusiness(database, params.slug);
        const visitor = await requireVisitor(database, businessId, sent, { secret, now });
        const deposit = await depositOfHold(context, provider, { businessId, token: body.hold_token });
        let captured: Pick<BookedHold, "depositId" | "cardId"> = { depositId: null, cardId: null };
        const answer = await withSnapshot(database, businessId, async (snapshot) => {
          try {
            return await database.transaction(async (tx) => {
              const booked = await bookHold(tx, snapshot, { input: body, visitor, now, deposit });
              captured = booked;
              const linked = { businessId, appointmentId: booked.appointmentId };
              const row = await readManaged(tx, linked);
              // Also compares the contact, because a repeated request may have read the visitor's clients before the first request created
              // the client.
              const isTheirs = (client: NonNullable<typeof row>) =>
                booked.isNew ||
                hasContactOf(visitor, { email: client.client_email, phone_e164: client.client_phone_e164 });
              if (row === undefined || !isTheirs(row))
                throw invalid({ path: "/hold_token", message: "is not a hold of this visitor" });
              const formsUrl = await dueFormsUrl(tx, snapshot, booked.appointmentId, { address, now });
              return storeResponse(tx, {
                data: managedRecord(linked, row, { secret, address, now, formsUrl }),
              });
            });
          } catch (error) {
            if (!(error instanceof TimeTaken)) throw error;
            await cancelDeposit(context, provider, businessId, deposit);
            throw await onlineConflict(database, snapshot, {
              ...error.cart,
              startsAt: error.startsAt,
              now,
              excludeAppointmentId: null,
              ...error.patchTest,
            });
          }
        });
        await captureDeposit(context, provider, businessId, captured);
        return answer;
      },
    }),
    paymentRoute(context, settings),
  ];
}
