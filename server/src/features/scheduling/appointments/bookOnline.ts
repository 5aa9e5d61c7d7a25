import type { Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { largestExtent, onlinePlacement, subjectsToLock } from "../availability/index.ts";
import { lockAndReadClaims } from "../calendar/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import type { AppointmentRecord } from "./appointment.ts";
import { type Booking, requiredFormsFor, write } from "./book.ts";
import { planAppointment, refuse } from "./plan.ts";

/**
 * Books an appointment for a visitor of the booking page at a start that availability offers online. The caller must have locked the
 * client and released the visitor's own hold. Returns null if the start is not offered.
 */
export async function bookOnline(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  booking: Booking & { readonly source: "online" },
  patchTest: { readonly patchTestOn?: string },
): Promise<AppointmentRecord | null> {
  const { plan, problems } = planAppointment(snapshot, booking);
  if (plan === undefined) return refuse(tx, snapshot, problems);
  const { location, unassignedItems: items } = plan;
  const { startsAt, now } = booking;
  const subjectIds = subjectsToLock(snapshot, location, items);
  const [locked, requiredForms, bookedAt] = await Promise.all([
    lockAndReadClaims(tx, snapshot.businessId, subjectIds, [largestExtent(items, startsAt)], {
      now,
      excludeAppointmentId: null,
      audience: "online",
    }),
    requiredFormsFor(tx, snapshot, booking),
    updateTime(tx),
  ]);
  const request = { location, items, startsAt, now, excludeAppointmentId: null, ...patchTest };
  const placed = await onlinePlacement(tx, snapshot, request);
  if (placed === null) return null;
  const written = { ...booking, requiredForms, updatedAt: bookedAt(now) };
  return write(tx, snapshot, plan, locked, written, placed.placement, null);
}
