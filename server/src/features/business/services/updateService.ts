import { refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/calendar/index.ts";
import { referenceProblems } from "./menuReferences.ts";
import { ruleProblems } from "./menuRules.ts";
import type { ChangedService, ServiceRecord } from "./schema.ts";
import { changedDraft, hasSameContent } from "./serviceDraft.ts";
import { serviceRecord } from "./serviceRecord.ts";
import { updateDraft } from "./writeService.ts";

/**
 * Changes a service for what is booked from now on: visits keep the name, minutes and price they were booked with.
 * Lists are replaced as a whole. Throws `not_found`, `validation_failed`.
 */
export async function updateService(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  changes: ChangedService,
  now: number,
): Promise<ServiceRecord> {
  lockSettings(tx, businessId);
  const before = await serviceRecord(tx, businessId, serviceId);
  const draft = changedDraft(before, changes);
  const wish = { sent: changes, draft, isNew: false, currency: before.price.currency };
  refuseIf([...ruleProblems(wish), ...(await referenceProblems(tx, businessId, wish))]);
  if (hasSameContent(changedDraft(before, {}), draft)) return before;
  updateDraft(tx, businessId, serviceId, draft, now);
  return serviceRecord(tx, businessId, serviceId);
}

/**
 * Takes a service off the menu. It stays readable, because visits were booked with it, and may come back by
 * `active`. Throws `not_found`.
 */
export async function archiveService(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const { id } = await updateService(tx, businessId, serviceId, { active: false }, now);
  return { id, deleted: true };
}
