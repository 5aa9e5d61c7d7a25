import { ownOnly, roleOf, sourceOf } from "../../../kernel/caller.ts";
import { ApiError, type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  type Answer,
  type Route,
  route,
  type Stored,
  type StoreResponse,
  scoped,
} from "../../../platform/http/route.ts";
import { type SchedulingSnapshot, withSnapshot } from "../snapshot/index.ts";
import type { AppointmentRecord } from "./appointment.ts";
import { book } from "./book.ts";
import { bookInOneTrip } from "./bookInOneTrip.ts";
import { bookRecurring } from "./bookRecurring.ts";
import type { ChangeOutcome } from "./change.ts";
import { withIncluded } from "./included.ts";
import { getAppointment, listAppointments, listClientAppointments } from "./list.ts";
import { assertOwnBooking } from "./ownAppointments.ts";
import { unassignItems } from "./plan.ts";
import { replaceItems, type SaleOfItems } from "./replaceItems.ts";
import { reschedule } from "./reschedule.ts";
import { resize } from "./resize.ts";
import {
  AppointmentDurationChanges,
  AppointmentItemsInput,
  AppointmentNoteChanges,
  AppointmentPage,
  AppointmentQuery,
  AppointmentScheduleChanges,
  AppointmentSeries,
  AppointmentShape,
  BookingInput,
  ClientAppointmentQuery,
  OneAppointmentQuery,
  RecurringInput,
  TransitionInput,
} from "./schema.ts";
import { timeConflict } from "./timeConflict.ts";
import { transition } from "./transition.ts";
import { updateNote } from "./updateNote.ts";

const tag = "Appointments";
const COLLECTION = "/businesses/:business/appointments";
const ONE = "/businesses/:business/appointments/:appointment";

