-- Payments, refunds, and the accounts of businesses with payment providers. The amount of a payment never changes: a refund is a
-- separate row.

create table payments (
  business_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  location_id uuid not null,
  client_id uuid,
  appointment_id uuid,
  kind text not null,
  status text not null,
  method text not null,
  currency text not null,
  -- amount is the total amount paid, including the tip; tip_amount is the tip.
  amount bigint not null,
  tip_amount bigint not null,
  -- The amount that has been refunded, and the amount of refunds that the provider has not finished yet.
  refunded_amount bigint not null,
  refunding_amount bigint not null,
  -- A text that the user entered, such as the number of a card slip; never a gift card's code.
  reference text,
  -- The package, membership or gift card that pays. A unit of a package or membership pays for one line, sale_line_id.
  holding_id uuid,
  sale_line_id uuid,
  card_brand text,
  card_last4 text,
  -- For an online payment: the provider, the business's account there, and the provider's payment id once it is known.
  provider text,
  provider_account_id text,
  provider_payment_id text,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payments_pkey primary key (business_id, id),
  constraint payments_sale_fkey foreign key (business_id, sale_id) references sales (business_id, id),
  constraint payments_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint payments_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint payments_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint payments_line_fkey foreign key (business_id, sale_id, sale_line_id) references sale_lines (business_id, sale_id, id),
  constraint payments_holding_fkey foreign key (business_id, holding_id) references wallet_holdings (business_id, id),
  constraint payments_kind_is_known check (kind in ('sale', 'deposit', 'fee')),
  constraint payments_status_is_known check (status in ('pending', 'succeeded', 'failed', 'partially_refunded', 'refunded')),
  constraint payments_method_is_known check (method in ('card', 'cash', 'gift_card', 'package', 'membership', 'external')),
  constraint payments_amount_is_positive check (amount >= 1 and tip_amount between 0 and amount),
  constraint payments_refunds_never_exceed check (
    refunded_amount >= 0
    and refunding_amount >= 0
    and refunded_amount + refunding_amount <= amount
  ),
  constraint payments_status_tells_of_refunds check (
    case status
      when 'refunded' then refunded_amount = amount
      when 'partially_refunded' then refunded_amount > 0 and refunded_amount < amount
      else refunded_amount = 0
    end
  ),
  constraint payments_only_taken_ones_are_given_back check (status not in ('pending', 'failed') or refunding_amount = 0),
  constraint payments_taken_has_a_time check ((status in ('pending', 'failed')) = (paid_at is null)),
  constraint payments_wallet_is_named check ((method in ('gift_card', 'package', 'membership')) = (holding_id is not null)),
  constraint payments_unit_is_for_a_line check ((method in ('package', 'membership')) = (sale_line_id is not null)),
  constraint payments_provider_is_named check (
    (provider is null) = (provider_account_id is null)
    and (provider is not null or provider_payment_id is null)
    and (provider is not null or status not in ('pending', 'failed'))
    and (provider is null or method = 'card')
  )
);

create index payments_by_age on payments (business_id, created_at desc, id desc);

create index payments_by_client on payments (business_id, client_id, created_at desc, id desc)
where
  client_id is not null;

create index payments_by_visit on payments (business_id, appointment_id, created_at desc, id desc)
where
  appointment_id is not null;

create index payments_by_sale on payments (business_id, sale_id, created_at, id);

-- At most one unit pays for a line.
create unique index payments_one_unit_of_a_line on payments (business_id, sale_id, sale_line_id)
where
  sale_line_id is not null
  and status <> 'refunded';

create unique index payments_by_provider on payments (business_id, provider, provider_payment_id)
where
  provider_payment_id is not null;

create index payments_to_be_settled on payments (created_at, business_id, id)
where
  status = 'pending';

create table refunds (
  business_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  reason text,
  status text not null,
  provider_refund_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_pkey primary key (business_id, id),
  constraint refunds_payment_fkey foreign key (business_id, payment_id) references payments (business_id, id),
  constraint refunds_amount_is_positive check (amount >= 1),
  constraint refunds_status_is_known check (status in ('pending', 'succeeded', 'failed'))
);

create index refunds_by_payment on refunds (business_id, payment_id, created_at, id);

create index refunds_to_be_settled on refunds (created_at, business_id, id)
where
  status = 'pending';

-- The account that a business has with a payment provider. The row remains after the account is disconnected. account_id is null
-- until the provider has responded for the first time.
create table payment_accounts (
  business_id uuid not null,
  id uuid not null,
  provider text not null,
  account_id text,
  status text not null,
  charges_enabled boolean not null,
  payouts_enabled boolean not null,
  requirements_due text[] not null,
  let_go_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_accounts_pkey primary key (business_id, id),
  constraint payment_accounts_business_fkey foreign key (business_id) references businesses (id),
  constraint payment_accounts_status_is_known check (
    status in ('onboarding', 'pending_verification', 'restricted', 'active', 'disabled')
  )
);

create unique index payment_accounts_one_at_a_time on payment_accounts (business_id)
where
  let_go_at is null;

-- Maps each account of a provider to its business, so that the server finds the business of a provider's webhook. This
-- table is global.
create table provider_accounts (
  provider text not null,
  account_id text not null,
  business_id uuid not null,
  constraint provider_accounts_pkey primary key (provider, account_id)
);

-- The provider events that have been processed, because a provider sends each event at least once.
create table provider_events (
  business_id uuid not null,
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  constraint provider_events_pkey primary key (business_id, provider, event_id),
  constraint provider_events_business_fkey foreign key (business_id) references businesses (id)
);

create index provider_events_by_age on provider_events (received_at);
