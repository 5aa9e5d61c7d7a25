import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { clearExpiredSessions, clearExpiredSignUps, clearExpiredVerifications } from "./store.ts";

export function sessionJobs({ database, clock }: Context): Job[] {
  const expired = (name: string, clear: typeof clearExpiredSessions): Job => ({
    name,
    everyMs: 10 * 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(clear, { now: clock.now(), limit });
        return row?.cleared ?? 0;
      }),
  });
  return [
    expired("expired sessions", clearExpiredSessions),
    expired("expired codes", clearExpiredVerifications),
    expired("expired sign-ups", clearExpiredSignUps),
  ];
}
