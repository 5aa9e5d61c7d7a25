import { durationOf } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { businessRecord } from "../businesses/index.ts";
import { insertCategoryAt } from "./categories.ts";
import { lastCategoryPosition } from "./categoryStore.ts";
import {
  deleteImportedCategories,
  deleteImportedLocations,
  deleteImportedServices,
  deleteImportedStaff,
  listActiveLocations,
  listCategoryNames,
  listImportedServices,
  listMenuNames,
  listPerformedServices,
  lockEmptyCategories,
  lockImportedServices,
} from "./importStore.ts";
import type { ServiceInput } from "./schema.ts";
import { draftOf } from "./serviceDraft.ts";
import { lastServicePosition } from "./store.ts";
import { insertDraft } from "./writeService.ts";

/** A service to create from an imported row, with the new id. */
interface ImportedService {
  readonly id: string;
  readonly categoryId: string | null;
  readonly service: Omit<ServiceInput, "location_ids" | "category_id">;
}

/** The categories and services that an import adds to the menu, with new ids. */
interface ImportedMenu {
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly services: readonly ImportedService[];
}

/**
 * Creates categories and services at the end of the menu, and offers the services at all active locations. The caller has locked the menu
 * and checked the values against the schema.
 */
async function createMenu(
  tx: Transaction,
  businessId: string,
  { categories, services }: ImportedMenu,
  now: number,
): Promise<void> {
  const [{ currency }, [lastCategory], [lastService], locations] = await Promise.all([
    businessRecord(tx, businessId),
    tx.query(lastCategoryPosition, { businessId }),
    tx.query(lastServicePosition, { businessId }),
    tx.query(listActiveLocations, { businessId }),
  ]);
  categories.forEach((category, index) => {
    insertCategoryAt(
      tx,
      businessId,
      { ...category, position: (lastCategory?.position ?? 0) + 1 + index },
      now,
    );
  });
  const location_ids = locations.map(({ id }) => id);
  services.forEach(({ id, categoryId, service }, index) => {
    const input = { ...service, category_id: categoryId, location_ids };
    insertDraft(tx, businessId, id, draftOf(input, currency, (lastService?.position ?? 0) + 1 + index), now);
  });
}

/** Returns the services with the names of their categories, by service id, including archived services. */
async function summaries(reader: Reader, businessId: string, serviceIds: readonly string[]) {
  if (serviceIds.length === 0) return new Map<string, never>();
  const [{ currency }, rows] = await Promise.all([
    businessRecord(reader, businessId),
    reader.query(listImportedServices, { businessId, serviceIds }),
  ]);
  return new Map(
    rows.map(({ initial_minutes, processing_minutes, finishing_minutes, price_amount, ...row }) => [
      row.id,
      {
        ...row,
        duration_minutes: durationOf({
          initialMinutes: initial_minutes,
          processingMinutes: processing_minutes,
          finishingMinutes: finishing_minutes,
        }),
        price: moneyOf(price_amount, currency),
      },
    ]),
  );
}

/** Returns the active services with their names and the staff members who perform them. */
async function performedServices(reader: Reader, businessId: string) {
  const rows = await reader.query(listPerformedServices, { businessId });
  return rows.map(({ id, name, staff_ids }) => ({ id, names: [name], staffIds: new Set(staff_ids) }));
}

/** Functions with which imports read, extend and reduce the menu. */
export const menuImports = {
  /** Locks the menu until the end of the transaction, so that names and positions stay unique. */
  lock: lockSettings,
  services: (reader: Reader, businessId: string) => reader.query(listMenuNames, { businessId }),
  categories: (reader: Reader, businessId: string) => reader.query(listCategoryNames, { businessId }),
  performedServices,
  create: createMenu,
  summaries,
  /** Locks the services that were not changed after their import and that only staff members of the import perform. Returns their ids. */
  lockUnchanged: async (
    tx: Transaction,
    businessId: string,
    created: readonly { readonly id: string; readonly staffIds: readonly string[] }[],
  ) => {
    const services = created.map(({ id, staffIds }) => ({ id, staff_ids: [...staffIds] }));
    return (await tx.query(lockImportedServices, { businessId, services })).map(({ id }) => id);
  },
  /** Deletes services. The audit log keeps their data. Fails if another record refers to one of them. */
  removeServices(tx: Transaction, businessId: string, serviceIds: readonly string[]): void {
    tx.write(deleteImportedLocations, { businessId, serviceIds });
    tx.write(deleteImportedStaff, { businessId, serviceIds });
    tx.write(deleteImportedServices, { businessId, serviceIds });
  },
  /** Locks the given categories that have no services and were not changed since their import, and returns their ids. */
  lockEmptyCategories: async (tx: Transaction, businessId: string, categoryIds: readonly string[]) =>
    (await tx.query(lockEmptyCategories, { businessId, categoryIds })).map(({ id }) => id),
  removeCategories: (tx: Transaction, businessId: string, categoryIds: readonly string[]): void =>
    tx.write(deleteImportedCategories, { businessId, categoryIds }),
};
