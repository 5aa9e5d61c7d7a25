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
 * Changes a service for new appointments. Existing appointments keep the name, durations and price at the time of booking. A
 * list in the request replaces the whole stored list. Throws `not_found` for an unknown service, and `validation_failed` for
 * invalid input.
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

/**
 * Archives a service: sets `active` to false. The service stays readable, because appointments refer to it. Throws `not_found` for an
 * unknown service.
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
