import { column, statement } from "../../../platform/database/index.ts";
import { servicesView, staffMembers, timeOffView } from "../../../tables/business.ts";
import {
  depositsView,
  entitlementsView,
  paymentsView,
  refundsView,
  refundTaxesView,
  saleLinesView,
  salesView,
  saleTaxesView,
  walletEntriesView,
} from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

/** The parameters of all reports of a period. */
export const params = {
  businessId: column.id,
  locationId: column.nullable(column.id),
  fromAt: column.instant,
  untilAt: column.instant,
};
/** The parameters of reports with a row for each day. */
export const byDay = { ...params, dayStarts: column.instants };
const { integer } = column;

/**
 * The condition for completed sales. Includes sales that were voided later, because the reports count their refunds on the day of the
 * refund.
 */
const completed = `sale.business_id = $businessId
          and sale.completed_at >= $fromAt
          and sale.completed_at < $untilAt
          and ($locationId is null or sale.location_id = $locationId)`;
const paid = `payment.business_id = $businessId
          and payment.paid_at >= $fromAt
          and payment.paid_at < $untilAt
          and payment.status not in ('pending', 'failed')
          and ($locationId is null or payment.location_id = $locationId)`;
const refunded = `refund.business_id = $businessId
          and refund.created_at >= $fromAt
          and refund.created_at < $untilAt
          and refund.status = 'succeeded'
          and ($locationId is null or payment.location_id = $locationId)`;
const refundedPayments = `${refundsView} as refund
        join ${paymentsView} as payment
          on payment.business_id = refund.business_id
          and payment.id = refund.payment_id`;

export const salesByDay = statement({
  name: "reports_sales_by_day",
  plansForValues: true,
  params: byDay,
  columns: {
    day: integer,
    sales: integer,
    subtotal: integer,
    discount: integer,
    tax: integer,
    tips: integer,
    total: integer,
  },
  sql: `select width_bucket(sale.completed_at, $dayStarts) as day, count(*) as sales,
          sum(sale.subtotal_amount)::bigint as subtotal, sum(sale.discount_amount)::bigint as discount,
          sum(sale.tax_amount)::bigint as tax, sum(sale.tip_amount)::bigint as tips,
          sum(sale.total_amount)::bigint as total
        from ${salesView} as sale
        where ${completed}
        group by day`,
});

export const paymentsByDay = statement({
  name: "reports_payments_by_day",
  plansForValues: true,
  params: byDay,
  columns: { day: integer, taken: integer },
  sql: `select width_bucket(payment.paid_at, $dayStarts) as day, sum(payment.amount)::bigint as taken
        from ${paymentsView} as payment
        where ${paid}
        group by day`,
});

export const refundsByDay = statement({
  name: "reports_refunds_by_day",
  plansForValues: true,
  params: byDay,
  columns: { day: integer, refunded: integer },
  sql: `select width_bucket(refund.created_at, $dayStarts) as day, sum(refund.amount)::bigint as refunded
        from ${refundedPayments}
        where ${refunded}
        group by day`,
});

export const appointmentsByDay = statement({
  name: "reports_appointments_by_day",
  plansForValues: true,
  params: byDay,
  columns: { day: integer, appointments: integer, completed: integer, cancelled: integer, no_shows: integer },
  sql: `select width_bucket(appointment.starts_at, $dayStarts) as day,
          count(*) filter (where appointment.status in ('requested', 'booked', 'arrived', 'completed')) as appointments,
          count(*) filter (where appointment.status = 'completed') as completed,
          count(*) filter (where appointment.status in ('cancelled', 'declined')) as cancelled,
          count(*) filter (where appointment.status = 'no_show') as no_shows
        from ${appointmentsView} as appointment
        where appointment.business_id = $businessId
          and appointment.starts_at >= $fromAt
          and appointment.starts_at < $untilAt
          and ($locationId is null or appointment.location_id = $locationId)
        group by day`,
});

export const paymentsByMethod = statement({
  name: "reports_payments_by_method",
  plansForValues: true,
  params,
  columns: { method: column.text, payments: integer, taken: integer, tips: integer, refunded: integer },
  sql: `select method, sum(payments)::bigint as payments, sum(taken)::bigint as taken, sum(tips)::bigint as tips,
          sum(refunded)::bigint as refunded
        from (
          select payment.method, count(*) as payments, sum(payment.amount) as taken, sum(payment.tip_amount) as tips,
            0 as refunded
          from ${paymentsView} as payment
          where ${paid}
          group by payment.method
          union all
          select payment.method, 0, 0, 0, sum(refund.amount)
          from ${refundedPayments}
          where ${refunded}
          group by payment.method
        ) as moved
        group by method
        order by method collate "C"`,
});

