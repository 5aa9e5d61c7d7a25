import type { OwnOnly } from "../../../kernel/caller.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { lockAppointment } from "./change.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./rows.ts";

/** Sets the internal note; an empty note clears it. Allowed in every status. Writes and publishes nothing if the note is unchanged. */
export async function updateNote(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: {
    readonly appointmentId: string;
    readonly ifMatch: IfMatch;
    /** If set, the appointment must be this staff member's own; absent or null allows any appointment. */
    readonly own?: OwnOnly | null;
    readonly internalNote: string | null;
    readonly now: number;
  },
): Promise<AppointmentRecord> {
  const { appointment, location, updateTime } = await lockAppointment(
    tx,
    snapshot,
    change.appointmentId,
    change.ifMatch,
    change.own,
  );
  const internalNote = change.internalNote === "" ? null : change.internalNote;
  if (internalNote === appointment.internalNote) return appointmentRecord(appointment, location.zone);
  const after = {
    ...appointment,
    internalNote,
    version: appointment.version + 1,
    updatedAt: updateTime(change.now, appointment.updatedAt),
  };
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  return publish(tx, snapshot, location.zone, "appointment.updated", after, appointment);
}
