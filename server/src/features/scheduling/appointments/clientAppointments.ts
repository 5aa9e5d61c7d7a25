import { zoneNamed } from "@daybook/engine";
import { NIL_ID } from "../../../kernel/ids.ts";
import { LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import {
  eraseNoteColumns,
  findAppointmentsOfClient,
  lockAppointmentsOfClient,
  moveAppointmentRows,
} from "./store.ts";

/**
 * Puts all visits of a client, past and to come, into the file of another, because they are one person. Each is at a new
 * version, because its record says another client now; subscribers learn it from the client's event (contract §7). Both
 * clients must be locked as for a deletion.
 */
export function moveAppointmentsToClient(
  tx: Transaction,
  businessId: string,
  move: { readonly fromClientId: string; readonly toClientId: string; readonly now: number },
): void {
  moveAppointmentRows(tx, businessId, move);
}

/**
 * Empties what was written about a client's visits, because they are erased: notes and reasons. The visits stay. Waits for
 * whoever is writing a note just now.
 */
export async function eraseAppointmentNotes(
  tx: Transaction,
  businessId: string,
  clientId: string,
  now: number,
): Promise<void> {
  await lockAppointmentsOfClient(tx, businessId, clientId);
  eraseNoteColumns(tx, businessId, clientId, now);
}

/** A visit with the version of the policy that it was booked under; null: there was none. */
export type ExportedAppointment = AppointmentRecord & { readonly policy_version: number | null };

const PAGE = 500;
/** Every visit of a client, in whatever state, oldest first: for whoever asks what is known of them. */
export async function exportAppointments(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedAppointment[]> {
  const visits: ExportedAppointment[] = [];
  let before = { startsAt: LAST_INSTANT + 1, id: NIL_ID };
  for (;;) {
    const page = await findAppointmentsOfClient(reader, businessId, {
      clientId,
      ownStaffId: null,
      before,
      limit: PAGE,
    });
    for (const { appointment, timeZone } of page) {
      const record = appointmentRecord(appointment, zoneNamed(timeZone));
      visits.push({ ...record, policy_version: appointment.policyVersion });
      before = { startsAt: appointment.startsAt, id: appointment.id };
    }
    if (page.length < PAGE) return visits.reverse();
  }
}
