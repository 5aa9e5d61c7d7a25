import {
  column,
  insertInto,
  list,
  pageParams,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateWhere,
} from "../../../../platform/database/index.ts";
import { savedCards } from "../../../../tables/checkout.ts";

const { columns } = savedCards;
const byId = pick(columns, "business_id", "id");
const ofClient = { businessId: column.id, clientId: column.id };

export type CardRow = RowOf<typeof columns>;

export const insertCard = insertInto("saved_cards_insert", savedCards);

export const findCard = statement({
  name: "saved_cards_find",
  params: byId,
  columns,
  sql: `select ${list(columns)}
        from saved_cards
        where business_id = $business_id and id = $id`,
});

/** The active and pending cards of a client, newest first. */
export const listCards = statement({
  name: "saved_cards_list",
  params: { ...ofClient, limit: column.integer },
  columns,
  sql: `select ${list(columns)}
        from saved_cards
        where business_id = $businessId
          and client_id = $clientId
          and status in ('pending', 'active')
        order by created_at desc, id desc
        limit $limit`,
});

/** The card that a client saved with the booking of an appointment. */
export const findCardOfAppointment = selectWhere("saved_cards_find_of_appointment", savedCards, {
  where: { businessId: "business_id", appointmentId: "appointment_id" },
  ending: "and status = 'active' order by created_at desc, id desc limit 1",
});

/**
 * A page of all cards of a client, including removed ones, oldest first, starting after the given row (null for the first
 * page).
 */
export const listCardsOfClient = statement({
  name: "saved_cards_list_of_client",
  params: { ...ofClient, ...pageParams },
  columns,
  sql: `select ${list(columns)}
        from saved_cards
        where business_id = $businessId
          and client_id = $clientId
          and ($afterAt is null or (created_at, id) > ($afterAt, $afterId))
        order by created_at, id
        limit $limit`,
});

/** Stores the card that the provider has saved. Returns no row if the card is no longer pending. */
export const setSaved = statement({
  name: "saved_cards_set_saved",
  params: {
    ...byId,
    customerId: column.text,
    methodId: column.text,
    brand: column.text,
    last4: column.text,
    expMonth: column.integer,
    expYear: column.integer,
    now: column.instant,
  },
  columns: pick(columns, "id"),
  sql: `update saved_cards
        set status = 'active', provider_customer_id = $customerId, provider_method_id = $methodId, brand = $brand,
          last4 = $last4, exp_month = $expMonth, exp_year = $expYear, updated_at = $now
        where business_id = $business_id
          and id = $id
          and status = 'pending'
        returning id`,
});

/** Sets the final status of a pending card that the provider has rejected, or of a card that was deleted at the provider. */
export const setEnded = statement({
  name: "saved_cards_set_ended",
  params: { ...byId, from: columns.status, to: columns.status, now: column.instant },
  sql: `update saved_cards
        set status = $to, provider_customer_id = null, provider_method_id = null, updated_at = $now
        where business_id = $business_id
          and id = $id
          and status = $from`,
});

/**
 * Stores the provider's customer of a card that was removed while the provider saved it, so that a background job deletes the
 * customer.
 */
export const setCustomer = statement({
  name: "saved_cards_set_customer",
  params: { ...byId, customerId: column.text, now: column.instant },
  sql: `update saved_cards
        set status = 'removing', provider_customer_id = $customerId, updated_at = $now
        where business_id = $business_id
          and id = $id
          and status in ('removing', 'removed')`,
});

/**
 * Marks the cards of clients as removed. A later request deletes the cards at the provider. If `$id` is not null, marks only
 * that card.
 */
export const removeCards = statement({
  name: "saved_cards_remove",
  params: {
    businessId: column.id,
    clientIds: column.ids,
    id: column.nullable(column.id),
    now: column.instant,
  },
  columns: pick(columns, "id"),
  sql: `update saved_cards
        set status = 'removing', brand = null, last4 = null, exp_month = null, exp_year = null, removed_at = $now,
          updated_at = $now
        where business_id = $businessId
          and client_id = any($clientIds)
          and ($id is null or id = $id)
          and status in ('pending', 'active')
        returning id`,
});

export const eraseConsents = statement({
  name: "saved_cards_erase_consents",
  params: { businessId: column.id, clientIds: column.ids },
  sql: `update saved_cards
        set consent_text = null
        where business_id = $businessId
          and client_id = any($clientIds)
          and consent_text is not null`,
});

export const moveCards = updateWhere("saved_cards_move", savedCards, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

/** Cards that must be saved or deleted at the provider and that have been waiting since before `$beforeAt`. */
export const listDueCards = statement({
  name: "saved_cards_list_due",
  params: { beforeAt: column.instant, limit: column.integer },
  columns: pick(columns, "business_id", "id"),
  sql: `select business_id, id
        from saved_cards
        where status in ('pending', 'removing')
          and updated_at <= $beforeAt
        order by updated_at, business_id, id
        limit $limit`,
});

/** Moves a card whose request failed to the end of the queue. */
export const postponeCard = statement({
  name: "saved_cards_postpone",
  params: { ...byId, now: column.instant },
  sql: `update saved_cards
        set updated_at = $now
        where business_id = $business_id
          and id = $id
          and status in ('pending', 'removing')`,
});
