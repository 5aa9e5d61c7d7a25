import {
  column,
  deleteWhere,
  findIds,
  insertInto,
  insertRows,
  list,
  omit,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import {
  businessSettings,
  serviceLocations,
  serviceResources,
  serviceStaff,
  services,
  staffMembers,
} from "../../../tables/business.ts";
import type { ServiceRecord } from "./schema.ts";

const { columns } = services;
const own = omit(columns, "business_id");

export const serviceColumns = {
  ...own,
  currency: column.text,
  location_ids: column.ids,
  resources: column.json<ServiceRecord["resources"]>(),
  staff: column.json<{ staff_id: string; duration_minutes: number | null; price_amount: number | null }[]>(),
};

/** Selects a service with its parts, so that a page of services needs only one SQL statement. */
const selectService = `
  select ${list(own, "service")}, business.currency,
    array(
      select location.location_id
      from service_locations as location
      where location.business_id = service.business_id
        and location.service_id = service.id
      order by location.location_id
    ) as location_ids,
    coalesce(
      (
        select jsonb_agg(jsonb_build_object('type', r.type, 'count', r.count) order by r.type collate "C")
        from service_resources as r
        where r.business_id = service.business_id
          and r.service_id = service.id
      ),
      '[]'
    ) as resources,
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('staff_id', w.staff_id, 'duration_minutes', w.duration_minutes, 'price_amount', w.price_amount)
          order by member.position, member.id
        )
        from service_staff as w
        join ${staffMembers} as member on member.business_id = w.business_id and member.id = w.staff_id
        where w.business_id = service.business_id
          and w.service_id = service.id
      ),
      '[]'
    ) as staff
  from services as service
  join ${businessSettings} as business on business.id = service.business_id`;

export const findService = statement({
  name: "services_find",
  params: { businessId: column.id, id: column.id },
  columns: serviceColumns,
  sql: `${selectService}
        where service.business_id = $businessId
          and service.id = $id`,
});

/** Finds which of these ids are services of the business, including archived ones. */
export const findServiceIds = findIds("services_find_ids", services);

/**
 * A page of services ordered by position and id, starting after the given row (null for the first page). A null filter is not
 * applied. One query plan for all filters is fast enough, because a business has at most a few hundred services.
 */
export const listServiceRows = statement({
  name: "services_list",
  params: {
    businessId: column.id,
    afterPosition: column.nullable(column.integer),
    afterId: column.nullable(column.id),
    categoryId: column.nullable(column.id),
    locationId: column.nullable(column.id),
    staffId: column.nullable(column.id),
    isActive: column.nullable(column.flag),
    limit: column.integer,
  },
  columns: serviceColumns,
  sql: `${selectService}
        where service.business_id = $businessId
          and ($afterPosition is null or (service.position, service.id) > ($afterPosition, $afterId))
          and ($categoryId is null or service.category_id = $categoryId)
          and ($isActive is null or service.active = $isActive)
          and (
            $locationId is null
            or exists (
              select
              from service_locations as location
              where location.business_id = service.business_id
                and location.service_id = service.id
                and location.location_id = $locationId
            )
          )
          and (
            $staffId is null
            or exists (
              select
              from service_staff as w
              where w.business_id = service.business_id
                and w.service_id = service.id
                and w.staff_id = $staffId
            )
          )
        order by service.position, service.id
        limit $limit`,
});

export const lastServicePosition = statement({
  name: "services_last_position",
  params: { businessId: column.id },
  columns: { position: column.integer },
  sql: `select coalesce(max(position), 0) as position
        from services
        where business_id = $businessId`,
});

export const insertService = insertInto("services_insert", services);
export const updateServiceRow = updateRow(
  "services_update",
  services,
  omit(columns, "business_id", "id", "created_at"),
);

export const insertServiceLocations = insertRows("services_insert_locations", serviceLocations);
export const insertServiceResources = insertRows("services_insert_resources", serviceResources);
export const insertServiceStaff = insertRows("services_insert_staff", serviceStaff);

/** Statements that delete all parts of a service, before the new parts are inserted. */
export const deleteServiceParts = [
  deleteWhere("services_delete_locations", serviceLocations, "business_id", "service_id"),
  deleteWhere("services_delete_resources", serviceResources, "business_id", "service_id"),
  deleteWhere("services_delete_staff", serviceStaff, "business_id", "service_id"),
];
