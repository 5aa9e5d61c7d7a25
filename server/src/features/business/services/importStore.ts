import { column, pick, statement } from "../../../platform/database/index.ts";
import { locationsView, serviceCategories, services } from "../../../tables/business.ts";

const { columns } = services;
const business = { businessId: column.id };
const servicesOf = { businessId: column.id, serviceIds: column.ids };
const categoriesOf = { businessId: column.id, categoryIds: column.ids };

/** The services on the menu with the names of their categories, which an imported row can match. */
export const listMenuNames = statement({
  name: "services_list_names",
  params: business,
  columns: { ...pick(columns, "id", "name"), category: column.nullable(column.text) },
  sql: `select service.id, service.name, category.name as category
        from services as service
        left join service_categories as category
          on category.business_id = service.business_id and category.id = service.category_id
        where service.business_id = $businessId
          and service.active
        order by service.position, service.id`,
});

/** The categories of the menu by name. */
export const listCategoryNames = statement({
  name: "service_categories_list_names",
  params: business,
  columns: pick(serviceCategories.columns, "id", "name"),
  sql: `select id, name
        from service_categories
        where business_id = $businessId
          and archived_at is null`,
});

/** The active locations, which offer every imported service. */
export const listActiveLocations = statement({
  name: "services_list_active_locations",
  params: business,
  columns: pick(locationsView.columns, "id"),
  sql: `select id
        from ${locationsView}
        where business_id = $businessId
          and active`,
});

/** The values of services that the list of imported rows shows. */
export const listImportedServices = statement({
  name: "services_list_imported",
  params: servicesOf,
  columns: {
    ...pick(columns, "id", "name", "initial_minutes", "processing_minutes", "finishing_minutes"),
    ...pick(columns, "buffer_before_minutes", "buffer_after_minutes", "price_amount", "price_kind"),
    category: column.nullable(column.text),
  },
  sql: `select service.id, service.name, service.initial_minutes, service.processing_minutes, service.finishing_minutes,
          service.buffer_before_minutes, service.buffer_after_minutes, service.price_amount, service.price_kind,
          category.name as category
        from services as service
        left join service_categories as category
          on category.business_id = service.business_id and category.id = service.category_id
        where service.business_id = $businessId
          and service.id = any ($serviceIds)`,
});

/** Locks the services of an import that were not changed afterwards and that no staff member performs. */
export const lockImportedServices = statement({
  name: "services_lock_imported",
  params: servicesOf,
  columns: pick(columns, "id"),
  sql: `select id
        from services
        where business_id = $businessId
          and id = any ($serviceIds)
          and updated_at = created_at
          and not exists (
            select
            from service_staff
            where service_staff.business_id = services.business_id
              and service_staff.service_id = services.id
          )
        order by id
        for update`,
});

export const deleteImportedLocations = statement({
  name: "services_delete_imported_locations",
  params: servicesOf,
  sql: `delete from service_locations
        where business_id = $businessId and service_id = any ($serviceIds)`,
});

export const deleteImportedServices = statement({
  name: "services_delete_imported",
  params: servicesOf,
  sql: `delete from services
        where business_id = $businessId and id = any ($serviceIds)`,
});

/** Locks the categories of an import that were not changed afterwards and that no service has. */
export const lockEmptyCategories = statement({
  name: "service_categories_lock_imported",
  params: categoriesOf,
  columns: pick(serviceCategories.columns, "id"),
  sql: `select id
        from service_categories
        where business_id = $businessId
          and id = any ($categoryIds)
          and updated_at = created_at
          and archived_at is null
          and not exists (
            select
            from services
            where services.business_id = service_categories.business_id
              and services.category_id = service_categories.id
          )
        order by id
        for update`,
});

export const deleteImportedCategories = statement({
  name: "service_categories_delete_imported",
  params: categoriesOf,
  sql: `delete from service_categories
        where business_id = $businessId and id = any ($categoryIds)`,
});
