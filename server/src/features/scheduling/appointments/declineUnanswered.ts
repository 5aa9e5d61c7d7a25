import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../snapshot/index.ts";
import { lockAppointment } from "./change.ts";
import { listUnanswered } from "./store.ts";
import { transition } from "./transition.ts";

const PAGE_SIZE = 100;

type UnansweredRow = NonNullable<(typeof listUnanswered)["row"]>;

/**
 * Declines every requested appointment that was not answered by its start (contract §6), in all businesses, each in its own
 * transaction; returns how many. A request that fails does not delay the others: its error is thrown after them.
 */
export async function declineUnanswered({ database, clock }: Context, signal?: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let declined = 0;
  let after: UnansweredRow | undefined;
  while (signal?.aborted !== true) {
    const now = clock.now();
    const page: UnansweredRow[] = await database.query(listUnanswered, {
      now,
      afterStartsAt: after?.starts_at ?? null,
      afterBusinessId: after?.business_id ?? null,
      afterId: after?.id ?? null,
      limit: PAGE_SIZE,
    });
    for (const { business_id: businessId, id } of page) {
      try {
        const isDeclined = await withSnapshot(database, businessId, (snapshot) =>
          database.transaction((tx) => declineIfUnanswered(tx, snapshot, id, now)),
        );
        if (isDeclined) declined += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.at(-1);
    if (page.length < PAGE_SIZE) break;
  }
  if (failures.length > 0) throw failures[0];
  return declined;
}

/** Reads the request again under its lock: it may have been answered or moved since, or declined by another worker. */
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
