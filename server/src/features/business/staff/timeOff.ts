import { localText, type Zone, zoneNamed } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { claimTimeOff, lockSubjects, releaseTimeOff } from "../../scheduling/calendar/index.ts";
import { deleteTimeOff, findTimeOff, findVisitZones, insertTimeOff } from "./hoursStore.ts";
import type { NewTimeOff, TimeOffRecord } from "./schema.ts";
import { timeOffRecord } from "./staffHours.ts";
import { staffRecord } from "./staffRecord.ts";

/**
 * Takes a member away for a while, wherever they work, over visits if need be: people fall ill. The visits stay and
 * are named in `conflicts`. Throws `not_found`, `validation_failed`.
 */
export async function addTimeOff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  wanted: NewTimeOff,
  now: number,
): Promise<TimeOffRecord> {
  // Before anything is looked at: whoever books the member at this moment comes first or second, never beside us.
  await lockSubjects(tx, businessId, [staffId]);
  await staffRecord(tx, businessId, staffId);
  const [startsAt, endsAt] = [instantOf(wanted.starts_at), instantOf(wanted.ends_at)];
  if (endsAt <= startsAt) throw invalid({ path: "/ends_at", message: "must be after starts_at" });
  const timeOffId = newId();
  const label = wanted.label ?? null;
  const values = [new Date(startsAt), new Date(endsAt), label, new Date(now)];
  tx.write(insertTimeOff, [businessId, timeOffId, staffId, ...values]);
  const covered = await claimTimeOff(tx, businessId, { timeOffId, staffId, startsAt, endsAt, now });
  return {
    ...timeOffRecord({ id: timeOffId, starts_at: startsAt, ends_at: endsAt, label }),
    conflicts: await conflictsOf(tx, businessId, covered),
  };
}

/** Gives the time back. Throws `not_found`, also for time off of another member. */
export async function removeTimeOff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  timeOffId: string,
): Promise<{ id: string; deleted: true }> {
  await lockSubjects(tx, businessId, [staffId]);
  const [found] = await tx.query(findTimeOff, [businessId, staffId, timeOffId]);
  if (found === undefined) throw notFound();
  await releaseTimeOff(tx, businessId, timeOffId, staffId);
  tx.write(deleteTimeOff, [businessId, timeOffId]);
  return { id: timeOffId, deleted: true };
}

interface Covered {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly appointmentId: string | null;
}

/** Visits are written by the clock of their location (contract §1). */
async function conflictsOf(
  reader: Reader,
  businessId: string,
  covered: readonly Covered[],
): Promise<TimeOffRecord["conflicts"]> {
  const visits = covered.flatMap(({ startsAt, endsAt, appointmentId }) =>
    appointmentId === null ? [] : [{ startsAt, endsAt, appointmentId }],
  );
  if (visits.length === 0) return [];
  const ids = visits.map(({ appointmentId }) => appointmentId);
  const rows = await reader.query(findVisitZones, [businessId, ids]);
  const zones = new Map(rows.map(({ id, time_zone }) => [id, zoneNamed(time_zone)]));
  return visits.map(({ startsAt, endsAt, appointmentId }) => {
    const zone = zones.get(appointmentId) as Zone;
    return {
      starts_at: localText(zone, startsAt),
      ends_at: localText(zone, endsAt),
      reason: "appointment",
      appointment_id: appointmentId,
    };
  });
}
