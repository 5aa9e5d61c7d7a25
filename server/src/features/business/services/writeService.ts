import type { Transaction } from "../../../platform/database/index.ts";
import type { ServiceDraft } from "./serviceDraft.ts";
import {
  deleteServiceParts,
  insertService,
  insertServiceLocations,
  insertServiceResources,
  insertServiceStaff,
  updateServiceRow,
} from "./store.ts";

/** Inserts a service with its locations, resources and staff. */
export function insertDraft(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  draft: ServiceDraft,
  now: number,
): void {
  tx.write(insertService, { ...rowOf(businessId, serviceId, draft, now), created_at: now });
  insertParts(tx, businessId, serviceId, draft);
}

/** Updates a service and replaces its locations, resources and staff. */
export function updateDraft(
  tx: Transaction,
  businessId: string,
  serviceId: string,
  draft: ServiceDraft,
  now: number,
): void {
  tx.write(updateServiceRow, rowOf(businessId, serviceId, draft, now));
  for (const deletion of deleteServiceParts)
    tx.write(deletion, { business_id: businessId, service_id: serviceId });
  insertParts(tx, businessId, serviceId, draft);
}

function insertParts(tx: Transaction, businessId: string, serviceId: string, draft: ServiceDraft): void {
  const part = { business_id: businessId, service_id: serviceId };
  tx.write(insertServiceLocations, {
    rows: draft.location_ids.map((location_id) => ({ ...part, location_id })),
  });
  tx.write(insertServiceResources, { rows: draft.resources.map((resource) => ({ ...part, ...resource })) });
  tx.write(insertServiceStaff, {
    rows: draft.staff.map(({ price, ...performer }) => ({
      ...part,
      ...performer,
      price_amount: price?.amount ?? null,
    })),
  });
}

function rowOf(businessId: string, id: string, draft: ServiceDraft, now: number) {
  return { ...draft, business_id: businessId, id, price_amount: draft.price.amount, updated_at: now };
}
