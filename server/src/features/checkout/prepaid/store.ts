import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import { archiving, offeredList } from "./offeredRows.ts";

export const PRODUCT_KINDS = ["package", "membership", "gift_card"] as const;

const productColumns = {
  id: column.id,
  kind: column.oneOf(...PRODUCT_KINDS),
  name: column.text,
  description: column.nullable(column.text),
  price_minor: column.integer,
  service_ids: column.ids,
  total: column.integer,
  valid_months: column.nullable(column.integer),
  period_months: column.nullable(column.integer),
  periods: column.nullable(column.integer),
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
};

export type ProductKind = (typeof PRODUCT_KINDS)[number];
export type ProductRow = RowOf<typeof productColumns>;

const fields = `id, kind, name, description, price_minor, service_ids, total, valid_months, period_months, periods,
     created_at, updated_at, archived_at`;

/** Those of the named offers that there are, of whatever kind, archived ones included: open sales may still name one. */
export const findProducts = statement(
  "prepaid_find",
  productColumns,
  `select ${fields}
   from prepaid_products
   where business_id = $1
     and id = any($2)`,
);

/** Two changes of one offer take turns, so that none is lost. */
export const lockProduct = statement(
  "prepaid_lock",
  productColumns,
  `select ${fields}
   from prepaid_products
   where business_id = $1
     and id = $2
     and kind = $3
     and archived_at is null
   for no key update`,
);

/** What is sold of a kind ($5). */
export const listProductRows = statement(
  "prepaid_list",
  productColumns,
  `select ${fields}
   ${offeredList("prepaid_products", "and kind = $5")}`,
);

export const insertProduct = statement(
  "prepaid_insert",
  productColumns,
  `insert into prepaid_products
     (business_id, id, kind, name, description, price_minor, service_ids, total, valid_months, period_months, periods,
      created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
   returning ${fields}`,
);

export const updateProductRow = statement(
  "prepaid_update",
  productColumns,
  `update prepaid_products
   set name = $3,
     description = $4,
     price_minor = $5,
     service_ids = $6,
     total = $7,
     valid_months = $8,
     period_months = $9,
     periods = $10,
     updated_at = $11
   where business_id = $1
     and id = $2
   returning ${fields}`,
);

export const archiveProductRow = statement(
  "prepaid_archive",
  { id: column.id },
  archiving("prepaid_products", "and kind = $4"),
);

export const findCurrency = statement(
  "prepaid_find_currency",
  { currency: column.text },
  `select currency
   from businesses
   where id = $1`,
);
