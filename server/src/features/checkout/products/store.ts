import {
  archiveRow,
  column,
  insertInto,
  insertRows,
  list,
  omit,
  pick,
  type RowOf,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { products, stockEntries } from "../../../tables/checkout.ts";

const { columns } = products;
export const productColumns = omit(columns, "business_id");
const params = { businessId: column.id, id: column.id };

export type ProductRow = RowOf<typeof productColumns>;

/** The products with these ids, including archived ones, because an open sale that contains them may still complete. */
export const findProducts = statement({
  name: "products_find",
  params: { businessId: column.id, ids: column.ids },
  columns: productColumns,
  sql: `select ${list(productColumns)}
        from products
        where business_id = $businessId
          and id = any($ids)`,
});

/**
 * Locks products in the order of their ids, so that two sales cannot deadlock. Concurrent changes of the products and of their stock wait
 * for the lock.
 */
export const lockProducts = statement({
  name: "products_lock",
  params: { businessId: column.id, ids: column.ids },
  columns: productColumns,
  sql: `select ${list(productColumns)}
        from products
        where business_id = $businessId
          and id = any($ids)
        order by id
        for no key update`,
});

/** The other products, except archived ones, that have this SKU or barcode. */
export const findNamesakes = statement({
  name: "products_find_namesakes",
  params: {
    businessId: column.id,
    exceptId: column.id,
    sku: columns.sku,
    barcode: columns.barcode,
  },
  columns: pick(columns, "sku", "barcode"),
  sql: `select sku, barcode
        from products
        where business_id = $businessId
          and archived_at is null
          and id <> $exceptId
          and (lower(sku) = lower($sku) or barcode = $barcode)`,
});

/**
 * A page of products ordered by name and id, starting after the given row (null for the first page). `$like` is a LIKE pattern.
 */
export const listProductRows = statement({
  name: "products_list",
  params: {
    businessId: column.id,
    q: column.nullable(column.text),
    like: column.nullable(column.text),
    afterName: column.nullable(column.text),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: { ...productColumns, name_key: column.text },
  sql: `select ${list(productColumns)}, lower(name) as name_key
        from products
        where business_id = $businessId
          and archived_at is null
          and (
            $like is null
            or lower(name) like lower($like)
            or lower(sku) = lower($q)
            or barcode = $q
          )
          and ($afterName is null or (lower(name), id) > ($afterName, $afterId))
        order by lower(name), id
        limit $limit`,
});

export const insertProduct = insertInto("products_insert", products);
export const updateProductRow = updateRow(
  "products_update",
  products,
  omit(columns, "business_id", "id", "created_at", "archived_at"),
);

export const archiveProductRow = archiveRow("products_archive", products);

export const insertStockEntries = insertRows("products_insert_stock_entries", stockEntries);

/** Adds to the stock of a tracked product. The product must be locked. */
export const addToStock = statement({
  name: "products_add_to_stock",
  params: { ...params, delta: column.integer },
  sql: `update products
        set stock = stock + $delta
        where business_id = $businessId
          and id = $id
          and stock is not null`,
});

const lineId = column.notNull(stockEntries.columns.sale_line_id);

/** For each line of a sale, the quantity that was taken from the stock and not returned. */
export const listTaken = statement({
  name: "products_list_taken",
  params: { businessId: column.id, saleId: column.id },
  columns: { product_id: column.id, sale_line_id: lineId, taken: column.integer },
  sql: `select product_id, sale_line_id, (-sum(delta))::bigint as taken
        from stock_entries
        where business_id = $businessId
          and sale_line_id is not null
          and sale_id = $saleId
        group by product_id, sale_line_id
        having sum(delta) < 0
        order by product_id, sale_line_id`,
});

/** The quantity that a refund returned to the stock, by sale line. */
export const listReturned = statement({
  name: "products_list_returned",
  params: { businessId: column.id, refundId: column.id },
  columns: {
    product_id: column.id,
    sale_id: column.notNull(stockEntries.columns.sale_id),
    sale_line_id: lineId,
    returned: column.integer,
  },
  sql: `select product_id, sale_id, sale_line_id, sum(delta)::bigint as returned
        from stock_entries
        where business_id = $businessId
          and sale_id is not null
          and sale_line_id is not null
          and refund_id = $refundId
        group by product_id, sale_id, sale_line_id
        having sum(delta) > 0
        order by product_id, sale_line_id`,
});
