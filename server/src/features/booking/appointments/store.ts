import {
  column,
  insertInto,
  pick,
  prefixed,
  type RowOf,
  statement,
} from "../../../platform/database/index.ts";
import { onlineBookings, waitlistEntriesView } from "../../../tables/booking.ts";
import { businessSettings, locationsView, policiesView, staffMembers } from "../../../tables/business.ts";
import { depositsView, paymentsView, savedCardsView } from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";
import type { PolicyTerms } from "../../business/policies/index.ts";

export const insertBooking = insertInto("online_bookings_insert", onlineBookings);

export const findByHold = statement({
  name: "online_bookings_find_by_hold",
  params: pick(onlineBookings.columns, "business_id", "hold_token_sha256"),
  columns: pick(onlineBookings.columns, "appointment_id"),
  sql: `select appointment_id
        from online_bookings
        where business_id = $business_id and hold_token_sha256 = $hold_token_sha256`,
});

interface ItemJson {
  readonly service_id: string;
  readonly service_name: string;
  readonly staff_id: string;
  readonly staff_name: string;
  /** Seconds since the epoch. */
  readonly starts: number;
  readonly duration_minutes: number;
  readonly price_amount: number;
}

const managedColumns = {
  ...pick(
    appointmentsView.columns,
    "id",
    "client_id",
    "status",
    "starts_at",
    "ends_at",
    "client_confirmed_at",
  ),
  ...prefixed(pick(businessSettings.columns, "name"), "business_"),
  ...pick(businessSettings.columns, "slug", "currency", "locale"),
  ...prefixed(pick(locationsView.columns, "id", "name", "email"), "location_"),
  ...pick(locationsView.columns, "address", "phone_e164", "time_zone", "published_at"),
  patch_test_at: clientsView.columns.patch_test_at,
  client_email: column.nullable(column.text),
  client_phone_e164: column.nullable(column.text),
  is_blocked: column.flag,
  items: column.json<readonly ItemJson[]>(),
  policy: column.nullable(column.json<PolicyTerms>()),
  auto_booked_at: column.nullable(column.instant),
  /** The sum of the held deposits and its refundable part, in minor units; null without a deposit. */
  deposit_amount: column.nullable(column.integer),
  returnable_amount: column.nullable(column.integer),
  saved_card: column.nullable(column.json<{ brand: string; last4: string }>()),
};

export type ManagedRow = RowOf<typeof managedColumns>;

/**
 * An appointment with the data for its client. Returns no row if the client is deleted, because the links of a deleted client are invalid
 * (contract §9).
 */
export const findManaged = statement({
  name: "online_bookings_find_managed",
  params: { businessId: column.id, appointmentId: column.id },
  columns: managedColumns,
  sql: `select
          appointment.id, appointment.client_id, appointment.status, appointment.starts_at, appointment.ends_at,
          appointment.client_confirmed_at,
          business.name as business_name, business.slug, business.currency,
          coalesce(
            (
              select language
              from online_bookings
              where business_id = appointment.business_id and appointment_id = appointment.id
            ),
            business.locale
          ) as locale,
          location.id as location_id, location.name as location_name, location.email as location_email,
          location.address, location.phone_e164, location.time_zone, location.published_at,
          client.patch_test_at, client.email as client_email, client.phone_e164 as client_phone_e164,
          client.online_booking_blocked_at is not null as is_blocked,
          (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'service_id', item.service_id, 'service_name', item.service_name, 'staff_id', item.staff_id,
                  'staff_name', member.display_name, 'starts', extract(epoch from item.starts_at),
                  'duration_minutes', item.duration_minutes, 'price_amount', item.price_amount
                )
                order by item.position, item.id
              ),
              '[]'
            )
            from ${appointmentItemsView} as item
            join ${staffMembers} as member on member.business_id = item.business_id and member.id = item.staff_id
            where item.business_id = appointment.business_id and item.appointment_id = appointment.id
          ) as items,
          (
            select to_jsonb(policy)
            from ${policiesView} as policy
            where policy.business_id = appointment.business_id and policy.version = appointment.policy_version
          ) as policy,
          (
            select max(entry.auto_booked_at)
            from ${waitlistEntriesView} as entry
            where entry.business_id = appointment.business_id and entry.appointment_id = appointment.id
          ) as auto_booked_at,
          deposit.amount as deposit_amount, deposit.returnable as returnable_amount,
          (
            select jsonb_build_object('brand', card.brand, 'last4', card.last4)
            from ${savedCardsView} as card
            where card.business_id = appointment.business_id
              and card.appointment_id = appointment.id
              and card.status = 'active'
            limit 1
          ) as saved_card
        from ${appointmentsView} as appointment
        join ${businessSettings} as business on business.id = appointment.business_id
        join ${locationsView} as location
          on location.business_id = appointment.business_id and location.id = appointment.location_id
        join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id
        cross join lateral (
          select sum(payment.amount - payment.refunded_amount)::bigint as amount,
            sum(case when payment.provider is null then 0 else payment.amount - payment.refunded_amount end)::bigint
              as returnable
          from ${depositsView} as held
          join ${paymentsView} as payment on payment.business_id = held.business_id and payment.id = held.payment_id
          where held.business_id = appointment.business_id
            and held.appointment_id = appointment.id
            and held.status <> 'failed'
            and payment.amount > payment.refunded_amount
        ) as deposit
        where appointment.business_id = $businessId
          and appointment.id = $appointmentId
          and client.deleted_at is null`,
});
