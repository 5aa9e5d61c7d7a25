import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { clearExpiredInvitations } from "./store.ts";

export function memberJobs({ database, clock }: Context): Job[] {
  const expiredInvitations: Job = {
    name: "expired invitations",
    everyMs: 10 * 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(clearExpiredInvitations, { now: clock.now(), limit });
        return row?.cleared ?? 0;
      }),
  };
  return [expiredInvitations];
}
