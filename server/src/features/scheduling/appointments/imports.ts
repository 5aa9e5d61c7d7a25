import { localText, zoneNamed } from "@daybook/engine";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import { knownBookings } from "../appointment-notifications/index.ts";
import { deleteClaims, lockAndReadClaims, lockSubjects } from "../calendar/index.ts";
import { lockSettings, readSnapshot, type SchedulingSnapshot } from "../snapshot/index.ts";
import {
  calendarOf,
  type ImportedAppointment,
  type ImportOutcome,
  importChecker,
  plannedImport,
} from "./importPlacement.ts";
import {
  deleteImported,
  deleteImportedItems,
  listBookedItems,
  listImportedAppointments,
  listLocations,
  listSubjects,
  lockImported,
} from "./importStore.ts";
import { newAppointment } from "./newAppointment.ts";
import { claim, judge } from "./placement.ts";
import { newItems } from "./plan.ts";
import { insertAppointment } from "./rows.ts";

/**
 * Books the appointments of an import one after another by the rules for bookings by staff (taken time is a conflict; working
 * hours and notice are not checked), without publishing events or sending notifications. Locks the clients, then the staff
 * members and resources. The caller must have read `snapshot` under the lock of the settings. Returns the outcomes in the order
 * of the appointments.
 */
async function create(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  appointments: readonly ImportedAppointment[],
  now: number,
): Promise<ImportOutcome[]> {
  const { businessId } = snapshot;
  const planned = appointments.map((wanted) => plannedImport(snapshot, wanted));
  const { subjectIds, extents } = calendarOf(planned);
  const clientIds = appointments.map(({ clientId }) => clientId);
  const [clients, locked, bookedAt] = await Promise.all([
    clientDetails.lockAgainstDeletion(tx, businessId, clientIds),
    lockAndReadClaims(tx, businessId, subjectIds, extents, { now, excludeAppointmentId: null }),
    updateTime(tx),
  ]);
  const outcomes: ImportOutcome[] = [];
  const booked = [];
  for (const { wanted, plan } of planned) {
    if (plan === undefined || !clients.has(wanted.clientId)) {
      outcomes.push(plan === undefined ? "not_performed" : "no_client");
      continue;
    }
    const { location, items } = plan;
    const { id, startsAt, status, clientId, priceAmount, note: internalNote } = wanted;
    const placement = judge(snapshot, location, locked, items, startsAt, now);
    if (!placement.accepted) {
      outcomes.push("taken");
      continue;
    }
    const appointment = newAppointment(snapshot, {
      ...{ id, locationId: location.id, clientId, seriesId: null, status, startsAt, internalNote, now },
      ...{ source: "import" as const, requiredForms: [], updatedAt: bookedAt(now) },
      items: newItems(snapshot, items, placement).map((item) => ({
        ...item,
        priceAmount: priceAmount ?? item.priceAmount,
      })),
    });
    insertAppointment(tx, businessId, appointment, location.zone);
    await claim(tx, location, locked, items, placement, startsAt, { appointmentId: id });
    booked.push(appointment);
    outcomes.push("booked");
  }
  if (booked.length > 0) knownBookings.record(tx, businessId, booked, now);
  return outcomes;
}

/** Locks the appointments that were not changed after their import, with their staff members and resources. Returns their ids. */
async function lockUnchanged(
  tx: Transaction,
  businessId: string,
  appointmentIds: readonly string[],
): Promise<string[]> {
  const ids = (await tx.query(lockImported, { businessId, appointmentIds })).map(({ id }) => id);
  const subjects = await tx.query(listSubjects, { businessId, appointmentIds: ids });
  await lockSubjects(tx, businessId, subjects.map(({ subject_id }) => subject_id).sort());
  return ids;
}

/**
 * Deletes locked appointments and their claims. The audit log keeps the data of the appointments. Fails if another record
 * references one of the appointments.
 */
function remove(tx: Transaction, businessId: string, appointmentIds: readonly string[]): void {
  for (const appointmentId of appointmentIds) deleteClaims(tx, businessId, { appointmentId });
  knownBookings.forget(tx, businessId, appointmentIds);
  tx.write(deleteImportedItems, { businessId, appointmentIds });
  tx.write(deleteImported, { businessId, appointmentIds });
}

/** Returns the active locations with their names and time zones. */
async function locations(reader: Reader, businessId: string) {
  const rows = await reader.query(listLocations, { businessId });
  return rows.map(({ id, name, time_zone }) => ({ id, names: [name], zone: zoneNamed(time_zone) }));
}

/**
 * Returns appointments by id, in the format for the list of imported rows, with times in the time zone of each appointment's
 * location.
 */
async function summaries(reader: Reader, businessId: string, appointmentIds: readonly string[]) {
  if (appointmentIds.length === 0) return new Map<string, never>();
  const rows = await reader.query(listImportedAppointments, { businessId, appointmentIds });
  return new Map(
    rows.map((row) => {
      const zone = zoneNamed(row.time_zone);
      return [
        row.id,
        { ...row, starts_at: localText(zone, row.starts_at), ends_at: localText(zone, row.ends_at) },
      ];
    }),
  );
}

/** Functions with which imports read, book and remove appointments. */
export const appointmentImports = {
  snapshot: readSnapshot,
  /** Locks the settings and reads the snapshot, which stays current until the transaction ends. */
  lockedSnapshot(tx: Transaction, businessId: string): Promise<SchedulingSnapshot> {
    lockSettings(tx, businessId);
    return readSnapshot(tx, businessId);
  },
  bookedItems: (
    reader: Reader,
    businessId: string,
    of: { readonly clientIds: readonly string[]; readonly starts: readonly number[] },
  ) => reader.query(listBookedItems, { businessId, ...of }),
  locations,
  checker: importChecker,
  create,
  lockUnchanged,
  remove,
  summaries,
};
