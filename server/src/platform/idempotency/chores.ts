import { type Chore, clearAway } from "../chores/index.ts";
import type { Context } from "../context.ts";
import { oldestKept } from "./idempotency.ts";
import { forgetKept } from "./store.ts";

/** Forgets answers that are past their time. */
export function idempotencyChores({ database, clock }: Context): Chore[] {
  const keptAnswers: Chore = {
    name: "kept answers",
    everyMs: 60_000,
    run: (signal) =>
      clearAway(signal, async (most) => {
        const [row] = await database.query(forgetKept, [oldestKept(clock), most]);
        return row?.forgotten ?? 0;
      }),
  };
  return [keptAnswers];
}
