import type { Context } from "../../../platform/context.ts";
import { clearAway, type Job } from "../../../platform/jobs/index.ts";
import { forgetOldEvents, type PaymentProvider } from "../payments/index.ts";
import { settlePending } from "./settlePending.ts";

/** Without a provider nothing is open with one. */
export function saleJobs(
  context: Context,
  provider: PaymentProvider | null,
  log: (message: string, error: unknown) => void,
): Job[] {
  if (provider === null) return [];
  const { database, clock } = context;
  return [
    {
      name: "pending payments",
      everyMs: 3 * 60_000,
      run: (signal) => settlePending(context, provider, log, signal),
    },
    {
      name: "old events of the payment provider",
      everyMs: 60 * 60_000,
      run: (signal) => clearAway(signal, (most) => forgetOldEvents(database, clock.now(), most)),
    },
  ];
}
