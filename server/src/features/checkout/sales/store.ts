import {
  column,
  deleteWhere,
  insertInto,
  insertRows,
  list,
  omit,
  pageParams,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateRow,
  updateWhere,
  type ValuesOf,
} from "../../../platform/database/index.ts";
import { jsonBytesOf, withinPageBytes } from "../../../platform/http/pageBytes.ts";
import { serviceStaffView, servicesView, staffMembers } from "../../../tables/business.ts";
import {
  depositsView,
  entitlementsView,
  paymentsView,
  receiptNumbers,
  saleLines,
  sales,
  saleTaxes,
} from "../../../tables/checkout.ts";
import { calendarsView } from "../../../tables/scheduling.ts";
import { ownAppointments } from "../../scheduling/appointments/index.ts";
import { moneyList, moneyParams } from "../money-lists/index.ts";

const own = omit(sales.columns, "promotion_id", "voided_at");
const lineColumns = omit(saleLines.columns, "business_id", "sale_id");
const taxColumns = omit(saleTaxes.columns, "business_id", "sale_id", "position");
const params = { businessId: column.id, saleId: column.id };

const saleColumns = {
  ...own,
  lines:
    column.json<
      (RowOf<typeof lineColumns> & {
        readonly entitlement_ids: string[];
        /**
         * The line's share of the taxes that are added to the prices, in minor units. The share is 0 if the taxes are included
         * in the prices.
         */
        readonly added_tax_amount: number;
      })[]
    >(),
  taxes: column.json<RowOf<typeof taxColumns>[]>(),
  payment_ids: column.ids,
  /** The part of the payments that was not refunded, in minor units. Includes pending payments and excludes failed ones. */
  kept_amount: column.integer,
  /** Whether the sale has payments other than deposits, excluding failed ones. */
  has_payments: column.flag,
};

export type SaleRow = RowOf<typeof saleColumns>;
export type LineRow = SaleRow["lines"][number];
export type NewLine = ValuesOf<typeof saleLines.columns>;

/** A sale with its lines, its taxes, and the ids and sum of its payments, excluding failed ones. */
const selectSale = `select ${list(own, "sales")},
     coalesce(
       (
         select jsonb_agg(
           jsonb_build_object(${Object.keys(lineColumns)
             .map((name) => `'${name}', line.${name}`)
             .join(", ")}, 'entitlement_ids', array(
               select entitlement.id
               from ${entitlementsView} as entitlement
               where entitlement.business_id = line.business_id
                 and entitlement.sale_id = line.sale_id
                 and entitlement.sale_line_id = line.id
               order by entitlement.id
             ), 'added_tax_amount', case when tax.included then 0 else line.tax_amount end)
           order by line.position
         )
         from sale_lines as line
         left join sale_taxes as tax
           on tax.business_id = line.business_id
           and tax.sale_id = line.sale_id
           and tax.tax_rate_id = line.tax_rate_id
         where line.business_id = sales.business_id
           and line.sale_id = sales.id
       ),
       '[]'
     ) as lines,
     coalesce(
       (
         select jsonb_agg(
           jsonb_build_object(${Object.keys(taxColumns)
             .map((name) => `'${name}', tax.${name}`)
             .join(", ")})
           order by tax.position
         )
         from sale_taxes as tax
         where tax.business_id = sales.business_id
           and tax.sale_id = sales.id
       ),
       '[]'
     ) as taxes,
     array(
       select payment.id
       from ${paymentsView} as payment
       where payment.business_id = sales.business_id
         and payment.sale_id = sales.id
         and payment.status <> 'failed'
       order by payment.created_at, payment.id
     ) as payment_ids,
     (
       select coalesce(sum(payment.amount - payment.refunded_amount), 0)::bigint
       from ${paymentsView} as payment
       where payment.business_id = sales.business_id
         and payment.sale_id = sales.id
         and payment.status <> 'failed'
     ) as kept_amount,
     exists (
       select
       from ${paymentsView} as payment
       where payment.business_id = sales.business_id
         and payment.sale_id = sales.id
         and payment.status <> 'failed'
         and payment.kind <> 'deposit'
     ) as has_payments
   from sales`;

