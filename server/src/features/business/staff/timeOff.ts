import { localText, type Zone, zoneNamed } from "@daybook/engine";
import { ApiError, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { instantOf } from "../../../kernel/instants.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { claimTimeOff, deleteClaims, lockSubjects } from "../../scheduling/calendar/index.ts";
import {
  deleteTimeOffRow,
  findAppointmentZones,
  findTimeOff,
  insertTimeOff,
  updateTimeOffRow,
} from "./hoursStore.ts";
import type { TimeOffChanges, TimeOffInput, TimeOffRecord } from "./schema.ts";
import { timeOffRecord } from "./staffHours.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";

/**
 * Creates time off, which covers all locations. Appointments that overlap the time off remain unchanged and are returned in `conflicts`.
 * Throws `not_found` for an unknown staff member, and `validation_failed` for invalid times.
 */
export async function createTimeOff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  wanted: TimeOffInput,
  now: number,
): Promise<TimeOffRecord> {
  // Locks the subject before any read, so that a concurrent booking of the staff member either has committed or waits for the lock.
  await lockSubjects(tx, businessId, [staffId]);
  await staffMemberRecord(tx, businessId, staffId);
  const [startsAt, endsAt] = [instantOf(wanted.starts_at), instantOf(wanted.ends_at)];
  if (endsAt <= startsAt) throw invalid({ path: "/ends_at", message: "must be after `starts_at`" });
  const timeOffId = newId();
  const label = wanted.label ?? null;
  const timeOff = { id: timeOffId, starts_at: startsAt, ends_at: endsAt, label, version: 1 };
  const times = { created_at: now, updated_at: now };
  tx.write(insertTimeOff, { ...timeOff, ...times, business_id: businessId, staff_id: staffId });
  const covered = await claimTimeOff(tx, businessId, { timeOffId, staffId, startsAt, endsAt, now });
  return {
    ...timeOffRecord(timeOff),
    conflicts: await conflictsOf(tx, businessId, covered),
  };
}

/**
 * Changes the times or label of time off. Appointments that overlap the new times remain unchanged and are returned in `conflicts`. A
 * request that changes nothing leaves the row and its version unchanged. Throws `not_found` for unknown time off, `version_mismatch` if the
 * time off has another version, and `validation_failed` for invalid times.
 */
export async function updateTimeOff(
  tx: Transaction,
  businessId: string,
  update: {
    readonly staffId: string;
    readonly timeOffId: string;
    readonly changes: TimeOffChanges;
    readonly ifMatch: IfMatch;
    readonly now: number;
  },
): Promise<TimeOffRecord> {
  const { staffId, timeOffId, changes, ifMatch, now } = update;
  await lockSubjects(tx, businessId, [staffId]);
  const [before] = await tx.query(findTimeOff, { businessId, staffId, id: timeOffId });
  if (before === undefined) throw notFound();
  if (isStale(ifMatch, before.version))
    throw new ApiError(
      "version_mismatch",
      `The time off has changed since you read it. Read it again: the current version is ${before.version}.`,
      { version: before.version },
    );
  const startsAt = changes.starts_at === undefined ? before.starts_at : instantOf(changes.starts_at);
  const endsAt = changes.ends_at === undefined ? before.ends_at : instantOf(changes.ends_at);
  if (endsAt <= startsAt) throw invalid({ path: "/ends_at", message: "must be after `starts_at`" });
  const label = changes.label === undefined ? before.label : changes.label;
  const isSame = startsAt === before.starts_at && endsAt === before.ends_at && label === before.label;
  const after = isSame
    ? before
    : { ...before, starts_at: startsAt, ends_at: endsAt, label, version: before.version + 1 };
  if (!isSame) tx.write(updateTimeOffRow, { ...after, business_id: businessId, updated_at: now });
  // Deletes the old claim first, because the old claim would count as taken time.
  deleteClaims(tx, businessId, { timeOffId });
  const covered = await claimTimeOff(tx, businessId, { timeOffId, staffId, startsAt, endsAt, now });
  return { ...timeOffRecord(after), conflicts: await conflictsOf(tx, businessId, covered) };
}

/** Deletes time off. Throws `not_found` for unknown time off and for time off of another staff member. */
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

/** Lists the appointments that the time off overlaps. The times of an appointment are in the time zone of its location (contract §1). */
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
