-- The time at which the server last requested the account from the provider, successfully or not. The server next refreshes the
-- account with the earliest time.
alter table payment_accounts add column asked_at timestamptz not null default now();

alter table payment_accounts alter column asked_at drop default;

create index payment_accounts_to_be_asked on payment_accounts (asked_at, business_id)
where
  let_go_at is null
  and account_id is not null;

-- A change of asked_at is not a user's change, so the audit log leaves it out.
drop trigger audit on payment_accounts;

call audit_rows('payment_accounts', 'payment_account', 'id', 'id,asked_at,created_at,updated_at');

-- A refund that was made in the provider's dashboard is recorded only once.
create unique index refunds_by_provider on refunds (business_id, payment_id, provider_refund_id)
where
  provider_refund_id is not null;
