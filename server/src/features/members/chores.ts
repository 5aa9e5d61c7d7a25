import { type Chore, clearAway } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { clearExpiredInvitations } from "./store.ts";

export function memberChores({ database, clock }: Context): Chore[] {
  const expiredInvitations: Chore = {
    name: "expired invitations",
    everyMs: 10 * 60_000,
    run: (signal) =>
      clearAway(signal, async (most) => {
        const [row] = await database.query(clearExpiredInvitations, [new Date(clock.now()), most]);
        return row?.cleared ?? 0;
      }),
  };
  return [expiredInvitations];
}
