import {
  column,
  deleteSome,
  insertInto,
  list,
  pick,
  type RowOf,
  statement,
} from "../../../platform/database/index.ts";
import { holdPayments } from "../../../tables/booking.ts";

const { columns } = holdPayments;
const byHold = pick(columns, "business_id", "hold_id");

export type HoldPaymentRow = RowOf<typeof columns>;

export const insertHoldPayment = insertInto("hold_payments_insert", holdPayments);

export const findHoldPayment = statement({
  name: "hold_payments_find",
  params: byHold,
  columns,
  sql: `select ${list(columns)}
        from hold_payments
        where business_id = $business_id and hold_id = $hold_id`,
});

export const findByToken = statement({
  name: "hold_payments_find_by_token",
  params: pick(columns, "business_id", "token_sha256"),
  columns,
  sql: `select ${list(columns)}
        from hold_payments
        where business_id = $business_id and token_sha256 = $token_sha256`,
});

/** Locks the payment of a hold. The caller must first lock the hold, if the hold exists. */
export const lockHoldPayment = statement({
  name: "hold_payments_lock",
  params: byHold,
  columns,
  sql: `select ${list(columns)}
        from hold_payments
        where business_id = $business_id and hold_id = $hold_id
        for update`,
});

/** Stores a new attempt, which has no provider id yet, or the latest booking of the current attempt. */
export const updateAttempt = statement({
  name: "hold_payments_update_attempt",
  params: {
    ...pick(
      columns,
      "business_id",
      "hold_id",
      "status",
      "amount",
      "attempt",
      "provider_payment_id",
      "provider_checkout_id",
      "booking",
      "expires_at",
      "saves_card",
    ),
    now: column.instant,
  },
  sql: `update hold_payments
        set status = $status,
          amount = $amount,
          saves_card = $saves_card,
          attempt = $attempt,
          provider_payment_id = $provider_payment_id,
          provider_checkout_id = $provider_checkout_id,
          booking = $booking,
          expires_at = $expires_at,
          updated_at = $now
        where business_id = $business_id and hold_id = $hold_id`,
});

/** Stores the provider's ids of an attempt. Returns no row if a later attempt has begun or the row is no longer open. */
export const setProviderIds = statement({
  name: "hold_payments_set_provider_ids",
  params: {
    ...pick(columns, "business_id", "hold_id", "attempt", "provider_payment_id", "provider_checkout_id"),
    now: column.instant,
  },
  columns: pick(columns, "hold_id"),
  sql: `update hold_payments
        set provider_payment_id = $provider_payment_id,
          provider_checkout_id = $provider_checkout_id,
          updated_at = $now
        where business_id = $business_id
          and hold_id = $hold_id
          and attempt = $attempt
          and status = 'open'
        returning hold_id`,
});

/** Sets the status of a payment that is no longer open and deletes its stored booking. */
export const setStatus = statement({
  name: "hold_payments_set_status",
  params: { ...pick(columns, "business_id", "hold_id", "status"), now: column.instant },
  sql: `update hold_payments
        set status = $status, booking = null, updated_at = $now
        where business_id = $business_id and hold_id = $hold_id`,
});

/** Marks an attempt as released after the provider has cancelled it, unless the payment has been started again. */
export const markReleased = statement({
  name: "hold_payments_mark_released",
  params: { ...pick(columns, "business_id", "hold_id", "attempt"), now: column.instant },
  sql: `update hold_payments
        set status = 'released', updated_at = $now
        where business_id = $business_id and hold_id = $hold_id and attempt = $attempt and status = 'ending'`,
});

/** The payments of holds that expire by `untilAt`, earliest first: open payments and payments whose authorisation must be cancelled. */
export const listDue = statement({
  name: "hold_payments_list_due",
  params: { untilAt: column.instant, limit: column.integer },
  columns: pick(columns, "business_id", "hold_id"),
  sql: `select business_id, hold_id
        from hold_payments
        where status in ('open', 'ending')
          and expires_at <= $untilAt
        order by expires_at, business_id, hold_id
        limit $limit`,
});

export const deleteEnded = deleteSome("hold_payments_delete_ended", {
  from: holdPayments,
  key: ["business_id", "hold_id"],
  params: { beforeAt: column.instant },
  where: "status in ('booked', 'released') and updated_at < $beforeAt",
  by: "updated_at",
});
