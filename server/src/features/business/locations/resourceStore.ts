import { column, insertInto, omit, pick, statement, updateRow } from "../../../platform/database/index.ts";
import { resources } from "../../../tables/business.ts";
import { subjectsView } from "../../../tables/scheduling.ts";

const { columns } = resources;

export const findResource = statement({
  name: "locations_find_resource",
  params: { businessId: column.id, locationId: column.id, id: column.id },
  columns: { ...pick(columns, "id", "name", "type"), ...pick(subjectsView.columns, "capacity") },
  sql: `select resource.id, resource.name, resource.type, subject.capacity
        from resources as resource
        join ${subjectsView} as subject on subject.business_id = resource.business_id and subject.id = resource.id
        where resource.business_id = $businessId
          and resource.location_id = $locationId
          and resource.id = $id
          and resource.archived_at is null`,
});

export const insertResource = insertInto(
  "locations_insert_resource",
  resources,
  omit(columns, "archived_at"),
);
export const renameResource = updateRow(
  "locations_rename_resource",
  resources,
  pick(columns, "name", "updated_at"),
);
export const archiveResourceRow = updateRow(
  "locations_archive_resource",
  resources,
  pick(columns, "archived_at", "updated_at"),
);

/** Sums the capacities of the resources of each type at each of these locations. */
export const sumCapacities = statement({
  name: "locations_sum_capacities",
  params: { businessId: column.id, locationIds: column.ids },
  columns: { ...pick(columns, "type", "location_id"), capacity: column.integer },
  sql: `select resource.type, resource.location_id, sum(subject.capacity) as capacity
        from resources as resource
        join ${subjectsView} as subject on subject.business_id = resource.business_id and subject.id = resource.id
        where resource.business_id = $businessId
          and resource.location_id = any($locationIds)
          and resource.archived_at is null
        group by resource.type, resource.location_id
        order by resource.type, resource.location_id`,
});
