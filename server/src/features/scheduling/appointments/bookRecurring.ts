import { localText, MINUTE, repeatWeekly } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { RunPiece } from "../../../platform/limits/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { lockAndReadClaims } from "../calendar/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import type { AppointmentRecord } from "./appointment.ts";
import { type Booking, clientProblems, requiredFormsFor, write } from "./book.ts";
import { judge } from "./placement.ts";
import { extentOf, planAppointment, refuse, subjectsOf } from "./plan.ts";

/** A date that a series skipped, with the reason. */
export interface SkippedDate {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly reason: "appointment" | "block" | "time_off" | "resource";
  readonly appointment_id: string | null;
}

export interface BookedSeries {
  readonly series_id: string;
  readonly created: readonly AppointmentRecord[];
  readonly conflicts: readonly SkippedDate[];
}

/**
 * Books the same appointment every N weeks at the same local time. Checks all dates under the same locks and books them in one transaction.
 * A taken date is skipped and listed in `conflicts` (contract §5). `created` may be empty. Each date is booked in a separate turn of the
 * fair scheduler (`runPiece`).
 */
export async function bookRecurring(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  booking: Booking & { readonly everyWeeks: number; readonly occurrences: number },
  runPiece: RunPiece,
): Promise<BookedSeries> {
  const { plan, problems } = planAppointment(snapshot, booking);
  if (plan === undefined) {
    const hasClient = await lockClientAgainstDeletion(tx, snapshot.businessId, booking.client_id);
    return refuse(tx, snapshot, [...problems, ...clientProblems(hasClient)]);
  }
  const { location, items } = plan;
  const starts = repeatWeekly(location.zone, booking.startsAt, booking.everyWeeks, booking.occurrences);
  if ((starts.at(-1) ?? 0) > LAST_INSTANT)
    throw invalid({ path: "/occurrences", message: "must end the series in or before the year 2200" });
  const [hasClient, locked, requiredForms, bookedAt] = await Promise.all([
    lockClientAgainstDeletion(tx, snapshot.businessId, booking.client_id),
    lockAndReadClaims(
      tx,
      snapshot.businessId,
      subjectsOf(location, items),
      starts.map((startsAt) => extentOf(items, startsAt)),
      { now: booking.now, excludeAppointmentId: null },
    ),
    requiredFormsFor(tx, snapshot, booking),
    updateTime(tx),
  ]);
  if (!hasClient) return refuse(tx, snapshot, clientProblems(hasClient));

  const updatedAt = bookedAt(booking.now);
  const seriesId = newId();
  const created: AppointmentRecord[] = [];
  const conflicts: SkippedDate[] = [];
  for (const startsAt of starts) {
    await runPiece(async () => {
      const placement = judge(snapshot, location, locked, items, startsAt, booking.now);
      const [conflict] = placement.conflicts;
      if (conflict === undefined) {
        const dated = { ...booking, startsAt, requiredForms, updatedAt };
        created.push(await write(tx, snapshot, plan, locked, dated, placement, seriesId));
        return;
      }
      conflicts.push({
        starts_at: localText(location.zone, startsAt),
        ends_at: localText(location.zone, placement.items.at(-1)?.endsAt ?? startsAt + MINUTE),
        reason: conflict.reason,
        appointment_id: conflict.reason === "appointment" ? conflict.causeId : null,
      });
    });
  }
  return { series_id: seriesId, created, conflicts };
}
