import { column, list, pick, recordset, selectWhere, statement } from "../../../platform/database/index.ts";
import { locationsView, serviceCategories, services, staffMembers } from "../../../tables/business.ts";

const { columns } = services;
const business = { businessId: column.id };
const servicesOf = { businessId: column.id, serviceIds: column.ids };
const categoriesOf = { businessId: column.id, categoryIds: column.ids };

/** The services on the menu, with the names of their categories. An imported row can match one of these services. */
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

/** The active services, to which an imported appointment can refer, with the staff members who perform them. */
export const listPerformedServices = statement({
  name: "services_list_performed",
  params: business,
  columns: { ...pick(columns, "id", "name"), staff_ids: column.ids },
  sql: `select service.id, service.name,
          array(
            select performer.staff_id
            from service_staff as performer
            where performer.business_id = $businessId and performer.service_id = service.id
          ) as staff_ids
        from services as service
        where service.business_id = $businessId
          and service.active
        order by service.position, service.id`,
});

/** The categories of the menu by name. */
export const listCategoryNames = selectWhere("service_categories_list_names", serviceCategories, {
  columns: pick(serviceCategories.columns, "id", "name"),
  where: { businessId: "business_id" },
  ending: "and archived_at is null",
});

/** The active locations. An import offers its services at all of them. */
export const listActiveLocations = statement({
  name: "services_list_active_locations",
  params: business,
  columns: pick(locationsView.columns, "id"),
  sql: `select id
        from ${locationsView} as location
        where business_id = $businessId
          and active`,
});

const shownColumns = {
  ...pick(columns, "id", "name", "initial_minutes", "processing_minutes", "finishing_minutes"),
  ...pick(columns, "buffer_before_minutes", "buffer_after_minutes", "price_amount", "price_kind"),
};

/** The fields of services for the list of imported rows. */
export const listImportedServices = statement({
  name: "services_list_imported",
  params: servicesOf,
  columns: {
    ...shownColumns,
    category: column.nullable(column.text),
    staff: column.texts,
  },
  sql: `select ${list(shownColumns, "service")},
          category.name as category,
          array(
            select member.display_name
            from service_staff as performer
            join ${staffMembers} as member
              on member.business_id = performer.business_id and member.id = performer.staff_id
            where performer.business_id = $businessId
              and performer.service_id = service.id
              and member.active
            order by member.position, member.id
          ) as staff
        from services as service
        left join service_categories as category
          on category.business_id = service.business_id and category.id = service.category_id
        where service.business_id = $businessId
          and service.id = any ($serviceIds)`,
});

const importedService = { id: column.id, staff_ids: column.ids };

/**
 * Locks the services of an import that were not changed afterwards and that only the staff members of the import perform, without an
 * individual duration or price.
 */
export const lockImportedServices = statement({
  name: "services_lock_imported",
  params: { ...business, services: column.rows(importedService) },
  columns: pick(columns, "id"),
  sql: `select service.id
        from services as service
        join ${recordset("services", importedService, "imported")} on imported.id = service.id
        where service.business_id = $businessId
          and service.updated_at = service.created_at
          and not exists (
            select
            from service_staff
            where service_staff.business_id = service.business_id
              and service_staff.service_id = service.id
              and (
                service_staff.staff_id <> all (imported.staff_ids)
                or num_nonnulls(service_staff.duration_minutes, service_staff.price_amount) > 0
              )
          )
        order by service.id
        for update of service`,
});

export const deleteImportedStaff = statement({
  name: "services_delete_imported_staff",
  params: servicesOf,
  sql: `delete from service_staff
        where business_id = $businessId and service_id = any ($serviceIds)`,
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

/** Locks the categories of an import that were not changed afterwards and contain no services. */
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
