import type { Transaction } from "../database/index.ts";
import type { StoredResponse } from "./idempotency.ts";
import { replaceResponses } from "./store.ts";

/**
 * Puts another answer in the place of those that hold one of these ids, because what they tell of is erased. They are
 * not simply removed: a request that is sent again would then be done again. `homeIds` are the business, for its
 * keys, and the users whose requests may have told of it.
 */
export function replaceStoredResponses(
  tx: Transaction,
  replacing: {
    readonly partitionIds: readonly string[];
    readonly mentioning: readonly string[];
    readonly by: StoredResponse;
  },
): void {
  const { partitionIds, mentioning, by } = replacing;
  tx.write(replaceResponses, [partitionIds, mentioning, by.status, by.body, by.version]);
}
