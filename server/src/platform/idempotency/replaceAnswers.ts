import type { Transaction } from "../database/index.ts";
import type { KeptAnswer } from "./idempotency.ts";
import { replaceKept } from "./store.ts";

/**
 * Puts another answer in the place of those that hold one of these ids, because what they tell of is erased. They are
 * not simply removed: a request that is sent again would then be done again. `homeIds` are the business, for its
 * keys, and the users whose requests may have told of it.
 */
export function replaceAnswers(
  tx: Transaction,
  replacing: {
    readonly homeIds: readonly string[];
    readonly mentioning: readonly string[];
    readonly by: KeptAnswer;
  },
): void {
  const { homeIds, mentioning, by } = replacing;
  tx.write(replaceKept, [homeIds, mentioning, by.status, by.body, by.version]);
}