/**
 * A sale. If `$ownStaffId` is not null, the sale must belong to one of that staff member's appointments or to no appointment.
 */
export const findSale = statement({
  name: "sales_find",
  params: { ...params, ownStaffId: column.nullable(column.id) },
  columns: saleColumns,
  sql: `${selectSale}
        where sales.business_id = $businessId
          and sales.id = $saleId
          and ${ownAppointments.ownAppointmentCondition("sales", "$ownStaffId")}`,
});

/** Locks a sale before it is paid, refunded, voided or completed. Its payments are read in a later statement. */
export const lockSaleRow = selectWhere("sales_lock", sales, {
  columns: pick(own, "id"),
  where: { businessId: "business_id", saleId: "id" },
  ending: "for no key update",
});

export const listSales = statement({
  name: "sales_list",
  params: moneyParams,
  columns: saleColumns,
  sql: moneyList("sales", { select: selectSale, columns: saleColumns, json: "lines" }),
});

/** The sale (`$kind` = `sale`) or the fee (`fee`) of an appointment, unless it is voided. The appointment must be locked. */
export const findSaleOfAppointment = statement({
  name: "sales_find_of_appointment",
  params: { businessId: column.id, appointmentId: column.id, kind: own.kind },
  columns: pick(own, "id"),
  sql: `select id
        from sales
        where business_id = $businessId
          and appointment_id = $appointmentId
          and kind = $kind
          and status <> 'voided'`,
});

/** The amount of an appointment's deposits that was kept as a fee, in minor units. */
export const keptOfDeposits = statement({
  name: "sales_kept_of_deposits",
  params: { businessId: column.id, appointmentId: column.id },
  columns: { kept_amount: column.integer },
  sql: `select coalesce(sum(deposit.kept_amount), 0)::bigint as kept_amount
        from ${depositsView} as deposit
        where deposit.business_id = $businessId
          and deposit.appointment_id = $appointmentId`,
});

/** The sum of an appointment's held deposits, in minor units. A sale of the appointment uses these deposits as payments. */
export const heldByDeposits = statement({
  name: "sales_held_by_deposits",
  params: { businessId: column.id, appointmentId: column.id },
  columns: { amount: column.integer },
  sql: `select coalesce(sum(payment.amount - payment.refunded_amount), 0)::bigint as amount
        from ${depositsView} as deposit
        join ${paymentsView} as payment
          on payment.business_id = deposit.business_id
          and payment.id = deposit.payment_id
        where deposit.business_id = $businessId
          and deposit.appointment_id = $appointmentId
          and deposit.status = 'held'`,
});

export const insertSale = insertInto("sales_insert", sales);
export const insertLines = insertRows("sales_insert_lines", saleLines);

export const deleteLines = deleteWhere("sales_delete_lines", saleLines, "business_id", "sale_id");
export const deleteTaxes = deleteWhere("sales_delete_taxes", saleTaxes, "business_id", "sale_id");

export const replaceSaleRow = updateRow(
  "sales_replace",
  sales,
  pick(
    sales.columns,
    "location_id",
    "client_id",
    "promotion_id",
    "subtotal_amount",
    "discount_amount",
    "tax_amount",
    "tip_amount",
    "total_amount",
    "updated_at",
  ),
);

export const repriceSaleRow = updateRow(
  "sales_reprice",
  sales,
  pick(
    sales.columns,
    "promotion_id",
    "subtotal_amount",
    "discount_amount",
    "tax_amount",
    "total_amount",
    "updated_at",
  ),
);

export const updateLineAmounts = updateRow(
  "sales_update_line_amounts",
  saleLines,
  pick(saleLines.columns, "sale_id", "discounted_amount", "tax_amount", "redeemed"),
);

export const retaxSaleRow = updateRow(
  "sales_retax",
  sales,
  pick(sales.columns, "tax_amount", "total_amount", "updated_at"),
);

/** Writes the base and amount of each tax of a sale. The copied terms of the rates do not change. */
export const writeTaxes = insertRows(
  "sales_write_taxes",
  saleTaxes,
  saleTaxes.columns,
  `on conflict on constraint sale_taxes_pkey
   do update set base_amount = excluded.base_amount, tax_amount = excluded.tax_amount`,
);

