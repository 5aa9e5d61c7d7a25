import { column, statement } from "../../../platform/database/index.ts";
import { importRows } from "../../../tables/transfer.ts";

/** Clears the references to services that the caller is about to delete, in all import rows that matched these services. */
export const forgetServices = statement({
  name: "import_rows_forget_services",
  params: { businessId: column.id, serviceIds: column.ids },
  sql: `update import_rows
        set service_id = null
        where business_id = $businessId and service_id = any ($serviceIds)`,
});

/** Clears the references to categories that the caller is about to delete, in the rows of all imports. */
export const forgetCategories = statement({
  name: "import_rows_forget_categories",
  params: { businessId: column.id, categoryIds: column.ids },
  sql: `update import_rows
        set category_id = null
        where business_id = $businessId and category_id = any ($categoryIds)`,
});

/** The categories that earlier rows of an import created. */
export const listCreatedCategories = statement({
  name: "import_rows_list_categories",
  params: { businessId: column.id, importId: column.id },
  columns: { category_id: column.notNull(importRows.columns.category_id) },
  sql: `select distinct category_id
        from import_rows
        where business_id = $businessId
          and import_id = $importId
          and category_id is not null`,
});
