import { column, statement } from "../../../platform/database/index.ts";

export const staffColumns = {
  id: column.id,
  first_name: column.text,
  last_name: column.nullable(column.text),
  display_name: column.text,
  title: column.nullable(column.text),
  bookable: column.flag,
  active: column.flag,
  color: column.nullable(column.text),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  location_ids: column.ids,
  service_ids: column.ids,
};

/** The whole record of contract §3. `service_ids` is derived: services store their staff. */
const wholeStaffMember = `
  select m.id, m.first_name, m.last_name, m.display_name, m.title, m.bookable, m.active, m.color, m.position,
    m.created_at, m.updated_at,
    array(
      select p.location_id
      from staff_locations p
      where p.business_id = m.business_id
        and p.staff_id = m.id
      order by p.location_id
    ) as location_ids,
    array(
      select w.service_id
      from service_staff w
      join services s on s.business_id = w.business_id and s.id = w.service_id
      where w.business_id = m.business_id
        and w.staff_id = m.id
        and s.active
      order by s.position, s.id
    ) as service_ids
  from staff m`;

export const findStaffMember = statement(
  "staff_find",
  staffColumns,
  `${wholeStaffMember}
   where m.business_id = $1
     and m.id = $2`,
);

/** By position, after the row ($2, $3), both null for the first page; a filter that is null is off. */
export const listStaffRows = statement(
  "staff_list",
  staffColumns,
  `${wholeStaffMember}
   where m.business_id = $1
     and ($2::bigint is null or (m.position, m.id) > ($2, $3::uuid))
     and (
       $4::uuid is null
       or exists (
         select
         from staff_locations p
         where p.business_id = m.business_id
           and p.staff_id = m.id
           and p.location_id = $4
       )
     )
     and ($5::boolean is null or m.active = $5)
   order by m.position, m.id
   limit $6`,
);

export const findStaffIds = statement(
  "staff_find_ids",
  { id: column.id },
  `select id
   from staff
   where business_id = $1
     and id = any($2::uuid[])
   order by id`,
);

export const lastStaffPosition = statement(
  "staff_last_position",
  { position: column.integer },
  `select coalesce(max(position), 0) as position
   from staff
   where business_id = $1`,
);

export const insertStaff = statement(
  "staff_insert",
  {},
  `insert into staff (
     business_id, id, first_name, last_name, display_name, title, bookable, active, color, position, created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
);

export const updateStaffRow = statement(
  "staff_update",
  {},
  `update staff
   set first_name = $3, last_name = $4, display_name = $5, title = $6, bookable = $7, active = $8, color = $9, position = $10,
     updated_at = $11
   where business_id = $1
     and id = $2`,
);

export const deleteStaffLocations = statement(
  "staff_delete_locations",
  {},
  `delete from staff_locations
   where business_id = $1
     and staff_id = $2`,
);

export const insertStaffLocations = statement(
  "staff_insert_locations",
  {},
  `insert into staff_locations (business_id, staff_id, location_id)
   select $1, $2, location_id
   from unnest($3::uuid[]) as p (location_id)`,
);