export const updateItemLine = updateRow(
  "sales_update_item_line",
  saleLines,
  pick(
    saleLines.columns,
    "sale_id",
    "description",
    "unit_amount",
    "total_amount",
    "discounted_amount",
    "service_id",
    "staff_id",
    "tax_rate_id",
    "tax_amount",
    "redeemed",
  ),
);

export const updateSaleClient = updateRow("sales_update_client", sales, pick(sales.columns, "client_id"));

export const deleteLine = deleteWhere("sales_delete_line", saleLines, "business_id", "sale_id", "id");

export const completeSaleRow = updateRow(
  "sales_complete",
  sales,
  pick(own, "status", "completed_at", "receipt_number", "updated_at"),
);

/**
 * Increments the counter of receipt numbers and returns the next number. The counter's row stays locked until the transaction ends, so that
 * numbers are consecutive.
 */
export const takeReceiptNumber = statement({
  name: "sales_take_receipt_number",
  params: { businessId: column.id },
  columns: pick(receiptNumbers.columns, "last_number"),
  sql: `insert into receipt_numbers (business_id, last_number)
        values ($businessId, 1)
        on conflict on constraint receipt_numbers_pkey
        do update set last_number = receipt_numbers.last_number + 1
        returning last_number`,
});

export const voidSaleRow = updateRow(
  "sales_void",
  sales,
  pick(sales.columns, "status", "voided_at", "updated_at"),
);

/** Sets `updated_at` of a sale after a payment. */
export const touchSale = updateRow("sales_touch", sales, pick(own, "updated_at"));

export const moveSaleRows = updateWhere("sales_move", sales, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

const serviceColumns = {
  id: column.id,
  name: column.text,
  price_amount: column.integer,
  active: column.flag,
  tax_rate_id: column.nullable(column.id),
  /** The prices of staff members that differ from `price_amount`, by staff id. */
  staff_prices: column.json<Record<string, number>>(),
};

export type ServiceRow = RowOf<typeof serviceColumns>;

/** The services with these ids, including archived ones. */
export const listServices = statement({
  name: "sales_list_services",
  params: { businessId: column.id, ids: column.ids },
  columns: serviceColumns,
  sql: `select service.id, service.name, service.price_amount, service.active, service.tax_rate_id,
          coalesce(
            (
              select jsonb_object_agg(performer.staff_id, performer.price_amount)
              from ${serviceStaffView} as performer
              where performer.business_id = service.business_id
                and performer.service_id = service.id
                and performer.price_amount is not null
            ),
            '{}'
          ) as staff_prices
        from ${servicesView} as service
        where service.business_id = $businessId
          and service.id = any($ids)`,
});

/** The staff members with these ids, including former ones. */
export const listStaff = statement({
  name: "sales_list_staff",
  params: { businessId: column.id, ids: column.ids },
  columns: { id: column.id },
  sql: `select id
        from ${staffMembers} as staff
        where business_id = $businessId
          and id = any($ids)`,
});

/**
 * Locks the settings in shared mode. Waits for a transaction that is changing the settings, and makes later changes wait until this
 * transaction ends.
 */
export const lockSnapshotVersion = statement({
  name: "sales_lock_snapshot_version",
  params: { businessId: column.id },
  columns: { snapshot_version: column.integer },
  sql: `select snapshot_version
        from ${calendarsView} as calendar
        where business_id = $businessId
        for share`,
});

/** A page of the sales to a client, oldest first, starting after the given row (null for the first page). */
export const listSalesOfClient = statement({
  name: "sales_list_of_client",
  params: { businessId: column.id, clientId: column.id, ...pageParams },
  columns: saleColumns,
  sql: `select ${list(saleColumns)}
        from ${withinPageBytes(
          `${selectSale}
           where sales.business_id = $businessId
             and sales.client_id = $clientId
             and ($afterAt is null or (sales.created_at, sales.id) > ($afterAt, $afterId))
           order by sales.created_at, sales.id
           limit $limit`,
          "created_at, id",
          jsonBytesOf("lines"),
        )} as sale
        order by created_at, id`,
});
