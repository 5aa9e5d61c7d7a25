import { column, statement } from "../../../platform/database/index.ts";

const accountColumns = {
  id: column.id,
  provider: column.oneOf("stripe"),
  account_id: column.nullable(column.text),
  status: column.oneOf("onboarding", "pending_verification", "restricted", "active", "disabled"),
  charges_enabled: column.flag,
  payouts_enabled: column.flag,
  requirements_due: column.texts,
};

const fields = "id, provider, account_id, status, charges_enabled, payouts_enabled, requirements_due";

/** The account a business has now. */
export const findAccount = statement(
  "payments_find_account",
  accountColumns,
  `select ${fields}
   from payment_accounts
   where business_id = $1
     and let_go_at is null`,
);

/** No second one: of two owners who connect at once, both go on with the account of the first. */
export const insertAccount = statement(
  "payments_insert_account",
  {},
  `insert into payment_accounts
     (business_id, id, provider, status, charges_enabled, payouts_enabled, requirements_due, refreshed_at, created_at, updated_at)
   values ($1, $2, $3, 'onboarding', false, false, '{}', $4, $4, $4)
   on conflict (business_id) where let_go_at is null do nothing`,
);

export const nameAccount = statement(
  "payments_name_account",
  {},
  `update payment_accounts
   set account_id = $3,
     updated_at = $4
   where business_id = $1
     and id = $2
     and account_id is null`,
);

/** From here on what the provider tells of the account finds its business. */
export const insertProviderAccount = statement(
  "payments_insert_provider_account",
  {},
  `insert into provider_accounts (provider, account_id, business_id)
   values ($1, $2, $3)
   on conflict do nothing`,
);

export const findBusinessOfAccount = statement(
  "payments_find_business_of_account",
  { business_id: column.id },
  `select business_id
   from provider_accounts
   where provider = $1
     and account_id = $2`,
);

export const updateAccount = statement(
  "payments_update_account",
  {},
  `update payment_accounts
   set status = $3,
     charges_enabled = $4,
     payouts_enabled = $5,
     requirements_due = $6,
     updated_at = $7
   where business_id = $1
     and account_id = $2
     and let_go_at is null`,
);

export const noteAsked = statement(
  "payments_note_asked",
  {},
  `update payment_accounts
   set refreshed_at = $3
   where business_id = $1
     and account_id = $2
     and let_go_at is null`,
);

/**
 * Accounts of every business that nobody has asked about since $1, of those that are as they should be or never will be
 * since $2; who has waited longest first, so that those that cannot be asked about do not keep the others.
 */
export const listToAsk = statement(
  "payments_list_accounts_to_ask",
  { business_id: column.id, account_id: column.nullable(column.text) },
  `select business_id, account_id
   from payment_accounts
   where let_go_at is null
     and account_id is not null
     and refreshed_at < case
       when status in ('active', 'disabled') then $2::timestamptz
       else $1::timestamptz
     end
   order by refreshed_at, business_id
   limit 100`,
);

export const letAccountGo = statement(
  "payments_let_account_go",
  { id: column.id },
  `update payment_accounts
   set let_go_at = $2,
     updated_at = $2
   where business_id = $1
     and let_go_at is null
   returning id`,
);

/** A row comes back for an event that has not been told before. */
export const noteEvent = statement(
  "payments_note_event",
  { event_id: column.text },
  `insert into provider_events (business_id, provider, event_id, received_at)
   values ($1, $2, $3, $4)
   on conflict do nothing
   returning event_id`,
);

export const wasTold = statement(
  "payments_was_told",
  { told: column.flag },
  `select exists (
     select
     from provider_events
     where business_id = $1
       and provider = $2
       and event_id = $3
   ) as told`,
);

/** Forgets events that were heard before $1, at most $2 of them; answers how many. */
export const forgetEvents = statement(
  "payments_forget_events",
  { forgotten: column.integer },
  `with gone as (
     delete from provider_events
     where (business_id, provider, event_id) in (
       select business_id, provider, event_id
       from provider_events
       where received_at < $1
       limit $2
     )
     returning 1
   )
   select count(*)::integer as forgotten
   from gone`,
);
