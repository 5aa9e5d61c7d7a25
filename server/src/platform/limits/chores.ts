import { type Chore, clearAway } from "../chores/index.ts";
import type { Database } from "../database/index.ts";
import { forgetFullBuckets } from "./store.ts";

/** What the limits leave behind. */
export function limitChores(database: Database): Chore[] {
  const fullBuckets: Chore = {
    name: "full request buckets",
    everyMs: 60_000,
    run: (signal) =>
      clearAway(signal, async (most) => {
        const [row] = await database.query(forgetFullBuckets, [most]);
        return row?.forgotten ?? 0;
      }),
  };
  return [fullBuckets];
}
