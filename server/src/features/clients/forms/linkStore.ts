import { column, statement } from "../../../platform/database/index.ts";

/** A visit's link; a new one takes the place of the one before, which so opens nothing any more. */
export const putLink = statement(
  "form_links_put",
  {},
  `insert into form_links (token_sha256, business_id, appointment_id, expires_at, created_at)
   values ($1, $2, $3, $4, $5)
   on conflict (business_id, appointment_id) do update
   set token_sha256 = excluded.token_sha256,
     expires_at = excluded.expires_at,
     created_at = excluded.created_at`,
);

/** The link of a token that opens it at this moment ($2). Asked on its own: the token says nothing of the business. */
export const findLink = statement(
  "form_links_find",
  { business_id: column.id, appointment_id: column.id, expires_at: column.instant },
  `select business_id, appointment_id, expires_at
   from form_links
   where token_sha256 = $1
     and expires_at > $2`,
);

/** Whose forms a link leads to; no row once the client is deleted. */
export const findLinked = statement(
  "form_links_find_linked",
  { business_name: column.text, locale: column.text },
  `select business.name as business_name, business.locale
   from appointments as visit
   join clients as client
     on client.business_id = visit.business_id and client.id = visit.client_id
   join businesses as business
     on business.id = visit.business_id
   where visit.business_id = $1
     and visit.id = $2
     and client.deleted_at is null`,
);

/** Forgets some of the links that have run out; those that somebody else is forgetting are left to them. */
export const forgetExpired = statement(
  "form_links_forget_expired",
  {},
  `delete from form_links
   where token_sha256 = any (
     array(
       select token_sha256
       from form_links
       where expires_at <= $1
       limit 100
       for update skip locked
     )
   )`,
);

export const dropLinksOfClient = statement(
  "form_links_drop_of_client",
  {},
  `delete from form_links
   where business_id = $1
     and appointment_id in (
       select id
       from appointments
       where business_id = $1
         and client_id = $2
     )`,
);
