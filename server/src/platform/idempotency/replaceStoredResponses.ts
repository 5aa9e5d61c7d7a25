import type { Transaction } from "../database/index.ts";
import type { StoredResponse } from "./idempotency.ts";
import { replaceResponses } from "./store.ts";

/**
 * Replaces the stored responses that contain one of these ids. Call it when the records with these ids are erased. Deleting the
 * responses instead would allow a repeated request to be executed again. `partitionIds` contains the business, for its API
 * keys, and the users whose responses may contain one of the ids.
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
  tx.write(replaceResponses, { partitionIds, mentioning, ...by });
}
