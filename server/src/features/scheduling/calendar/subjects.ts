import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettingsRow, writeCalendar } from "./snapshotStore.ts";
import { lockSubjectRows, writeCapacity, writeSubject } from "./subjectStore.ts";

/** Opens the calendar of a new business. */
export function createCalendar(tx: Transaction, businessId: string): void {
  writeCalendar(tx, businessId);
}

/**
 * Makes a staff member or resource something whose time can be taken; its subject has the same id. Must come
 * before the row of the member or resource, which refers to it.
 */
export function createSubject(
  tx: Transaction,
  businessId: string,
  subject: { id: string; kind: "staff" | "resource"; capacity: number },
): void {
  writeSubject(tx, businessId, subject);
}

/** Changes how many units a resource has. Its subject must be locked. Visits beyond the new capacity stay. */
export function setCapacity(tx: Transaction, businessId: string, subjectId: string, capacity: number): void {
  writeCapacity(tx, businessId, subjectId, capacity);
}

/**
 * Locks subjects, sorted, before anything of their time, capacity or standing is read or written: whoever comes
 * second sees what the first has done. Facts must be read by a later statement than this one.
 */
export async function lockSubjects(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await lockSubjectRows(tx, businessId, subjectIds);
}

/**
 * Locks a business's settings (locations, menu, staff, hours, policies, client fields) until the transaction ends: changes of
 * them happen one after the other. To be called before what the change depends on is read.
 */
export function lockSettings(tx: Transaction, businessId: string): void {
  lockSettingsRow(tx, businessId);
}
