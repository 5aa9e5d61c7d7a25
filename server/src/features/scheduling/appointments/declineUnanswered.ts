import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { DueWork } from "../../../platform/jobs/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../snapshot/index.ts";
import { lockAppointment } from "./change.ts";
import { listRequestedOf, listUnanswered } from "./listStore.ts";
import { transition } from "./transition.ts";

const PAGE_SIZE = 100;

type UnansweredRow = NonNullable<(typeof listUnanswered)["row"]>;

/**
 * Declines, for all businesses, the appointments that are still requested at their start (contract §6), each in a separate
 * transaction, and returns their number. If a transaction fails, the run continues with the next appointment and throws the
 * first error at the end.
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

/** Declines, for one business, the appointments that are still requested at their start. */
async function declineUnansweredOf({ database, clock }: Context, businessId: string): Promise<void> {
  const now = clock.now();
  for (const { id } of await database.query(listRequestedOf, {
    businessId,
    startsUntil: now,
    limit: PAGE_SIZE,
  }))
    await withSnapshot(database, businessId, (snapshot) =>
      database.transaction((tx) => declineIfUnanswered(tx, snapshot, id, now)),
    );
}

/** Returns the work that declines the unanswered requests of one business when its test clock advances. */
export function declineWork(context: Context): DueWork {
  const first = { startsUntil: null, limit: 1 };
  return {
    name: "unanswered requests",
    nextDueAt: async (businessId) =>
      (await context.database.query(listRequestedOf, { businessId, ...first }))[0]?.starts_at ?? null,
    run: (businessId) => declineUnansweredOf(context, businessId),
  };
}

/**
 * Locks the appointment, reads it again, and declines it if it is still due. After the list was read, a user may have confirmed or
 * rescheduled the appointment, or another worker may have declined it.
 */
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
