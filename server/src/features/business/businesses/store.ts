import { DEFAULT_ACCENT } from "@daybook/tokens";
import {
  archiveRow,
  assignments,
  column,
  deleteWhere,
  insertInto,
  list,
  omit,
  pick,
  selectWhere,
  statement,
  updateRow,
  updateWhere,
} from "../../../platform/database/index.ts";
import {
  bookingPagesView,
  businesses,
  businessSlugs,
  clientFields,
  locationsView,
  testClocksView,
} from "../../../tables/business.ts";
import { salesView } from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";
import type { ClientFieldRecord } from "./schema.ts";

const { columns } = businesses;
export const businessColumns = {
  ...columns,
  sandbox: column.flag,
  accent_color: column.text,
  client_fields: column.json<ClientFieldRecord[]>(),
};

/** Reads the complete API record of a business (contract §3) in one round trip. */
export const findBusiness = statement({
  name: "businesses_find",
  params: { id: column.id },
  columns: businessColumns,
  sql: `select ${list(columns, "business")},
          exists (select from ${testClocksView} as clock where clock.business_id = business.id) as sandbox,
          coalesce(
            (select page.accent_color from ${bookingPagesView} as page where page.business_id = business.id),
            '${DEFAULT_ACCENT}'
          ) as accent_color,
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

export const findPublishedLocation = statement({
  name: "businesses_find_published_location",
  params: { businessId: column.id },
  columns: pick(locationsView.columns, "id"),
  sql: `select id
        from ${locationsView} as location
        where business_id = $businessId and active and published_at is not null
        order by id
        limit 1`,
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

/** Sets `updated_at` of the business, because client fields are part of its record. */
export const touchBusiness = updateWhere("businesses_touch", businesses, {
  set: { now: "updated_at" },
  where: { id: "id" },
});

/** Locks the business's row, which serializes changes of its memberships. */
export const lockBusinessRow = selectWhere("businesses_lock", businesses, {
  columns: pick(columns, "name"),
  where: { id: "id" },
  ending: "for no key update",
});

/** Reserves a slug for a business. Returns no row if another business has the slug or reserves it concurrently. */
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
 * Locks a client field. Waits for transactions that write answers, because they lock the field in share mode. A later statement
 * therefore sees whether the field has answers.
 */
export const lockClientField = selectWhere("client_fields_lock", clientFields, {
  columns: fieldColumns,
  where: { businessId: "business_id", id: "id" },
  ending: "and archived_at is null for no key update",
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

/** Archives a client field. Its answers stay in the clients' records but are no longer shown (contract §9). */
export const archiveField = archiveRow("client_fields_archive", clientFields);

/** Checks whether any client, including deleted ones, has an answer for a field. */
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

/**
 * Locks the table in the weakest mode that blocks inserts and other transactions with this lock, but not the row locks of foreign-key
 * checks.
 */
export const lockBusinesses = statement({
  name: "businesses_lock_all",
  sql: `lock table businesses in share row exclusive mode`,
});

/** Checks whether a sale exists. With a sale, the currency cannot change. */
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
