import {
  column,
  insertInto,
  insertRows,
  list,
  omit,
  pick,
  type RowOf,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { locationsView } from "../../../tables/business.ts";
import {
  dayClosingEntries,
  dayClosingMethods,
  dayClosings,
  payments,
  paymentsView,
  refundsView,
} from "../../../tables/checkout.ts";

const { columns } = dayClosings;
const methodColumns = omit(dayClosingMethods.columns, "business_id", "day_closing_id");
const closingColumns = {
  ...omit(columns, "business_id"),
  time_zone: column.text,
  methods: column.json<RowOf<typeof methodColumns>[]>(),
};
export type DayClosingRow = RowOf<typeof closingColumns>;

const selectClosing = `select ${list(omit(columns, "business_id"), "closing")}, location.time_zone,
     coalesce(
       (
         select jsonb_agg(
           jsonb_build_object(
             'method', m.method, 'taken_amount', m.taken_amount, 'refunded_amount', m.refunded_amount, 'counted_amount', m.counted_amount
           )
           order by m.method collate "C"
         )
         from day_closing_methods as m
         where m.business_id = closing.business_id
           and m.day_closing_id = closing.id
       ),
       '[]'
     ) as methods
   from day_closings as closing
   join ${locationsView} as location on location.business_id = closing.business_id and location.id = closing.location_id`;

export const findClosing = statement({
  name: "day_closings_find",
  params: { businessId: column.id, id: column.id },
  columns: closingColumns,
  sql: `${selectClosing}
        where closing.business_id = $businessId
          and closing.id = $id`,
});

/** A page of closings, newest first, starting after the given row (null for the first page). */
export const listClosings = statement({
  name: "day_closings_list",
  params: {
    businessId: column.id,
    locationId: column.nullable(column.id),
    fromAt: column.nullable(column.instant),
    untilAt: column.nullable(column.instant),
    beforeAt: column.nullable(column.instant),
    beforeId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: closingColumns,
  sql: `${selectClosing}
        where closing.business_id = $businessId
          and ($locationId is null or closing.location_id = $locationId)
          and ($fromAt is null or closing.closed_at >= $fromAt)
          and ($untilAt is null or closing.closed_at < $untilAt)
          and ($beforeAt is null or (closing.closed_at, closing.id) < ($beforeAt, $beforeId))
        order by closing.closed_at desc, closing.id desc
        limit $limit`,
});

export const findLocation = statement({
  name: "day_closings_find_location",
  params: { businessId: column.id, locationId: column.id },
  columns: pick(locationsView.columns, "id", "time_zone"),
  sql: `select id, time_zone
        from ${locationsView} as location
        where business_id = $businessId
          and id = $locationId`,
});

export const findPrevious = selectWhere("day_closings_find_previous", dayClosings, {
  columns: pick(columns, "closed_at"),
  where: { businessId: "business_id", locationId: "location_id" },
  ending: "order by closed_at desc, id desc limit 1",
});

const uncoveredColumns = {
  kind: dayClosingEntries.columns.kind,
  record_id: column.id,
  method: payments.columns.method,
  currency: column.text,
  amount: column.integer,
};
export type UncoveredRow = RowOf<typeof uncoveredColumns>;

/**
 * Those payments, refunds and reversals of a location that no closing covers. `$sinceAt` is well before the previous closing,
 * because a transaction with an earlier time may commit after that closing. Excludes rows that are already entries of a
 * closing.
 */
export const listUncovered = statement({
  name: "day_closings_list_uncovered",
  params: { businessId: column.id, locationId: column.id, sinceAt: column.nullable(column.instant) },
  columns: uncoveredColumns,
  sql: `with moved as (
          select 'payment' as kind, payment.id as record_id, payment.method, payment.currency, payment.amount
          from ${paymentsView} as payment
          where payment.business_id = $businessId
            and payment.location_id = $locationId
            and payment.paid_at is not null
            and payment.status not in ('pending', 'failed')
            and ($sinceAt is null or payment.paid_at >= $sinceAt)
          union all
          select case refund.status when 'succeeded' then 'refund' else 'reversal' end as kind,
            refund.id as record_id, payment.method, payment.currency, refund.amount
          from ${refundsView} as refund
          join ${paymentsView} as payment
            on payment.business_id = refund.business_id
            and payment.id = refund.payment_id
          where refund.business_id = $businessId
            and payment.location_id = $locationId
            and refund.status in ('succeeded', 'failed')
            and ($sinceAt is null or refund.updated_at >= $sinceAt)
            and (
              refund.status = 'succeeded'
              or exists (
                select
                from day_closing_entries as covered
                where covered.business_id = refund.business_id
                  and covered.record_id = refund.id
                  and covered.kind = 'refund'
              )
            )
        )
        select moved.kind, moved.record_id, moved.method, moved.currency, moved.amount
        from moved
        where not exists (
          select
          from day_closing_entries as covered
          where covered.business_id = $businessId
            and covered.record_id = moved.record_id
            and covered.kind = moved.kind
        )`,
});

export const insertClosing = insertInto("day_closings_insert", dayClosings);
export const insertMethods = insertRows("day_closings_insert_methods", dayClosingMethods);
export const insertEntries = insertRows("day_closings_insert_entries", dayClosingEntries);
