import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { settleDueDeposits } from "./deposits/settleDue.ts";
import type { PaymentProvider } from "./provider/provider.ts";
import { deleteHandledEvents } from "./provider/providerEvents.ts";
import { settleDueCards } from "./saved-cards/settleCard.ts";
import { settlePending } from "./settlePending.ts";

/** Returns the background jobs of payments, or an empty list if the installation has no payment provider. */
export function paymentJobs(
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
      name: "deposits of cancelled appointments",
      everyMs: 15_000,
      run: (signal) => settleDueDeposits(context, provider, log, signal),
    },
    {
      name: "saved cards to store or delete at the payment provider",
      everyMs: 60_000,
      run: (signal) => settleDueCards(context, provider, log, signal),
    },
    {
      name: "old events of the payment provider",
      everyMs: 60 * 60_000,
      run: (signal) => deleteInBatches(signal, (limit) => deleteHandledEvents(database, clock.now(), limit)),
    },
  ];
}
