import {
  column,
  deleteSome,
  insertInto,
  pick,
  type RowOf,
  statement,
} from "../../../platform/database/index.ts";
import { visitorCodes, visitors } from "../../../tables/booking.ts";
import { clientsView } from "../../../tables/clients.ts";

export const insertCode = insertInto("visitor_codes_insert", visitorCodes);

/**
 * Counts an attempt to enter a code, whether the code is right or wrong. Concurrent attempts wait for the row lock, so that each is
 * counted.
 */
export const countTry = statement({
  name: "visitor_codes_count_try",
  params: pick(visitorCodes.columns, "business_id", "id"),
  columns: pick(visitorCodes.columns, "email", "phone_e164", "code_hmac", "tries", "used_at", "expires_at"),
  sql: `update visitor_codes
        set tries = least(tries + 1, 100)
        where business_id = $business_id and id = $id
        returning email, phone_e164, code_hmac, tries, used_at, expires_at`,
});

/** Marks a code as used. Returns no row if a concurrent request has used it. */
export const useCode = statement({
  name: "visitor_codes_use",
  params: { ...pick(visitorCodes.columns, "business_id", "id"), now: column.instant },
  columns: pick(visitorCodes.columns, "id"),
  sql: `update visitor_codes
        set used_at = $now
        where business_id = $business_id and id = $id and used_at is null
        returning id`,
});

export const insertVisitor = insertInto("visitors_insert", visitors);

export const findVisitor = statement({
  name: "visitors_find",
  params: { ...pick(visitors.columns, "business_id", "token_sha256"), now: column.instant },
  columns: pick(visitors.columns, "email", "phone_e164"),
  sql: `select email, phone_e164
        from visitors
        where business_id = $business_id and token_sha256 = $token_sha256 and expires_at > $now`,
});

/** Locks all tokens of a contact, so that concurrent requests of one visitor run one after another. */
export const lockVisitorsOf = statement({
  name: "visitors_lock_of_contact",
  params: pick(visitors.columns, "business_id", "email", "phone_e164"),
  columns: pick(visitors.columns, "token_sha256"),
  sql: `select token_sha256
        from visitors
        where business_id = $business_id
          and (email = $email or phone_e164 = $phone_e164)
        order by token_sha256
        for update`,
});

const personColumns = {
  ...pick(clientsView.columns, "id", "first_name", "patch_test_at"),
  is_blocked: column.flag,
};

/** A client with the visitor's e-mail address or phone number. */
export type Person = RowOf<typeof personColumns>;

/**
 * The clients with an e-mail address or phone number, which family members may share. The limit keeps the response small; further clients
 * must book as new clients.
 */
const listPeopleWith = (name: string, condition: string) =>
  statement({
    name,
    params: { businessId: column.id, contact: column.text },
    columns: personColumns,
    sql: `select id, first_name, patch_test_at, online_booking_blocked_at is not null as is_blocked
        from ${clientsView} as client
        where business_id = $businessId
          and ${condition}
          and deleted_at is null
        order by online_booking_blocked_at is null, first_name, id
        limit 50`,
  });

export const listPeopleByEmail = listPeopleWith(
  "visitors_list_people_by_email",
  "lower(email) = lower($contact) and email is not null",
);
export const listPeopleByPhone = listPeopleWith(
  "visitors_list_people_by_phone",
  "phone_e164 = $contact and phone_e164 is not null",
);

const ofClients = { businessId: column.id, clientIds: column.ids };
const contactsOfClients = (contact: string) => `select ${contact}
          from ${clientsView} as client
          where client.business_id = $businessId
            and client.id = any($clientIds)
            and ${contact} is not null`;
const OF_CLIENTS = `(
            email in (${contactsOfClients("lower(client.email)")})
            or phone_e164 in (${contactsOfClients("client.phone_e164")})
          )`;

export const deleteVisitorsOf = statement({
  name: "visitors_delete_of_clients",
  params: ofClients,
  sql: `delete from visitors
        where business_id = $businessId
          and ${OF_CLIENTS}`,
});

export const deleteCodesOf = statement({
  name: "visitor_codes_delete_of_clients",
  params: ofClients,
  sql: `delete from visitor_codes
        where business_id = $businessId
          and ${OF_CLIENTS}`,
});

const deleteExpired = (name: string, from: typeof visitors | typeof visitorCodes, key: readonly string[]) =>
  deleteSome(name, {
    from,
    key,
    params: { now: column.instant },
    where: "expires_at <= $now",
    by: "expires_at",
  });

export const deleteExpiredCodes = deleteExpired("visitor_codes_delete_expired", visitorCodes, [
  "business_id",
  "id",
]);
export const deleteExpiredVisitors = deleteExpired("visitors_delete_expired", visitors, [
  "business_id",
  "token_sha256",
]);
