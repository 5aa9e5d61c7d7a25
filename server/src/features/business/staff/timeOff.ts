import { localText, type Zone, zoneNamed } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { claimTimeOff, deleteClaims, lockSubjects } from "../../scheduling/calendar/index.ts";
import { deleteTimeOffRow, findAppointmentZones, findTimeOff, insertTimeOff } from "./hoursStore.ts";
import type { TimeOffInput, TimeOffRecord } from "./schema.ts";
import { timeOffRecord } from "./staffHours.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";

/**
 * Creates time off, which covers all locations and may overlap appointments: these stay and are returned in `conflicts`.
 * Throws `not_found`, `validation_failed`.
 */
export async function createTimeOff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  wanted: TimeOffInput,
  now: number,
): Promise<TimeOffRecord> {
  // Before any read: a concurrent booking of the staff member commits before it or waits.
  await lockSubjects(tx, businessId, [staffId]);
  await staffMemberRecord(tx, businessId, staffId);
  const [startsAt, endsAt] = [instantOf(wanted.starts_at), instantOf(wanted.ends_at)];
  if (endsAt <= startsAt) throw invalid({ path: "/ends_at", message: "must be after starts_at" });
  const timeOffId = newId();
  const label = wanted.label ?? null;
  const timeOff = { id: timeOffId, starts_at: startsAt, ends_at: endsAt, label };
  const times = { created_at: now, updated_at: now };
  tx.write(insertTimeOff, { ...timeOff, ...times, business_id: businessId, staff_id: staffId });
  const covered = await claimTimeOff(tx, businessId, { timeOffId, staffId, startsAt, endsAt, now });
  return {
    ...timeOffRecord(timeOff),
    conflicts: await conflictsOf(tx, businessId, covered),
  };
}

/** Deletes time off. Throws `not_found`, also for time off of another staff member. */
export async function deleteTimeOff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  timeOffId: string,
): Promise<{ id: string; deleted: true }> {
  await lockSubjects(tx, businessId, [staffId]);
  const [found] = await tx.query(findTimeOff, { businessId, staffId, id: timeOffId });
  if (found === undefined) throw notFound();
  deleteClaims(tx, businessId, { timeOffId });
  tx.write(deleteTimeOffRow, { business_id: businessId, id: timeOffId });
  return { id: timeOffId, deleted: true };
}

interface Covered {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly appointmentId: string | null;
}

/** Times of appointments are in the time zone of their location (contract §1). */
async function conflictsOf(
  reader: Reader,
  businessId: string,
  covered: readonly Covered[],
): Promise<TimeOffRecord["conflicts"]> {
  const appointments = covered.flatMap(({ startsAt, endsAt, appointmentId }) =>
    appointmentId === null ? [] : [{ startsAt, endsAt, appointmentId }],
  );
  if (appointments.length === 0) return [];
  const ids = appointments.map(({ appointmentId }) => appointmentId);
  const rows = await reader.query(findAppointmentZones, { businessId, ids });
  const zones = new Map(rows.map(({ id, time_zone }) => [id, zoneNamed(time_zone)]));
  return appointments.map(({ startsAt, endsAt, appointmentId }) => {
    const zone = zones.get(appointmentId) as Zone;
    return {
      starts_at: localText(zone, startsAt),
      ends_at: localText(zone, endsAt),
      reason: "appointment",
      appointment_id: appointmentId,
    };
  });
}
