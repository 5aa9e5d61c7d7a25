import { column, statement } from "../../../platform/database/index.ts";
import { BUSINESS_TYPES, CLIENT_FIELD_TYPES, type ClientFieldRecord, WEBHOOK_PAYLOADS } from "./schema.ts";

export const businessColumns = {
  id: column.id,
  name: column.text,
  slug: column.text,
  type: column.oneOf(...BUSINESS_TYPES),
  time_zone: column.text,
  currency: column.text,
  country: column.text,
  locale: column.text,
  webhook_payload: column.oneOf(...WEBHOOK_PAYLOADS),
  created_at: column.instant,
  updated_at: column.instant,
  client_fields: column.json<ClientFieldRecord[]>(),
};

/** The whole record of contract §3 in one round trip: it is read with every first look at a business. */
export const findBusiness = statement(
  "businesses_find",
  businessColumns,
  `select b.id, b.name, b.slug, b.type, b.time_zone, b.currency, b.country, b.locale, b.webhook_payload, b.created_at, b.updated_at,
     coalesce(
       (
         select jsonb_agg(
           jsonb_build_object(
             'id', f.id, 'label', f.label, 'type', f.type, 'options', f.options, 'required', f.required, 'position', f.position
           )
           order by f.position, f.id
         )
         from client_fields f
         where f.business_id = b.id
           and f.archived_at is null
       ),
       '[]'
     ) as client_fields
   from businesses b
   where b.id = $1`,
);

/** For whoever sits at the command line: they know the slug, or have copied the id. */
export const findIdBySlugOrId = statement(
  "businesses_find_id",
  { id: column.id },
  `select id
   from businesses
   where id::text = lower($1)
     or slug = $1`,
);

export const insertBusiness = statement(
  "businesses_insert",
  {},
  `insert into businesses (id, name, slug, type, time_zone, currency, country, locale, webhook_payload, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
);

export const updateBusinessRow = statement(
  "businesses_update",
  {},
  `update businesses
   set name = $2, slug = $3, type = $4, time_zone = $5, currency = $6, locale = $7, webhook_payload = $8, updated_at = $9
   where id = $1`,
);

/** A change of its questions is a change of the business's record. */
export const touchBusiness = statement(
  "businesses_touch",
  {},
  `update businesses
   set updated_at = $2
   where id = $1`,
);

/** No row comes back when another business has the slug: two that want it at once end the same way as two in turn. */
export const takeSlug = statement(
  "businesses_take_slug",
  { slug: column.text },
  `insert into business_slugs (slug, business_id)
   values ($1, $2)
   on conflict (slug) do nothing
   returning slug`,
);

export const releaseSlug = statement(
  "businesses_release_slug",
  {},
  `delete from business_slugs
   where business_id = $1`,
);

/**
 * Locked for a change: whoever is writing an answer finishes first. Whether the question has been answered is asked by a
 * later statement, which sees them.
 */
export const lockClientField = statement(
  "client_fields_lock",
  {
    id: column.id,
    label: column.text,
    type: column.oneOf(...CLIENT_FIELD_TYPES),
    options: column.texts,
    required: column.flag,
    position: column.integer,
  },
  `select id, label, type, options, required, position
   from client_fields
   where business_id = $1
     and id = $2
     and archived_at is null
   for no key update`,
);

export const lastFieldPosition = statement(
  "client_fields_last_position",
  { position: column.integer },
  `select coalesce(max(position), 0) as position
   from client_fields
   where business_id = $1
     and archived_at is null`,
);

export const insertClientField = statement(
  "client_fields_insert",
  {},
  `insert into client_fields (business_id, id, label, type, options, required, position, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
);

export const updateClientFieldRow = statement(
  "client_fields_update",
  {},
  `update client_fields
   set label = $3, type = $4, options = $5, required = $6, position = $7, updated_at = $8
   where business_id = $1
     and id = $2`,
);

/** Its answers stay in the client files and are not shown any more (contract §9). */
export const archiveField = statement(
  "client_fields_archive",
  { id: column.id },
  `update client_fields
   set archived_at = $3, updated_at = $3
   where business_id = $1
     and id = $2
     and archived_at is null
   returning id`,
);

/** Whether any client, deleted ones included, has an answer to a question. */
export const isFieldAnswered = statement(
  "client_fields_is_answered",
  { answered: column.flag },
  `select exists (
     select
     from clients
     where business_id = $1
       and custom_fields ? $2
   ) as answered`,
);

/** Before an empty database is filled: is it empty? */
export const anyBusiness = statement(
  "businesses_any",
  { found: column.flag },
  `select exists (
     select 1
     from businesses
   ) as found`,
);

/** The weakest lock that conflicts with itself and with inserts, and not with the row locks of foreign keys. */
export const lockBusinesses = statement(
  "businesses_lock_all",
  {},
  `lock table businesses in share row exclusive mode`,
);

/** Whether anything was ever sold: prices are said in a currency from then on. Read behind the setup's lock. */
export const hasSale = statement(
  "businesses_has_sale",
  { found: column.flag },
  `select exists (
     select
     from sales
     where business_id = $1
   ) as found`,
);
