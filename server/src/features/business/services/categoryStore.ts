import {
  archiveRow,
  column,
  insertInto,
  list,
  omit,
  pick,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { serviceCategories } from "../../../tables/business.ts";

const { columns } = serviceCategories;

export const categoryColumns = omit(columns, "business_id", "archived_at");

export const findCategory = selectWhere("service_categories_find", serviceCategories, {
  columns: categoryColumns,
  where: { businessId: "business_id", id: "id" },
  ending: "and archived_at is null",
});

/** A page of categories by position and id, starting after the given row (null for the first page). */
export const listCategoryRows = statement({
  name: "service_categories_list",
  params: {
    businessId: column.id,
    afterPosition: column.nullable(column.integer),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: categoryColumns,
  sql: `select ${list(categoryColumns)}
        from service_categories
        where business_id = $businessId
          and archived_at is null
          and ($afterPosition is null or (position, id) > ($afterPosition, $afterId))
        order by position, id
        limit $limit`,
});

/** Finds another category with this name. The comparison ignores case, as the unique index does. */
export const findNamesake = statement({
  name: "service_categories_find_namesake",
  params: { businessId: column.id, name: column.text, exceptId: column.id },
  columns: pick(columns, "id"),
  sql: `select id
        from service_categories
        where business_id = $businessId
          and lower(name) = lower($name)
          and archived_at is null
          and id <> $exceptId`,
});

export const lastCategoryPosition = statement({
  name: "service_categories_last_position",
  params: { businessId: column.id },
  columns: { position: column.integer },
  sql: `select coalesce(max(position), 0) as position
        from service_categories
        where business_id = $businessId
          and archived_at is null`,
});

export const insertCategory = insertInto("service_categories_insert", serviceCategories, {
  business_id: columns.business_id,
  ...categoryColumns,
});
export const updateCategoryRow = updateRow(
  "service_categories_update",
  serviceCategories,
  omit(categoryColumns, "id", "created_at"),
);

export const archiveCategoryRow = archiveRow("service_categories_archive", serviceCategories);

/** Removes an archived category from its services, which stay on the menu. */
export const removeFromCategory = statement({
  name: "services_remove_from_category",
  params: { businessId: column.id, categoryId: column.id, now: column.instant },
  sql: `update services
        set category_id = null, updated_at = $now
        where business_id = $businessId
          and category_id = $categoryId`,
});