export function appointmentRoutes(
  context: Context,
  { saleOfItems }: { readonly saleOfItems: (role: Role | null) => SaleOfItems },
): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: scoped("appointments:read"),
      operationId: "listAppointments",
      tag,
      summary: "List appointments",
      description:
        "Returns the appointments that overlap the window, sorted by start. Includes all statuses unless `status` is set.",
      query: AppointmentQuery,
      data: AppointmentPage,
      large: true,
      run: async ({ businessId, caller, query: { include, ...query } }) => {
        const page = await listAppointments(database, businessId, query, ownOnly(caller, businessId));
        const items = await withIncluded(database, businessId, page.items, { include, caller });
        return { data: { ...page, items } };
      },
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: scoped("appointments:write"),
      operationId: "bookAppointment",
      tag,
      summary: "Book an appointment",
      description:
        "Books the items one after the other. Staff members may book outside working hours and in the past. If the time is taken, returns 409 with the conflicts and up to three alternative starts. With `force`, which requires an app session, the appointment is overbooked instead.",
      body: BookingInput,
      data: AppointmentShape,
      status: 201,
      versioned: true,
      errors: ["time_conflict"],
      run: ({ businessId, caller, body: { force, ...body }, storeResponse }) =>
        withSnapshot(database, businessId, async (snapshot) => {
          if (force !== undefined && roleOf(caller, businessId) === null)
            throw invalid({
              path: "/force",
              message: "is accepted only from app sessions, not from API keys",
            });
          const booking = {
            ...body,
            force: force === true,
            ...bookingOptions(body, clock.now()),
            source: sourceOf(caller),
          };
          const own = ownOnly(caller, businessId);
          // For a staff member, the server must first read whether the client is one of the staff member's own clients.
          if (own === null) {
            const answer = await bookInOneTrip(database, snapshot, booking, (tx, record) =>
              storeResponse(tx, answerOf(record)),
            );
            if (answer !== undefined) return answer;
          }
          const booked = await database.transaction(async (tx) => {
            await assertOwnBooking(tx, businessId, body, own);
            const outcome = await book(tx, snapshot, booking);
            return outcome.outcome === "booked" ? storeResponse(tx, answerOf(outcome.record)) : outcome;
          });
          if (!("outcome" in booked)) return booked;
          const { location, unassignedItems } = booked.plan;
          throw await timeConflict(database, snapshot, booked.conflicts, {
            location,
            items: unassignedItems,
            startsAt: booking.startsAt,
            now: booking.now,
            excludeAppointmentId: null,
          });
        }),
    }),
    route({
      method: "POST",
      path: `${COLLECTION}/recurring`,
      access: scoped("appointments:write"),
      operationId: "bookRecurringAppointments",
      tag,
      summary: "Book recurring appointments",
      description:
        "Books the same local time on every date. Dates on which the time is taken are skipped. `conflicts` lists them.",
      body: RecurringInput,
      data: AppointmentSeries,
      large: true,
      run: ({ businessId, caller, body, runPiece, storeResponse }) => {
        const { every_weeks: everyWeeks, occurrences, ...rest } = body;
        const booking = {
          ...rest,
          ...bookingOptions(body, clock.now()),
          source: sourceOf(caller),
          everyWeeks,
          occurrences,
        };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            await assertOwnBooking(tx, businessId, body, ownOnly(caller, businessId));
            const { created, conflicts, ...series } = await bookRecurring(tx, snapshot, booking, runPiece);
            return storeResponse(tx, {
              data: { ...series, created: [...created], conflicts: [...conflicts] },
            });
          }),
        );
      },
    }),
    route({
      method: "GET",
      path: ONE,
      access: scoped("appointments:read"),
      operationId: "getAppointment",
      tag,
      summary: "Get an appointment",
      query: OneAppointmentQuery,
      data: AppointmentShape,
      versioned: true,
      run: async ({ businessId, caller, params, query: { include } }) => {
        const own = ownOnly(caller, businessId);
        const found = await getAppointment(database, businessId, params.appointment, own);
        const [data = found] = await withIncluded(database, businessId, [found], { include, caller });
        return { data, version: data.version };
      },
    }),
    route({
      method: "PATCH",
      path: `${ONE}/schedule`,
      access: scoped("appointments:write"),
      operationId: "rescheduleAppointment",
      tag,
      summary: "Reschedule an appointment",
      body: AppointmentScheduleChanges,
      data: AppointmentShape,
      versioned: true,
      errors: ["time_conflict", "invalid_transition"],
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) =>
        change(context, storeResponse, businessId, params.appointment, true, (tx, snapshot, now) =>
          reschedule(tx, snapshot, {
            appointmentId: params.appointment,
            ifMatch,
            own: ownOnly(caller, businessId),
            startsAt: instantOf(body.starts_at),
            items: body.items ?? [],
            force: body.force === true,
            notifyClient: body.notify_client !== false,
            now,
          }),
        ),
    }),
    route({
      method: "PUT",
      path: `${ONE}/items`,
      access: scoped("appointments:write"),
      operationId: "replaceAppointmentItems",
      tag,
      summary: "Replace the items of an appointment",
      description:
        "Adds, removes, replaces and reorders services in one step. Can also change the client and the start. Updates the open sale of the appointment. Returns 409 `sale_closed` if the sale is completed and not refunded.",
      body: AppointmentItemsInput,
      data: AppointmentShape,
      versioned: true,
      errors: ["time_conflict", "invalid_transition", "sale_closed"],
      run: ({ businessId, caller, params, body, ifMatch }) => {
        const role = roleOf(caller, businessId);
        const items = body.items.map(({ price, ...item }) => ({
          ...item,
          priceMinor: price?.amount ?? null,
        }));
        return change(context, UNSTORED, businessId, params.appointment, true, (tx, snapshot, now) => {
          refuseIf(priceProblems(body.items, snapshot.currency));
          if (role === null && body.items.some(({ price }) => price !== undefined))
            throw new ApiError(
              "forbidden_role",
              "The field `price` requires an app session. API keys are not accepted.",
              {
                required: "an app session",
              },
            );
          return replaceItems(tx, snapshot, {
            appointmentId: params.appointment,
            ifMatch,
            own: ownOnly(caller, businessId),
            items,
            clientId: body.client_id?.toLowerCase() ?? null,
            startsAt: body.starts_at === undefined ? null : instantOf(body.starts_at),
            force: body.force === true,
            notifyClient: body.notify_client !== false,
            sale: saleOfItems(role),
            now,
          });
        });
      },
    }),
    route({
      method: "PATCH",
      path: `${ONE}/duration`,
      access: scoped("appointments:write"),
      operationId: "resizeAppointment",
      tag,
      summary: "Resize an appointment",
      description: "Changes the duration of one item. Later items of the appointment move by the difference.",
      body: AppointmentDurationChanges,
      data: AppointmentShape,
      versioned: true,
      errors: ["time_conflict", "invalid_transition"],
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) =>
        change(context, storeResponse, businessId, params.appointment, false, (tx, snapshot, now) =>
          resize(tx, snapshot, {
            appointmentId: params.appointment,
            ifMatch,
            own: ownOnly(caller, businessId),
            itemId: body.item_id,
            minutes: body.minutes,
            force: body.force === true,
            notifyClient: body.notify_client !== false,
            now,
          }),
        ),
    }),
    route({
      method: "PATCH",
      path: `${ONE}/note`,
      access: scoped("appointments:write"),
      operationId: "updateAppointmentNote",
      tag,
      summary: "Update the internal note of an appointment",
      body: AppointmentNoteChanges,
      data: AppointmentShape,
      versioned: true,
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) => {
        const note = {
          appointmentId: params.appointment,
          ifMatch,
          own: ownOnly(caller, businessId),
          internalNote: body.internal_note,
          now: clock.now(),
        };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) =>
            storeResponse(tx, answerOf(await updateNote(tx, snapshot, note))),
          ),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/transitions`,
      access: scoped("appointments:write"),
      operationId: "transitionAppointment",
      tag,
      summary: "Transition an appointment to another status",
      description:
        "A transition to the current status returns 200 and changes nothing. No fee is charged. A cancellation can be undone (`to: booked`) within 60 seconds if its time is still free.",
      body: TransitionInput,
      data: AppointmentShape,
      versioned: true,
      errors: ["invalid_transition", "time_conflict"],
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) =>
        change(context, storeResponse, businessId, params.appointment, false, (tx, snapshot, now) =>
          transition(tx, snapshot, {
            appointmentId: params.appointment,
            ifMatch,
            own: ownOnly(caller, businessId),
            to: body.to,
            reason: body.reason || null,
            cancelledBy: "team",
            notifyClient: body.notify_client !== false,
            now,
          }),
        ),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/appointments",
      access: scoped("clients:read"),
      operationId: "listClientAppointments",
      summary: "List the appointments of a client",
      description: "Newest first. Includes past and future appointments with any status.",
      tag: "Clients",
      query: ClientAppointmentQuery,
      data: AppointmentPage,
      large: true,
      run: async ({ businessId, caller, params, query: { include, limit, cursor } }) => {
        const page = await listClientAppointments(database, businessId, {
          clientId: params.client,
          ...(limit === undefined ? {} : { limit }),
          ...(cursor === undefined ? {} : { cursor }),
          own: ownOnly(caller, businessId),
        });
        const items = await withIncluded(database, businessId, page.items, { include, caller });
        return { data: { ...page, items } };
      },
    }),
  ];
}

function bookingOptions(
  body: { starts_at: string; status?: "booked" | "requested"; notify_client?: boolean },
  now: number,
) {
  return {
    startsAt: instantOf(body.starts_at),
    status: body.status ?? "booked",
    notifyClient: body.notify_client !== false,
    now,
  };
}

/** A `StoreResponse` for PUT that stores nothing, because PUT is idempotent. */
const UNSTORED = ((_tx, answer) => answer) as StoreResponse;

function priceProblems(
  items: readonly { readonly price?: { readonly currency: string } }[],
  currency: string,
): FieldProblem[] {
  return items.flatMap(({ price }, index) =>
    price === undefined || price.currency === currency
      ? []
      : [{ path: `/items/${index}/price/currency`, message: `must be the business's currency, ${currency}` }],
  );
}

function answerOf(record: AppointmentRecord): Answer<AppointmentRecord> {
  return { data: record, version: record.version };
}

/**
 * Runs a change of one appointment. Throws `time_conflict` (409) for taken time, with alternative starts if the change can move the start
 * (`canMove`).
 */
function change(
  { database, clock }: Context,
  keep: StoreResponse,
  businessId: string,
  appointmentId: string,
  canMove: boolean,
  work: (tx: Transaction, snapshot: SchedulingSnapshot, now: number) => Promise<ChangeOutcome>,
): Promise<Stored<Answer<AppointmentRecord>>> {
  const now = clock.now();
  return withSnapshot(database, businessId, async (snapshot) => {
    const outcome = await database.transaction(async (tx) => {
      const changed = await work(tx, snapshot, now);
      return changed.outcome === "taken" ? changed : keep(tx, answerOf(changed.record));
    });
    if (!("outcome" in outcome)) return outcome;
    throw await timeConflict(database, snapshot, outcome.conflicts, {
      location: outcome.location,
      items: canMove ? unassignItems(outcome.items) : null,
      startsAt: outcome.startsAt,
      now,
      excludeAppointmentId: appointmentId,
    });
  });
}
