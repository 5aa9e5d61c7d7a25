import { isDeepStrictEqual } from "node:util";
import { utcText } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { nullsOf, type Reader, type RowOf, type Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import type {
  CategoriesQueryValues,
  CategoryPageRecord,
  CategoryRecord,
  ServiceCategoryChanges,
  ServiceCategoryInput,
} from "./categorySchema.ts";
import {
  archiveCategoryRow,
  categoryColumns,
  findCategory,
  findNamesake,
  insertCategory,
  lastCategoryPosition,
  listCategoryRows,
  removeFromCategory,
  updateCategoryRow,
} from "./categoryStore.ts";

/** Lists a page of the categories by position and id (contract §8). Throws `validation_failed` for a cursor of another list. */
export async function listCategories(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: CategoriesQueryValues,
): Promise<CategoryPageRecord> {
  const filters = { list: "service-categories", businessId };
  const [afterPosition, afterId] = keyOfCursor(filters, cursor, ["integer", "id"]) ?? [null, null];
  const rows = await reader.query(listCategoryRows, { businessId, afterPosition, afterId, limit: limit + 1 });
  return pageOf(filters, rows, limit, (row) => [row.position, row.id], recordOf);
}

/**
 * Creates a category, at the end unless a position is given. Throws `validation_failed` if another category has the same name,
 * ignoring case.
 */
export async function createCategory(
  tx: Transaction,
  businessId: string,
  wanted: ServiceCategoryInput,
  now: number,
): Promise<CategoryRecord> {
  // The lock ensures that two categories created concurrently get different positions and names.
  lockSettings(tx, businessId);
  const id = newId();
  const [last] = await tx.query(lastCategoryPosition, { businessId });
  await refuseNamesake(tx, businessId, id, wanted.name);
  return recordOf(
    insertCategoryAt(tx, businessId, { position: (last?.position ?? 0) + 1, ...wanted, id }, now),
  );
}

/** Inserts a category. The caller has locked the menu and checked that the name is unique. */
export function insertCategoryAt(
  tx: Transaction,
  businessId: string,
  category: ServiceCategoryInput & { readonly id: string; readonly position: number },
  now: number,
): RowOf<typeof categoryColumns> {
  const row = { ...nullsOf(categoryColumns), ...category, created_at: now, updated_at: now };
  tx.write(insertCategory, { business_id: businessId, ...row });
  return row;
}

/** Changes a category. Throws `not_found` for an unknown category, and `validation_failed` if another category has the name. */
export async function updateCategory(
  tx: Transaction,
  businessId: string,
  categoryId: string,
  changes: ServiceCategoryChanges,
  now: number,
): Promise<CategoryRecord> {
  lockSettings(tx, businessId);
  const [before] = await tx.query(findCategory, { businessId, id: categoryId });
  if (before === undefined) throw notFound();
  const after = { ...before, ...changes };
  await refuseNamesake(tx, businessId, categoryId, after.name);
  if (isDeepStrictEqual(after, before)) return recordOf(before);
  const row = { ...after, updated_at: now };
  tx.write(updateCategoryRow, { business_id: businessId, ...row });
  return recordOf(row);
}

/** Archives a category and removes it from its services, which stay on the menu. Throws `not_found` for an unknown category. */
export async function archiveCategory(
  tx: Transaction,
  businessId: string,
  categoryId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  lockSettings(tx, businessId);
  const [archived] = await tx.query(archiveCategoryRow, { businessId, id: categoryId, now });
  if (archived === undefined) throw notFound();
  tx.write(removeFromCategory, { businessId, categoryId, now });
  return { id: archived.id, deleted: true };
}

async function refuseNamesake(
  reader: Reader,
  businessId: string,
  categoryId: string,
  name: string,
): Promise<void> {
  const namesakes = await reader.query(findNamesake, { businessId, name, exceptId: categoryId });
  if (namesakes.length > 0) throw invalid({ path: "/name", message: "is already used by another category" });
}

function recordOf(row: RowOf<typeof categoryColumns>): CategoryRecord {
  return { ...row, created_at: utcText(row.created_at), updated_at: utcText(row.updated_at) };
}
