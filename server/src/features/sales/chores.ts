import type { Chore } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import type { PaymentProvider } from "../payments/index.ts";
import { settlePending } from "./settlePending.ts";

/** Without a provider nothing is open with one. */
export function saleChores(
  context: Context,
  provider: PaymentProvider | null,
  log: (message: string, error: unknown) => void,
): Chore[] {
  if (provider === null) return [];
  return [
    { name: "pending payments", everyMs: 3 * 60_000, run: () => settlePending(context, provider, log) },
  ];
}
