import { type Chore, clearAway } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { clearExpiredSessions, clearExpiredVerifications } from "./store.ts";

export function sessionChores({ database, clock }: Context): Chore[] {
  const expired = (name: string, clear: typeof clearExpiredSessions): Chore => ({
    name,
    everyMs: 10 * 60_000,
    run: (signal) =>
      clearAway(signal, async (most) => {
        const [row] = await database.query(clear, [new Date(clock.now()), most]);
        return row?.cleared ?? 0;
      }),
  });
  return [
    expired("expired sessions", clearExpiredSessions),
    expired("expired codes", clearExpiredVerifications),
  ];
}
