import { column, statement } from "../../../platform/database/index.ts";

export const findResource = statement(
  "locations_find_resource",
  { id: column.id, name: column.text, type: column.text, capacity: column.integer },
  `select r.id, r.name, r.type, s.capacity
   from resources r
   join subjects s on s.business_id = r.business_id and s.id = r.id
   where r.business_id = $1
     and r.location_id = $2
     and r.id = $3
     and r.archived_at is null`,
);

export const insertResource = statement(
  "locations_insert_resource",
  {},
  `insert into resources (business_id, id, location_id, name, type, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)`,
);

export const renameResource = statement(
  "locations_rename_resource",
  {},
  `update resources
   set name = $3, updated_at = $4
   where business_id = $1
     and id = $2`,
);

export const archiveResourceRow = statement(
  "locations_archive_resource",
  {},
  `update resources
   set archived_at = $3, updated_at = $3
   where business_id = $1
     and id = $2`,
);

/** The total capacity by resource type at each of these locations. */
export const sumCapacities = statement(
  "locations_sum_capacities",
  { type: column.text, location_id: column.id, capacity: column.integer },
  `select r.type, r.location_id, sum(s.capacity) as capacity
   from resources r
   join subjects s on s.business_id = r.business_id and s.id = r.id
   where r.business_id = $1
     and r.location_id = any($2::uuid[])
     and r.archived_at is null
   group by r.type, r.location_id
   order by r.type, r.location_id`,
);
