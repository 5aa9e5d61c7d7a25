import type { Zone } from "@daybook/engine";
import type { EventType } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { writeEvent } from "../../../platform/outbox/writeEvent.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import {
  type Appointment,
  type AppointmentRecord,
  appointmentIds,
  appointmentRecord,
  changedFields,
} from "./appointment.ts";

/** Writes the event of a change in the same transaction and returns the API record of the appointment. */
export function publish(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  zone: Zone,
  type: EventType,
  appointment: Appointment,
  before?: Appointment,
  /** The names of changed fields that the record does not contain, for the event's `changed`. */
  beside: readonly string[] = [],
): AppointmentRecord {
  const record = appointmentRecord(appointment, zone);
  const changed =
    before === undefined ? undefined : [...changedFields(appointmentRecord(before, zone), record), ...beside];
  writeEvent(tx, snapshot.businessId, snapshot.webhookPayload, {
    type,
    at: appointment.updatedAt,
    data: record,
    ids: appointmentIds(record),
    ...(type === "appointment.updated" && changed !== undefined ? { changed } : {}),
  });
  return record;
}
