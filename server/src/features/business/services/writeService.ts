import type { Transaction } from "../../../platform/database/index.ts";
import type { ServiceDraft } from "./serviceDraft.ts";
import {
  deleteServiceLocations,
  deleteServiceResources,
  deleteServiceStaff,
  insertService,
  insertServiceLocations,
  insertServiceResources,
  insertServiceStaff,
  updateServiceRow,
} from "./store.ts";

/** Writes a new service with everything that hangs on it. */
export function insertDraft(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  draft: ServiceDraft,
  now: number,
): void {
  tx.write(insertService, [businessId, serviceId, ...valuesOf(draft), new Date(now)]);
  insertParts(tx, businessId, serviceId, draft);
}

/** Writes a changed service; what hangs on it is written anew. */
export function updateDraft(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  draft: ServiceDraft,
  now: number,
): void {
  tx.write(updateServiceRow, [businessId, serviceId, ...valuesOf(draft), new Date(now)]);
  for (const statement of [deleteServiceLocations, deleteServiceResources, deleteServiceStaff])
    tx.write(statement, [businessId, serviceId]);
  insertParts(tx, businessId, serviceId, draft);
}

function insertParts(tx: Transaction, businessId: string, serviceId: string, draft: ServiceDraft): void {
  const { resources, staff } = draft;
  tx.write(insertServiceLocations, [businessId, serviceId, draft.location_ids]);
  tx.write(insertServiceResources, [
    businessId,
    serviceId,
    resources.map(({ type }) => type),
    resources.map(({ count }) => count),
  ]);
  tx.write(insertServiceStaff, [
    businessId,
    serviceId,
    staff.map(({ staff_id }) => staff_id),
    staff.map(({ duration_minutes }) => duration_minutes),
    staff.map(({ price }) => price?.amount ?? null),
  ]);
}

/** In the order of the columns, which both statements share. */
function valuesOf(draft: ServiceDraft): unknown[] {
  return [
    draft.category_id,
    draft.name,
    draft.description,
    draft.initial_minutes,
    draft.processing_minutes,
    draft.finishing_minutes,
    draft.buffer_before_minutes,
    draft.buffer_after_minutes,
    draft.price.amount,
    draft.price_kind,
    draft.requires_patch_test,
    draft.online_bookable,
    draft.requires_approval,
    draft.active,
    draft.slot_step_minutes,
    draft.min_notice_minutes,
    draft.max_advance_days,
    draft.max_per_day,
    draft.position,
  ];
}
