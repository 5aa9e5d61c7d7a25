import { column, statement } from "../../../platform/database/index.ts";

const categoryColumns = {
  id: column.id,
  name: column.text,
  description: column.nullable(column.text),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
};

export const findCategory = statement(
  "service_categories_find",
  categoryColumns,
  `select id, name, description, position, created_at, updated_at
   from service_categories
   where business_id = $1
     and id = $2
     and archived_at is null`,
);

/** By position from behind the last row given ($2, $3); both null for the first page. */
export const listCategoryRows = statement(
  "service_categories_list",
  categoryColumns,
  `select id, name, description, position, created_at, updated_at
   from service_categories
   where business_id = $1
     and archived_at is null
     and ($2::bigint is null or (position, id) > ($2, $3::uuid))
   order by position, id
   limit $4`,
);

/** Another category of this name, in any case: the comparison is the unique index's. */
export const findNamesake = statement(
  "service_categories_find_namesake",
  { id: column.id },
  `select id
   from service_categories
   where business_id = $1
     and lower(name) = lower($2)
     and archived_at is null
     and id <> $3`,
);

export const lastCategoryPosition = statement(
  "service_categories_last_position",
  { position: column.integer },
  `select coalesce(max(position), 0) as position
   from service_categories
   where business_id = $1
     and archived_at is null`,
);

export const insertCategory = statement(
  "service_categories_insert",
  categoryColumns,
  `insert into service_categories (business_id, id, name, description, position, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   returning id, name, description, position, created_at, updated_at`,
);

export const updateCategoryRow = statement(
  "service_categories_update",
  categoryColumns,
  `update service_categories
   set name = $3, description = $4, position = $5, updated_at = $6
   where business_id = $1
     and id = $2
   returning id, name, description, position, created_at, updated_at`,
);

export const archiveCategoryRow = statement(
  "service_categories_archive",
  { id: column.id },
  `update service_categories
   set archived_at = $3, updated_at = $3
   where business_id = $1
     and id = $2
     and archived_at is null
   returning id`,
);

/** Services outlive their heading: they stay on the menu, under none. */
export const leaveCategory = statement(
  "services_leave_category",
  {},
  `update services
   set category_id = null, updated_at = $3
   where business_id = $1
     and category_id = $2`,
);

export type CategoryColumns = typeof categoryColumns;
