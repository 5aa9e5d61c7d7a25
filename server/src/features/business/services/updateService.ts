import { refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { referenceProblems } from "./menuReferences.ts";
import { ruleProblems } from "./menuRules.ts";
import type { ServiceChanges, ServiceRecord } from "./schema.ts";
import { changedDraft, hasSameContent } from "./serviceDraft.ts";
import { serviceRecord } from "./serviceRecord.ts";
import { updateDraft } from "./writeService.ts";

/**
 * Changes a service for new appointments. Existing appointments keep the name, durations and price they were booked with. A sent
 * list replaces the whole list. Throws `not_found`, `validation_failed`.
 */
export async function updateService(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  changes: ServiceChanges,
  now: number,
): Promise<ServiceRecord> {
  lockSettings(tx, businessId);
  const before = await serviceRecord(tx, businessId, serviceId);
  const draft = changedDraft(before, changes);
  const { price, tax_rate_id: taxRateBefore } = before;
  const candidate = { sent: changes, draft, isNew: false, currency: price.currency, taxRateBefore };
  refuseIf([...ruleProblems(candidate), ...(await referenceProblems(tx, businessId, candidate))]);
  if (hasSameContent(changedDraft(before, {}), draft)) return before;
  updateDraft(tx, businessId, serviceId, draft, now);
  return serviceRecord(tx, businessId, serviceId);
}

/** Sets `active` to false. The service stays readable, because appointments refer to it. Throws `not_found`. */
export async function archiveService(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const { id } = await updateService(tx, businessId, serviceId, { active: false }, now);
  return { id, deleted: true };
}
