import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../snapshot/index.ts";
import { lockAppointment } from "./change.ts";
import { findUnanswered, type UnansweredRequest } from "./store.ts";
import { transition } from "./transition.ts";

const PAGE = 100;

/**
 * Declines every request that nobody has answered by the time it was to start (contract §6), in all businesses, each in
 * a transaction of its own; answers how many. One that cannot be declined keeps none of the others waiting: it is
 * passed over, and its failure thrown when the others are done.
 */
export async function declineUnanswered({ database, clock }: Context, signal?: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let declined = 0;
  let after: UnansweredRequest | null = null;
  while (signal?.aborted !== true) {
    const now = clock.now();
    const page: readonly UnansweredRequest[] = await findUnanswered(database, now, after, PAGE);
    for (const { businessId, id } of page) {
      try {
        const isDeclined = await withSnapshot(database, businessId, (snapshot) =>
          database.transaction((tx) => declineIfUnanswered(tx, snapshot, id, now)),
        );
        if (isDeclined) declined += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  if (failures.length > 0) throw failures[0];
  return declined;
}

/** Looked at again under the visit's lock: it may have been answered or moved meanwhile, or declined by another worker. */
async function declineIfUnanswered(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  appointmentId: string,
  now: number,
): Promise<boolean> {
  const { appointment } = await lockAppointment(tx, snapshot, appointmentId, null);
  if (appointment.status !== "requested" || appointment.startsAt > now) return false;
  const change = {
    appointmentId,
    ifMatch: null,
    to: "declined",
    reason: null,
    cancelledBy: "system",
    now,
  } as const;
  await transition(tx, snapshot, change);
  return true;
}
