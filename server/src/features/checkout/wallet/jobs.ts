import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { expireEntitlements, renewMemberships } from "./applyDue.ts";

const HOURLY_MS = 60 * 60_000;

/**
 * Returns the jobs that write the ledger entries for renewals and expiries. Reads do not depend on these jobs, because every read computes
 * the renewals and expiries.
 */
export function walletJobs({ database, clock }: Context): Job[] {
  return [
    {
      name: "membership renewals",
      everyMs: HOURLY_MS,
      run: async () => void (await renewMemberships(database, clock)),
    },
    {
      name: "expired entitlements",
      everyMs: HOURLY_MS,
      run: async () => void (await expireEntitlements(database, clock)),
    },
  ];
}
