import type { RowOf } from "../../../platform/database/index.ts";
import {
  column,
  insertInto,
  list,
  omit,
  pick,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { prepaidProducts } from "../../../tables/checkout.ts";

const { columns } = prepaidProducts;

export type ProductRow = RowOf<typeof columns>;
export type ProductKind = ProductRow["kind"];

/** The prepaid products with these ids, of any kind, including archived ones, because an open sale may contain them. */
export const findProducts = statement({
  name: "prepaid_find",
  params: { businessId: column.id, ids: column.ids },
  columns,
  sql: `select ${list(columns)}
        from prepaid_products
        where business_id = $businessId
          and id = any($ids)`,
});

/** Locks a product, so that concurrent updates run one after another. */
export const lockProduct = statement({
  name: "prepaid_lock",
  params: { businessId: column.id, id: column.id, kind: columns.kind },
  columns,
  sql: `select ${list(columns)}
        from prepaid_products
        where business_id = $businessId
          and id = $id
          and kind = $kind
          and archived_at is null
        for no key update`,
});

/** A page of the products of one kind, newest first, starting after the given row (null for the first page). */
export const listProductRows = statement({
  name: "prepaid_list",
  params: {
    businessId: column.id,
    kind: columns.kind,
    beforeAt: column.nullable(column.instant),
    beforeId: column.nullable(column.id),
    limit: column.integer,
  },
  columns,
  sql: `select ${list(columns)}
        from prepaid_products
        where business_id = $businessId
          and kind = $kind
          and archived_at is null
          and ($beforeAt is null or (created_at, id) < ($beforeAt, $beforeId))
        order by created_at desc, id desc
        limit $limit`,
});

export const insertProduct = insertInto("prepaid_insert", prepaidProducts);
export const updateProductRow = updateRow(
  "prepaid_update",
  prepaidProducts,
  omit(columns, "business_id", "id", "kind", "created_at", "archived_at"),
);

export const archiveProductRow = statement({
  name: "prepaid_archive",
  params: { businessId: column.id, id: column.id, kind: columns.kind, now: column.instant },
  columns: pick(columns, "id"),
  sql: `update prepaid_products
        set archived_at = $now, updated_at = $now
        where business_id = $businessId
          and id = $id
          and kind = $kind
          and archived_at is null
        returning id`,
});
