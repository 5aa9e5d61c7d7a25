import { column, statement } from "../../../platform/database/index.ts";
import { PRICE_KINDS, type ServiceRecord } from "./schema.ts";

export const serviceColumns = {
  id: column.id,
  category_id: column.nullable(column.id),
  name: column.text,
  description: column.nullable(column.text),
  initial_minutes: column.integer,
  processing_minutes: column.integer,
  finishing_minutes: column.integer,
  buffer_before_minutes: column.integer,
  buffer_after_minutes: column.integer,
  price_amount: column.integer,
  price_kind: column.oneOf(...PRICE_KINDS),
  requires_patch_test: column.flag,
  online_bookable: column.flag,
  requires_approval: column.flag,
  active: column.flag,
  slot_step_minutes: column.integer,
  min_notice_minutes: column.integer,
  max_advance_days: column.integer,
  max_per_day: column.nullable(column.integer),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  currency: column.text,
  location_ids: column.ids,
  resources: column.json<ServiceRecord["resources"]>(),
  staff: column.json<{ staff_id: string; duration_minutes: number | null; price_amount: number | null }[]>(),
};

/** The whole record of contract §3, so that the menu costs one statement and not four for each service. */
const wholeService = `
  select s.id, s.category_id, s.name, s.description,
    s.initial_minutes, s.processing_minutes, s.finishing_minutes, s.buffer_before_minutes, s.buffer_after_minutes,
    s.price_amount, s.price_kind, s.requires_patch_test, s.online_bookable, s.requires_approval, s.active,
    s.slot_step_minutes, s.min_notice_minutes, s.max_advance_days, s.max_per_day, s.position, s.created_at, s.updated_at,
    b.currency,
    array(
      select p.location_id
      from service_locations p
      where p.business_id = s.business_id
        and p.service_id = s.id
      order by p.location_id
    ) as location_ids,
    coalesce(
      (
        select jsonb_agg(jsonb_build_object('type', r.type, 'count', r.count) order by r.type collate "C")
        from service_resources r
        where r.business_id = s.business_id
          and r.service_id = s.id
      ),
      '[]'
    ) as resources,
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('staff_id', w.staff_id, 'duration_minutes', w.duration_minutes, 'price_amount', w.price_amount)
          order by m.position, m.id
        )
        from service_staff w
        join staff m on m.business_id = w.business_id and m.id = w.staff_id
        where w.business_id = s.business_id
          and w.service_id = s.id
      ),
      '[]'
    ) as staff
  from services s
  join businesses b on b.id = s.business_id`;

export const findService = statement(
  "services_find",
  serviceColumns,
  `${wholeService}
   where s.business_id = $1
     and s.id = $2`,
);

/** Those of the named services that there are, archived ones included. */
export const findServiceIds = statement(
  "services_find_ids",
  { id: column.id },
  `select id
   from services
   where business_id = $1
     and id = any($2)`,
);

/**
 * By position from behind the last row given ($2, $3), both null for the first page; each filter is off where its
 * parameter is null. A menu has at most some hundred rows, so one plan for every filter is no loss.
 */
export const listServiceRows = statement(
  "services_list",
  serviceColumns,
  `${wholeService}
   where s.business_id = $1
     and ($2::bigint is null or (s.position, s.id) > ($2, $3::uuid))
     and ($4::uuid is null or s.category_id = $4)
     and (
       $5::uuid is null
       or exists (
         select
         from service_locations p
         where p.business_id = s.business_id
           and p.service_id = s.id
           and p.location_id = $5
       )
     )
     and (
       $6::uuid is null
       or exists (
         select
         from service_staff w
         where w.business_id = s.business_id
           and w.service_id = s.id
           and w.staff_id = $6
       )
     )
     and ($7::boolean is null or s.active = $7)
   order by s.position, s.id
   limit $8`,
);

export const lastServicePosition = statement(
  "services_last_position",
  { position: column.integer },
  `select coalesce(max(position), 0) as position
   from services
   where business_id = $1`,
);

export const insertService = statement(
  "services_insert",
  {},
  `insert into services (
     business_id, id, category_id, name, description, initial_minutes, processing_minutes, finishing_minutes,
     buffer_before_minutes, buffer_after_minutes, price_amount, price_kind, requires_patch_test, online_bookable,
     requires_approval, active, slot_step_minutes, min_notice_minutes, max_advance_days, max_per_day, position,
     created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22)`,
);

export const updateServiceRow = statement(
  "services_update",
  {},
  `update services
   set category_id = $3, name = $4, description = $5, initial_minutes = $6, processing_minutes = $7, finishing_minutes = $8,
     buffer_before_minutes = $9, buffer_after_minutes = $10, price_amount = $11, price_kind = $12,
     requires_patch_test = $13, online_bookable = $14, requires_approval = $15, active = $16, slot_step_minutes = $17,
     min_notice_minutes = $18, max_advance_days = $19, max_per_day = $20, position = $21, updated_at = $22
   where business_id = $1
     and id = $2`,
);

export const deleteServiceLocations = statement(
  "services_delete_locations",
  {},
  `delete from service_locations
   where business_id = $1
     and service_id = $2`,
);

export const insertServiceLocations = statement(
  "services_insert_locations",
  {},
  `insert into service_locations (business_id, service_id, location_id)
   select $1, $2, location_id
   from unnest($3::uuid[]) as p (location_id)`,
);

export const deleteServiceResources = statement(
  "services_delete_resources",
  {},
  `delete from service_resources
   where business_id = $1
     and service_id = $2`,
);

export const insertServiceResources = statement(
  "services_insert_resources",
  {},
  `insert into service_resources (business_id, service_id, type, count)
   select $1, $2, r.type, r.count
   from unnest($3::text[], $4::int[]) as r (type, count)`,
);

export const deleteServiceStaff = statement(
  "services_delete_staff",
  {},
  `delete from service_staff
   where business_id = $1
     and service_id = $2`,
);

export const insertServiceStaff = statement(
  "services_insert_staff",
  {},
  `insert into service_staff (business_id, service_id, staff_id, duration_minutes, price_amount)
   select $1, $2, w.staff_id, w.duration_minutes, w.price_amount
   from unnest($3::uuid[], $4::int[], $5::bigint[]) as w (staff_id, duration_minutes, price_amount)`,
);
