import type { OwnOnly } from "../../../kernel/caller.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../calendar/index.ts";
import { type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { openVisit } from "./change.ts";
import { updateVisit } from "./store.ts";
import { tell } from "./tell.ts";

/** Sets or clears the note that only the team sees; an empty one clears it. In every state. The same again: nobody is told. */
export async function annotate(
  tx: Transaction,
  setup: SchedulingSnapshot,
  change: {
    readonly appointmentId: string;
    readonly ifMatch: IfMatch;
    /** The staff member whose own it must be; absent or null where any visit may be changed. */
    readonly own?: OwnOnly | null;
    readonly internalNote: string | null;
    readonly now: number;
  },
): Promise<AppointmentRecord> {
  const { appointment, place } = await openVisit(tx, setup, change.appointmentId, change.ifMatch, change.own);
  const internalNote = change.internalNote === "" ? null : change.internalNote;
  if (internalNote === appointment.internalNote) return appointmentRecord(appointment, place.zone);
  const after = { ...appointment, internalNote, version: appointment.version + 1, updatedAt: change.now };
  updateVisit(tx, setup.businessId, after, place.zone);
  return tell(tx, setup, place.zone, "appointment.updated", after, appointment);
}
