import type { Transaction } from "../../../platform/database/index.ts";
import { answeredIds, type ClientField, type FieldChanges } from "./customFields.ts";
import { listFields, lockAnsweredFields } from "./store.ts";

/**
 * The questions of a business, for a change of a client's answers: those that it answers stay as they are until the
 * transaction ends, so that no answer is of a kind that its question has ceased to be. Behind the client in the order of
 * locks; who changes a question takes no lock of a client.
 */
export async function lockFieldsForAnswers(
  tx: Transaction,
  businessId: string,
  changes: FieldChanges | undefined,
): Promise<readonly ClientField[]> {
  const ids = answeredIds(changes);
  if (ids.length > 0) await tx.query(lockAnsweredFields, [businessId, ids]);
  return tx.query(listFields, [businessId]);
}
