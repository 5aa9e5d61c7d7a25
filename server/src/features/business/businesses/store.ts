import {
  archiveRow,
  assignments,
  column,
  deleteWhere,
  insertInto,
  list,
  omit,
  pick,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { businesses, businessSlugs, clientFields } from "../../../tables/business.ts";
import { salesView } from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";
import type { ClientFieldRecord } from "./schema.ts";

const { columns } = businesses;
export const businessColumns = { ...columns, client_fields: column.json<ClientFieldRecord[]>() };

/** The whole record of contract §3 in one round trip. */
export const findBusiness = statement({
  name: "businesses_find",
  params: { id: column.id },
  columns: businessColumns,
  sql: `select ${list(columns, "business")},
          coalesce(
            (
              select jsonb_agg(
                jsonb_build_object(
                  'id', f.id, 'label', f.label, 'type', f.type, 'options', f.options, 'required', f.required, 'position', f.position
                )
                order by f.position, f.id
              )
              from client_fields as f
              where f.business_id = business.id
                and f.archived_at is null
            ),
            '[]'
          ) as client_fields
        from businesses as business
        where business.id = $id`,
});

export const findIdBySlugOrId = statement({
  name: "businesses_find_id",
  params: { slugOrId: column.text },
  columns: pick(columns, "id"),
  sql: `select id
        from businesses
        where id::text = lower($slugOrId)
          or slug = $slugOrId`,
});

export const insertBusiness = insertInto("businesses_insert", businesses);

const changeable = pick(
  columns,
  "name",
  "slug",
  "type",
  "time_zone",
  "currency",
  "locale",
  "webhook_payload",
  "tax_number",
  "updated_at",
);

export const updateBusinessRow = statement({
  name: "businesses_update",
  params: { id: column.id, ...changeable },
  sql: `update businesses
        set ${assignments(changeable)}
        where id = $id`,
});

/** Client fields are part of the business's record, so changing them changes `updated_at`. */
export const touchBusiness = statement({
  name: "businesses_touch",
  params: { id: column.id, now: column.instant },
  sql: `update businesses
        set updated_at = $now
        where id = $id`,
});

/** Serializes changes of the business's members. */
export const lockBusinessRow = statement({
  name: "businesses_lock",
  params: { id: column.id },
  columns: pick(columns, "name"),
  sql: `select name
        from businesses
        where id = $id
        for no key update`,
});

/** Returns no row when another business has the slug, also when it takes it concurrently. */
export const takeSlug = statement({
  name: "businesses_take_slug",
  params: businessSlugs.columns,
  columns: pick(businessSlugs.columns, "slug"),
  sql: `insert into business_slugs (slug, business_id)
        values ($slug, $business_id)
        on conflict (slug) do nothing
        returning slug`,
});

export const releaseSlug = deleteWhere("businesses_release_slug", businessSlugs, "business_id");

const fieldColumns = pick(clientFields.columns, "id", "label", "type", "options", "required", "position");

/**
 * Waits for transactions that write answers, which lock the field in share mode. A later statement then sees whether the
 * field has answers.
 */
export const lockClientField = statement({
  name: "client_fields_lock",
  params: { businessId: column.id, id: column.id },
  columns: fieldColumns,
  sql: `select ${list(fieldColumns)}
        from client_fields
        where business_id = $businessId
          and id = $id
          and archived_at is null
        for no key update`,
});

export const lastFieldPosition = statement({
  name: "client_fields_last_position",
  params: { businessId: column.id },
  columns: { position: column.integer },
  sql: `select coalesce(max(position), 0) as position
        from client_fields
        where business_id = $businessId
          and archived_at is null`,
});

export const insertClientField = insertInto(
  "client_fields_insert",
  clientFields,
  omit(clientFields.columns, "archived_at"),
);

export const updateClientFieldRow = updateRow(
  "client_fields_update",
  clientFields,
  pick(clientFields.columns, "label", "type", "options", "required", "position", "updated_at"),
);

/** Answers stay in the clients' records and are no longer shown (contract §9). */
export const archiveField = archiveRow("client_fields_archive", clientFields);

/** Whether any client, deleted ones included, has an answer in a field. */
export const isFieldAnswered = statement({
  name: "client_fields_is_answered",
  params: { businessId: column.id, fieldId: column.text },
  columns: { answered: column.flag },
  sql: `select exists (
          select
          from ${clientsView} as client
          where client.business_id = $businessId
            and client.custom_fields ? $fieldId
        ) as answered`,
});

export const anyBusiness = statement({
  name: "businesses_any",
  columns: { found: column.flag },
  sql: `select exists (
          select 1
          from businesses
        ) as found`,
});

/** The weakest lock that conflicts with itself and with inserts, but not with the row locks of foreign keys. */
export const lockBusinesses = statement({
  name: "businesses_lock_all",
  sql: `lock table businesses in share row exclusive mode`,
});

/** Whether a sale exists, which fixes the currency. */
export const hasSale = statement({
  name: "businesses_has_sale",
  params: { businessId: column.id },
  columns: { found: column.flag },
  sql: `select exists (
          select
          from ${salesView} as sale
          where sale.business_id = $businessId
        ) as found`,
});
