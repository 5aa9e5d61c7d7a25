import {
  column,
  insertInto,
  omit,
  pick,
  selectWhere,
  statement,
} from "../../../../platform/database/index.ts";
import { paymentAccounts, providerAccounts } from "../../../../tables/checkout.ts";

const columns = { ...paymentAccounts.columns, provider: column.oneOf("stripe") };
const connected = omit(columns, "let_go_at");
const account = { businessId: column.id, accountId: column.text };

export const findAccount = selectWhere("payments_find_account", paymentAccounts, {
  columns: connected,
  where: { businessId: "business_id" },
  ending: "and let_go_at is null",
});

/**
 * Inserts nothing if an account is connected. If two owners connect an account concurrently, both use the account that was inserted first.
 */
export const insertAccount = insertInto(
  "payments_insert_account",
  paymentAccounts,
  columns,
  "on conflict (business_id) where let_go_at is null do nothing",
);

export const setProviderAccount = statement({
  name: "payments_set_provider_account",
  params: { ...account, id: column.id, now: column.instant },
  sql: `update payment_accounts
        set account_id = $accountId, updated_at = $now
        where business_id = $businessId
          and id = $id
          and account_id is null`,
});

/** Stores the business of a provider account, so that webhooks of the account find the business. */
export const insertProviderAccount = insertInto(
  "payments_insert_provider_account",
  providerAccounts,
  providerAccounts.columns,
  "on conflict do nothing",
);

export const findBusinessOfAccount = selectWhere("payments_find_business_of_account", providerAccounts, {
  columns: pick(providerAccounts.columns, "business_id"),
  where: { provider: "provider", accountId: "account_id" },
});

export const updateAccount = statement({
  name: "payments_update_account",
  params: {
    ...account,
    status: columns.status,
    chargesEnabled: column.flag,
    payoutsEnabled: column.flag,
    requirementsDue: column.texts,
    now: column.instant,
  },
  sql: `update payment_accounts
        set status = $status,
          charges_enabled = $chargesEnabled,
          payouts_enabled = $payoutsEnabled,
          requirements_due = $requirementsDue,
          updated_at = $now
        where business_id = $businessId
          and account_id = $accountId
          and let_go_at is null`,
});

export const setRefreshed = statement({
  name: "payments_set_account_refreshed",
  params: { ...account, now: column.instant },
  sql: `update payment_accounts
        set refreshed_at = $now
        where business_id = $businessId
          and account_id = $accountId
          and let_go_at is null`,
});

/**
 * The accounts that are due for a refresh, of all businesses: `active` and `disabled` accounts last refreshed before
 * `$finalBeforeAt`, and other accounts last refreshed before `$onboardingBeforeAt`. Ordered by the time of the last refresh,
 * earliest first, so that accounts that fail to refresh do not delay the others.
 */
export const listToRefresh = statement({
  name: "payments_list_accounts_to_refresh",
  params: { onboardingBeforeAt: column.instant, finalBeforeAt: column.instant },
  columns: pick(columns, "business_id", "account_id"),
  sql: `select business_id, account_id
        from payment_accounts
        where let_go_at is null
          and account_id is not null
          and refreshed_at < case
            when status in ('active', 'disabled') then $finalBeforeAt
            else $onboardingBeforeAt
          end
        order by refreshed_at, business_id
        limit 100`,
});

export const disconnectAccount = statement({
  name: "payments_disconnect_account",
  params: { businessId: column.id, now: column.instant },
  columns: pick(columns, "id"),
  sql: `update payment_accounts
        set let_go_at = $now, updated_at = $now
        where business_id = $businessId
          and let_go_at is null
        returning id`,
});