export const taxesByRate = statement({
  name: "reports_taxes_by_rate",
  plansForValues: true,
  params,
  columns: {
    rate_id: column.id,
    name: column.text,
    thousandths: integer,
    included: column.flag,
    base: integer,
    tax: integer,
    refunded_base: integer,
    refunded_tax: integer,
  },
  sql: `select tax_rate_id as rate_id, name, percent_thousandths as thousandths, included, sum(base)::bigint as base,
          sum(tax)::bigint as tax, sum(refunded_base)::bigint as refunded_base, sum(refunded_tax)::bigint as refunded_tax
        from (
          select tax.tax_rate_id, tax.name, tax.percent_thousandths, tax.included, sum(tax.base_amount) as base,
            sum(tax.tax_amount) as tax, 0 as refunded_base, 0 as refunded_tax
          from ${salesView} as sale
          join ${saleTaxesView} as tax on tax.business_id = sale.business_id and tax.sale_id = sale.id
          where ${completed}
          group by tax.tax_rate_id, tax.name, tax.percent_thousandths, tax.included
          union all
          select tax.tax_rate_id, tax.name, tax.percent_thousandths, tax.included, 0, 0, sum(back.base_amount),
            sum(back.tax_amount)
          from ${refundedPayments}
          join ${refundTaxesView} as back on back.business_id = refund.business_id and back.refund_id = refund.id
          join ${saleTaxesView} as tax
            on tax.business_id = back.business_id
            and tax.sale_id = back.sale_id
            and tax.tax_rate_id = back.tax_rate_id
          where ${refunded}
          group by tax.tax_rate_id, tax.name, tax.percent_thousandths, tax.included
        ) as applied
        group by tax_rate_id, name, percent_thousandths, included
        order by name collate "C", percent_thousandths, tax_rate_id, included`,
});

export const linesByStaff = statement({
  name: "reports_lines_by_staff",
  plansForValues: true,
  params,
  columns: {
    staff_id: column.nullable(column.id),
    services_sold: integer,
    services_amount: integer,
    products_amount: integer,
    other_amount: integer,
  },
  sql: `select line.staff_id,
          coalesce(sum(line.quantity) filter (where line.kind = 'service'), 0)::bigint as services_sold,
          coalesce(sum(line.total_amount - line.discounted_amount) filter (where line.kind = 'service'), 0)::bigint
            as services_amount,
          coalesce(sum(line.total_amount - line.discounted_amount) filter (where line.kind = 'product'), 0)::bigint
            as products_amount,
          coalesce(
            sum(line.total_amount - line.discounted_amount) filter (where line.kind not in ('service', 'product')), 0
          )::bigint as other_amount
        from ${salesView} as sale
        join ${saleLinesView} as line on line.business_id = sale.business_id and line.sale_id = sale.id
        where ${completed}
          and line.kind <> 'discount'
        group by line.staff_id`,
});

/** All staff members of the business, by position. */
export const listStaff = statement({
  name: "reports_list_staff",
  params: { businessId: column.id },
  columns: { id: column.id, display_name: column.text },
  sql: `select id, display_name
        from ${staffMembers} as staff
        where business_id = $businessId
        order by position, id`,
});

/** The number of appointment items and booked minutes of each staff member between two local dates, both inclusive. */
export const bookedByStaff = statement({
  name: "reports_booked_by_staff",
  plansForValues: true,
  params: { businessId: column.id, firstOn: column.date, lastOn: column.date },
  columns: { staff_id: column.id, booked: integer, booked_minutes: integer },
  sql: `select item.staff_id, count(*) as booked, sum(item.duration_minutes)::bigint as booked_minutes
        from ${appointmentItemsView} as item
        where item.business_id = $businessId
          and item.starts_on between $firstOn and $lastOn
          and item.takes_time
        group by item.staff_id`,
});

/** Like `bookedByStaff`, but for one location. */
export const bookedByStaffAt = statement({
  name: "reports_booked_by_staff_at",
  plansForValues: true,
  params: { businessId: column.id, locationId: column.id, firstOn: column.date, lastOn: column.date },
  columns: { staff_id: column.id, booked: integer, booked_minutes: integer },
  sql: `select item.staff_id, count(*) as booked, sum(item.duration_minutes)::bigint as booked_minutes
        from ${appointmentItemsView} as item
        join ${appointmentsView} as appointment
          on appointment.business_id = item.business_id
          and appointment.id = item.appointment_id
        where item.business_id = $businessId
          and item.starts_on between $firstOn and $lastOn
          and item.takes_time
          and appointment.location_id = $locationId
        group by item.staff_id`,
});

export const timeOffBetween = statement({
  name: "reports_time_off",
  plansForValues: true,
  params: { businessId: column.id, fromAt: column.instant, untilAt: column.instant },
  columns: { staff_id: column.id, starts_at: column.instant, ends_at: column.instant },
  sql: `select staff_id, starts_at, ends_at
        from ${timeOffView} as away
        where business_id = $businessId
          and starts_at < $untilAt
          and ends_at > $fromAt`,
});

