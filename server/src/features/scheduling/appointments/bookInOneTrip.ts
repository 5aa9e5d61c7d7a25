import { formRulesFor, timeTaken } from "@daybook/engine";
import { assumedUpdateTime, beginEstimate } from "../../../platform/assumedUpdateTime.ts";
import {
  asSystem,
  type Database,
  isDryRun,
  outdatedKind,
  type Transaction,
} from "../../../platform/database/index.ts";
import { clientLocks } from "../../clients/clients/index.ts";
import { claimedTime } from "../calendar/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import type { AppointmentRecord } from "./appointment.ts";
import { type Booking, write } from "./book.ts";
import { judge } from "./placement.ts";
import { planAppointment, subjectsOf } from "./plan.ts";

/**
 * Books an appointment in one round trip, if its time is likely to be free (decision 103). The decision assumes that the
 * snapshot is current, that the client exists and that no claim overlaps the appointment. Statements of the same trip check
 * these assumptions after the locks; PostgreSQL skips the writes that follow a failed check. Under the same assumptions, `book`
 * makes the same decision.
 *
 * Returns undefined and has no effect if the time may be taken, if the decision depends on other data, or if a check has
 * failed. The caller must then call `book`, so only `book` rejects bookings.
 */
export async function bookInOneTrip<Answer extends object>(
  database: Database,
  snapshot: SchedulingSnapshot,
  booking: Booking,
  respond: (tx: Transaction, record: AppointmentRecord) => Answer,
): Promise<Answer | undefined> {
  const decided = decide(database, snapshot, booking);
  if (decided === undefined) return undefined;
  const { plan, placement, times } = decided;
  const estimate = await beginEstimate(database);
  try {
    // The audit log records no new rows of these tables, so the transaction need not set the actor.
    return await asSystem(() =>
      database.transaction(async (tx) => {
        clientLocks.requireClient(tx, snapshot.businessId, booking.client_id);
        const locked = claimedTime.requireFree(tx, snapshot, subjectsOf(plan.location, plan.items), times);
        const updatedAt = assumedUpdateTime(tx, estimate, booking.now);
        const booked = { ...booking, requiredForms: [], updatedAt };
        return respond(tx, await write(tx, snapshot, plan, locked, booked, placement, null));
      }),
    );
  } catch (error) {
    const outdated = outdatedKind(error);
    if (outdated === undefined) throw error;
    if (outdated === "time") estimate.failed();
    return undefined;
  }
}

/**
 * Decides a booking for the case that its time is free. Returns undefined if the booking must not be attempted in one round
 * trip.
 */
function decide(database: Database, snapshot: SchedulingSnapshot, booking: Booking) {
  // A dry run reads its own changes, which no snapshot in memory contains. The time of a booking with `force` is usually taken.
  if (booking.force === true || isDryRun()) return undefined;
  const serviceIds = booking.items.map((item) => item.service_id.toLowerCase());
  // Whether a form is required depends on the client's earlier answers, which are not in memory.
  if (formRulesFor(snapshot.forms, serviceIds).length > 0) return undefined;
  const { plan } = planAppointment(snapshot, booking);
  if (plan === undefined) return undefined;
  const { location, items } = plan;
  const placement = judge(
    snapshot,
    location,
    claimedTime.none(snapshot),
    items,
    booking.startsAt,
    booking.now,
  );
  if (!placement.accepted) return undefined;
  const times = timeTaken(
    items,
    booking.startsAt,
    placement.items.map((item) => item.resourceIds),
  );
  const staffIds = new Set(items.map((item) => item.staffId));
  // Only the checks of the times also check the version of the snapshot, so at least one time is required.
  if (times.length === 0) return undefined;
  return claimedTime.mayBeFree(database, snapshot.businessId, times, staffIds)
    ? { plan, placement, times }
    : undefined;
}
