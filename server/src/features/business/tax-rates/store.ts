import {
  archiveRow,
  column,
  insertInto,
  list,
  omit,
  pageParams,
  pick,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { taxRates } from "../../../tables/business.ts";

const { columns } = taxRates;
export const taxRateColumns = omit(columns, "business_id", "archived_at");

/** Locks a tax rate, which serializes its updates. */
export const lockTaxRate = selectWhere("tax_rates_lock", taxRates, {
  columns: taxRateColumns,
  where: { businessId: "business_id", id: "id" },
  ending: "and archived_at is null for no key update",
});

/** Finds the tax rates with these ids, including archived ones, which services and products may keep. */
export const findTaxRates = statement({
  name: "tax_rates_find",
  params: { businessId: column.id, ids: column.ids },
  columns,
  sql: `select ${list(columns)}
        from tax_rates
        where business_id = $businessId
          and id = any($ids)
        order by created_at, id`,
});

/** Finds another tax rate with this name, ignoring case. */
export const findNamesake = statement({
  name: "tax_rates_find_namesake",
  params: { businessId: column.id, name: column.text, exceptId: column.id },
  columns: pick(columns, "id"),
  sql: `select id
        from tax_rates
        where business_id = $businessId
          and lower(name) = lower($name)
          and archived_at is null
          and id <> $exceptId`,
});

/** A page of tax rates, oldest first, starting after the given row (null for the first page). */
export const listTaxRateRows = statement({
  name: "tax_rates_list",
  params: { businessId: column.id, ...pageParams },
  columns: taxRateColumns,
  sql: `select ${list(taxRateColumns)}
        from tax_rates
        where business_id = $businessId
          and archived_at is null
          and ($afterAt is null or (created_at, id) > ($afterAt, $afterId))
        order by created_at, id
        limit $limit`,
});

export const insertTaxRate = insertInto("tax_rates_insert", taxRates);

export const updateTaxRateRow = updateRow(
  "tax_rates_update",
  taxRates,
  pick(columns, "name", "percent_thousandths", "included", "updated_at"),
);

export const archiveTaxRateRow = archiveRow("tax_rates_archive", taxRates);
