import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { answeredIds, type ClientField, type FieldChanges } from "./customFields.ts";
import { listAllFields, lockAnsweredFields } from "./store.ts";

/** Returns the fields of a business that are not archived, in their order. */
export async function readFields(reader: Reader, businessId: string): Promise<readonly ClientField[]> {
  const fields = await reader.query(listAllFields, { businessId });
  return fields.filter(({ archived_at }) => archived_at === null);
}

/**
 * Returns the same fields for a change of answers, and locks the answered ones until the transaction ends, so that a
 * concurrent change of a field's type waits until the answer is stored. The lock comes after the client's in the lock order;
 * changing a field locks no client.
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
