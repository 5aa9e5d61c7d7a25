import type { RequiredForm } from "@daybook/engine";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment, AppointmentItem } from "./appointment.ts";
import type { Booking } from "./book.ts";

/** The values of a new appointment. Instants are milliseconds since the epoch. */
interface NewAppointment extends Pick<Booking, "status" | "source" | "startsAt" | "internalNote" | "now"> {
  readonly id: string;
  readonly locationId: string;
  readonly clientId: string;
  readonly seriesId: string | null;
  readonly items: readonly AppointmentItem[];
  readonly requiredForms: readonly RequiredForm[];
  readonly updatedAt: number;
}

/** Builds the first version of an appointment. */
export function newAppointment(
  snapshot: SchedulingSnapshot,
  { now, updatedAt, internalNote, ...booked }: NewAppointment,
): Appointment {
  return {
    ...booked,
    endsAt: booked.items.at(-1)?.endsAt ?? booked.startsAt,
    currency: snapshot.currency,
    internalNote: internalNote ?? null,
    statusReason: null,
    confirmedAt: booked.status === "booked" ? now : null,
    clientConfirmedAt: null,
    arrivedAt: null,
    completedAt: null,
    cancelledAt: null,
    declinedAt: null,
    noShowAt: null,
    cancelledBy: null,
    saleClosedAt: null,
    policyVersion: snapshot.policyVersion,
    version: 1,
    createdAt: updatedAt,
    updatedAt,
  };
}
