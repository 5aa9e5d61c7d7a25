import type { OwnOnly } from "../../../kernel/caller.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { lockAppointment } from "./change.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./rows.ts";

/** Sets or clears the note that only the team sees; an empty one clears it. In every state. The same again: nobody is told. */
export async function updateNote(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: {
    readonly appointmentId: string;
    readonly ifMatch: IfMatch;
    /** The staff member whose own it must be; absent or null where any visit may be changed. */
    readonly own?: OwnOnly | null;
    readonly internalNote: string | null;
    readonly now: number;
  },
): Promise<AppointmentRecord> {
  const { appointment, location } = await lockAppointment(
    tx,
    snapshot,
    change.appointmentId,
    change.ifMatch,
    change.own,
  );
  const internalNote = change.internalNote === "" ? null : change.internalNote;
  if (internalNote === appointment.internalNote) return appointmentRecord(appointment, location.zone);
  const after = { ...appointment, internalNote, version: appointment.version + 1, updatedAt: change.now };
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  return publish(tx, snapshot, location.zone, "appointment.updated", after, appointment);
}
