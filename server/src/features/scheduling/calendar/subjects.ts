import type { Transaction } from "../../../platform/database/index.ts";
import {
  deleteUnusedUnits,
  insertSubject,
  insertUnits,
  lockSubjectRows,
  raiseVersions,
  updateCapacity,
} from "./subjectStore.ts";

/**
 * Creates the subject of a staff member or resource, with the same id. Must be called before the row of the staff member or
 * resource is inserted, because that row references the subject.
 */
export function createSubject(
  tx: Transaction,
  businessId: string,
  subject: { id: string; kind: "staff" | "resource"; capacity: number },
): void {
  const { id, kind, capacity } = subject;
  tx.write(insertSubject, { business_id: businessId, id, kind, capacity, version: 1 });
  tx.write(insertUnits, { business_id: businessId, subject_id: id, capacity });
}

/** Changes the number of units of a resource. Its subject must be locked. Appointments that exceed the new capacity remain. */
export function setCapacity(tx: Transaction, businessId: string, subjectId: string, capacity: number): void {
  const values = { business_id: businessId, subject_id: subjectId, capacity };
  tx.write(updateCapacity, values);
  tx.write(insertUnits, values);
  tx.write(deleteUnusedUnits, values);
}

/**
 * Locks subjects, sorted by id, until the transaction ends. Must be called before the time, capacity or state of the subjects is read or
 * written. A later statement must read the data, because only a later statement sees all changes that other transactions committed before
 * the locks were granted.
 */
export async function lockSubjects(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await tx.query(lockSubjectRows, { businessId, subjectIds });
}

/**
 * Raises the versions of staff members whose booked minutes per day changed without a change of claims, so that processes with cached busy
 * time read the busy time again. The subjects must be locked.
 */
export function raiseBusyTimeVersions(
  tx: Transaction,
  businessId: string,
  staffIds: readonly string[],
): void {
  tx.write(raiseVersions, { businessId, subjectIds: staffIds });
}
