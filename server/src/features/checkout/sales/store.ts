import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import { ownAppointmentCondition } from "../../scheduling/appointments/index.ts";
import { moneyList } from "../money-lists/index.ts";
import { type LINE_KINDS, SALE_STATUSES } from "./schema.ts";

export interface LineRow {
  readonly id: string;
  readonly kind: (typeof LINE_KINDS)[number];
  readonly description: string;
  readonly quantity: number;
  readonly unit_amount: number;
  readonly total_amount: number;
  readonly discounted_amount: number;
  readonly service_id: string | null;
  readonly prepaid_product_id: string | null;
  readonly staff_id: string | null;
}

export const saleColumns = {
  id: column.id,
  location_id: column.id,
  client_id: column.nullable(column.id),
  appointment_id: column.nullable(column.id),
  kind: column.oneOf("sale", "fee"),
  status: column.oneOf(...SALE_STATUSES),
  currency: column.text,
  subtotal_amount: column.integer,
  discount_amount: column.integer,
  tax_amount: column.integer,
  tip_amount: column.integer,
  total_amount: column.integer,
  completed_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
  lines: column.json<LineRow[]>(),
  payment_ids: column.ids,
  kept_amount: column.integer,
};

export type SaleRow = RowOf<typeof saleColumns>;

/** The whole record of contract §3 in one statement. Failed payments are left out. */
const wholeSale = `select sales.id, sales.location_id, sales.client_id, sales.appointment_id, sales.kind, sales.status,
     sales.currency, sales.subtotal_amount, sales.discount_amount, sales.tax_amount, sales.tip_amount, sales.total_amount,
     sales.completed_at, sales.created_at, sales.updated_at,
     coalesce(
       (
         select jsonb_agg(
           jsonb_build_object(
             'id', l.id, 'kind', l.kind, 'description', l.description, 'quantity', l.quantity, 'unit_amount', l.unit_amount,
             'total_amount', l.total_amount, 'discounted_amount', l.discounted_amount, 'service_id', l.service_id,
             'prepaid_product_id', l.prepaid_product_id, 'staff_id', l.staff_id
           )
           order by l.position
         )
         from sale_lines l
         where l.business_id = sales.business_id
           and l.sale_id = sales.id
       ),
       '[]'
     ) as lines,
     array(
       select p.id
       from payments p
       where p.business_id = sales.business_id
         and p.sale_id = sales.id
         and p.status <> 'failed'
       order by p.created_at, p.id
     ) as payment_ids,
     (
       select coalesce(sum(p.amount - p.refunded_amount), 0)::bigint
       from payments p
       where p.business_id = sales.business_id
         and p.sale_id = sales.id
         and p.status <> 'failed'
     ) as kept_amount
   from sales`;

export const findSale = statement(
  "sales_find",
  saleColumns,
  `${wholeSale}
   where sales.business_id = $1
     and sales.id = $2
     and ${ownAppointmentCondition("sales", "$3")}`,
);

/** Payments, refunds, voiding and completing lock the sale first and read its payments in a later statement. */
export const lockSaleRow = statement(
  "sales_lock",
  { id: column.id },
  `select id
   from sales
   where business_id = $1
     and id = $2
   for no key update`,
);

export const listSales = statement(
  "sales_list",
  saleColumns,
  `${wholeSale}
   ${moneyList("sales")}`,
);

/** The sale or fee ($3) of an appointment that was not voided. The appointment must be locked. */
export const findSaleOfAppointment = statement(
  "sales_find_of_appointment",
  { id: column.id },
  `select id
   from sales
   where business_id = $1
     and appointment_id = $2
     and kind = $3
     and status <> 'voided'`,
);

export const insertSale = statement(
  "sales_insert",
  {},
  `insert into sales (
     business_id, id, location_id, client_id, appointment_id, kind, status, currency, promotion_id, subtotal_amount,
     discount_amount, tax_amount, tip_amount, total_amount, created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
);

export const insertLines = statement(
  "sales_insert_lines",
  {},
  `insert into sale_lines (
     business_id, sale_id, id, position, kind, description, quantity, unit_amount, total_amount, discounted_amount, service_id,
     prepaid_product_id, staff_id
   )
   select
     $1, $2, line.id, line.position, line.kind, line.description, line.quantity, line.unit_amount, line.total_amount,
     line.discounted_amount, line.service_id, line.prepaid_product_id, line.staff_id
   from jsonb_to_recordset($3::jsonb) as line (
     id uuid, position integer, kind text, description text, quantity integer, unit_amount bigint, total_amount bigint,
     discounted_amount bigint, service_id uuid, prepaid_product_id uuid, staff_id uuid
   )`,
);

export const completeSaleRow = statement(
  "sales_complete",
  {},
  `update sales
   set status = 'completed',
     completed_at = $3,
     updated_at = $3
   where business_id = $1
     and id = $2`,
);

export const voidSaleRow = statement(
  "sales_void",
  {},
  `update sales
   set status = 'voided',
     voided_at = $3,
     updated_at = $3
   where business_id = $1
     and id = $2`,
);

/** A payment changes `updated_at` of its sale. */
export const touchSale = statement(
  "sales_touch",
  {},
  `update sales
   set updated_at = $3
   where business_id = $1
     and id = $2`,
);

export const moveSaleRows = statement(
  "sales_move",
  {},
  `update sales
   set client_id = $3
   where business_id = $1
     and client_id = $2`,
);

const serviceColumns = {
  id: column.id,
  name: column.text,
  price_amount: column.integer,
  active: column.flag,
  staff_prices: column.json<Record<string, number>>(),
};

export type ServiceRow = RowOf<typeof serviceColumns>;

/** The services that lines name, archived ones included, with the prices of their staff members. */
export const listServices = statement(
  "sales_list_services",
  serviceColumns,
  `select s.id, s.name, s.price_amount, s.active,
     coalesce(
       (
         select jsonb_object_agg(w.staff_id, w.price_amount)
         from service_staff w
         where w.business_id = s.business_id
           and w.service_id = s.id
           and w.price_amount is not null
       ),
       '{}'
     ) as staff_prices
   from services s
   where s.business_id = $1
     and s.id = any ($2)`,
);

/** Those of the given staff members that the business has or had. */
export const listStaff = statement(
  "sales_list_staff",
  { id: column.id },
  `select id
   from staff
   where business_id = $1
     and id = any ($2)`,
);

/** Waits for a transaction that changes the settings, and makes later ones wait until this one ends. */
export const findSnapshotVersion = statement(
  "sales_lock_snapshot_version",
  { snapshot_version: column.integer },
  `select snapshot_version
   from calendars
   where business_id = $1
   for share`,
);

/** All sales to a client, oldest first. */
export const listSalesOfClient = statement(
  "sales_list_of_client",
  saleColumns,
  `${wholeSale}
   where sales.business_id = $1
     and sales.client_id = $2
   order by sales.created_at, sales.id`,
);
