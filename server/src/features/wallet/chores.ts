import type { Chore } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { lapseHoldings, renewMemberships } from "./tendWallets.ts";

const HOURLY_MS = 60 * 60_000;

/** What ends and begins by itself is right in every answer at once; its entries in the ledger are written by these. */
export function walletChores({ database, clock }: Context): Chore[] {
  return [
    {
      name: "membership renewals",
      everyMs: HOURLY_MS,
      run: async () => void (await renewMemberships(database, clock)),
    },
    {
      name: "expired holdings",
      everyMs: HOURLY_MS,
      run: async () => void (await lapseHoldings(database, clock)),
    },
  ];
}