export const linesByService = statement({
  name: "reports_lines_by_service",
  plansForValues: true,
  params,
  columns: {
    service_id: column.id,
    name: column.text,
    quantity: integer,
    amount: integer,
    discount: integer,
  },
  sql: `select service.id as service_id, service.name, sold.quantity, sold.amount, sold.discount
        from (
          select line.service_id, sum(line.quantity)::bigint as quantity,
            sum(line.total_amount - line.discounted_amount)::bigint as amount,
            sum(line.discounted_amount)::bigint as discount
          from ${salesView} as sale
          join ${saleLinesView} as line on line.business_id = sale.business_id and line.sale_id = sale.id
          where ${completed}
            and line.kind = 'service'
          group by line.service_id
        ) as sold
        join ${servicesView} as service on service.business_id = $businessId and service.id = sold.service_id
        order by sold.amount desc, service.id`,
});

/**
 * The clients with the highest sums of sales. All sales without a client form one row. Each row also contains the total number of clients
 * and the number of new clients.
 */
export const salesByClient = statement({
  name: "reports_sales_by_client",
  plansForValues: true,
  params: { ...params, limit: column.integer },
  columns: {
    client_id: column.nullable(column.id),
    name: column.nullable(column.text),
    sales: integer,
    amount: integer,
    clients: integer,
    new_clients: integer,
  },
  sql: `with bought as (
          select sale.client_id, count(*) as sales, sum(sale.total_amount)::bigint as amount
          from ${salesView} as sale
          where ${completed}
          group by sale.client_id
        ),
        earlier as (
          select bought.client_id
          from bought
          where exists (
            select
            from ${salesView} as sale
            where sale.business_id = $businessId
              and sale.client_id = bought.client_id
              and sale.completed_at < $fromAt
          )
        )
        select bought.client_id,
          (
            select concat_ws(' ', client.first_name, client.last_name)
            from ${clientsView} as client
            where client.business_id = $businessId
              and client.id = bought.client_id
              and client.erased_at is null
          ) as name,
          bought.sales, bought.amount,
          (select count(client_id) from bought) as clients,
          (select count(client_id) from bought) - (select count(*) from earlier) as new_clients
        from bought
        order by bought.amount desc, bought.client_id
        limit $limit`,
});

/**
 * The balances of all entitlements at the end of the period, by kind. The amount is the balance for gift cards, the unused part of
 * the price for packages, and 0 for memberships.
 */
export const balances = statement({
  name: "reports_balances",
  plansForValues: true,
  params: { businessId: column.id, untilAt: column.instant },
  columns: { kind: column.text, entitlements: integer, units: integer, amount: integer },
  sql: `select held.kind, count(*) as entitlements,
          sum(case when held.kind = 'gift_card' then 0 else held.balance end)::bigint as units,
          sum(
            case held.kind
              when 'gift_card' then held.balance
              when 'package' then round(
                (line.total_amount - line.discounted_amount)::numeric * held.balance / (line.quantity * held.total)
              )
              else 0
            end
          )::bigint as amount
        from (
          select entitlement.kind, entitlement.sale_id, entitlement.sale_line_id, entitlement.total,
            (
              select entry.balance_after
              from ${walletEntriesView} as entry
              where entry.business_id = entitlement.business_id
                and entry.entitlement_id = entitlement.id
                and entry.created_at < $untilAt
              order by entry.number desc
              limit 1
            ) as balance
          from ${entitlementsView} as entitlement
          where entitlement.business_id = $businessId
            and entitlement.created_at < $untilAt
        ) as held
        left join ${saleLinesView} as line
          on line.business_id = $businessId
          and line.sale_id = held.sale_id
          and line.id = held.sale_line_id
        where held.balance > 0
        group by held.kind
        order by held.kind collate "C"`,
});

/**
 * The number and sum of the deposits held at an instant. Excludes amounts that were refunded or kept as a fee, and deposits of
 * completed sales.
 */
export const openDeposits = statement({
  name: "reports_open_deposits",
  plansForValues: true,
  params: { businessId: column.id, untilAt: column.instant },
  columns: { deposits: integer, amount: integer },
  sql: `select count(*) as deposits, coalesce(sum(held.balance), 0)::bigint as amount
        from (
          select payment.amount
            - (
              select coalesce(sum(refund.amount), 0)
              from ${refundsView} as refund
              where refund.business_id = payment.business_id
                and refund.payment_id = payment.id
                and refund.status = 'succeeded'
                and refund.created_at < $untilAt
            )
            - case when deposit.kept_at < $untilAt then deposit.kept_amount else 0 end as balance
          from ${depositsView} as deposit
          join ${paymentsView} as payment
            on payment.business_id = deposit.business_id
            and payment.id = deposit.payment_id
          left join ${salesView} as sale
            on sale.business_id = payment.business_id
            and sale.id = payment.sale_id
          where deposit.business_id = $businessId
            and payment.paid_at < $untilAt
            and (sale.completed_at is null or sale.completed_at >= $untilAt)
        ) as held
        where held.balance > 0`,
});
