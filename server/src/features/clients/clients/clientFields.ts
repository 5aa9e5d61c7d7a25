import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { answeredIds, type ClientField, type FieldChanges } from "./customFields.ts";
import { listAllFields, lockAnsweredFields } from "./store.ts";

/** Returns the unarchived client fields of a business in their display order. */
export async function readFields(
  reader: Reader,
  businessId: string,
): Promise<readonly (ClientField & { readonly label: string })[]> {
  const fields = await reader.query(listAllFields, { businessId });
  return fields.filter(({ archived_at }) => archived_at === null);
}

/**
 * Like `readFields`, but first locks the fields for which `changes` contains answers until the transaction ends, so that a concurrent
 * change of a field's type waits until the answer is stored. For an existing client, must be called after the client is locked.
 */
export async function lockFieldsForAnswers(
  tx: Transaction,
  businessId: string,
  changes: FieldChanges | undefined,
): Promise<readonly ClientField[]> {
  const fieldIds = answeredIds(changes);
  if (fieldIds.length > 0) await tx.query(lockAnsweredFields, { businessId, fieldIds });
  return readFields(tx, businessId);
}
