import { column, statement } from "../../../../platform/database/index.ts";

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

/** The connected account of a business. */
export const findAccount = statement(
  "payments_find_account",
  accountColumns,
  `select ${fields}
   from payment_accounts
   where business_id = $1
     and let_go_at is null`,
);

/** Inserts nothing when an account is connected: two owners who connect concurrently share the first one's account. */
export const insertAccount = statement(
  "payments_insert_account",
  {},
  `insert into payment_accounts
     (business_id, id, provider, status, charges_enabled, payouts_enabled, requirements_due, refreshed_at, created_at, updated_at)
   values ($1, $2, $3, 'onboarding', false, false, '{}', $4, $4, $4)
   on conflict (business_id) where let_go_at is null do nothing`,
);

export const setProviderAccount = statement(
  "payments_set_provider_account",
  {},
  `update payment_accounts
   set account_id = $3,
     updated_at = $4
   where business_id = $1
     and id = $2
     and account_id is null`,
);

/** Maps a provider account to its business, for webhooks. */
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

export const setRefreshed = statement(
  "payments_set_account_refreshed",
  {},
  `update payment_accounts
   set refreshed_at = $3
   where business_id = $1
     and account_id = $2
     and let_go_at is null`,
);

/**
 * Accounts of all businesses that were refreshed before $1, or before $2 where the status is final; the longest waiting
 * first, so that accounts that fail to refresh do not delay the others.
 */
export const listToRefresh = statement(
  "payments_list_accounts_to_refresh",
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

export const disconnectAccount = statement(
  "payments_disconnect_account",
  { id: column.id },
  `update payment_accounts
   set let_go_at = $2,
     updated_at = $2
   where business_id = $1
     and let_go_at is null
   returning id`,
);
