-- What is paid in advance: packages, memberships and gift cards as the business sells them (prepaid_offers), what a
-- client holds of them (wallet_holdings), and every change of what is left (wallet_entries).

create table prepaid_offers (
  business_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  description text,
  price_minor bigint not null,
  -- Of a package and a membership: for these services alone; none means for all.
  service_ids uuid[] not null,
  -- Units of a package, credits of each period of a membership, minor units on a gift card.
  total bigint not null,
  -- Of a package and a gift card: good to the end of the day so many months after it was sold; null: for good.
  valid_months integer,
  -- Of a membership: the price pays for so many periods of so many months.
  period_months integer,
  periods integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint prepaid_offers_pkey primary key (business_id, id),
  constraint prepaid_offers_business_fkey foreign key (business_id) references businesses (id),
  constraint prepaid_offers_kind_is_known check (kind in ('package', 'membership', 'gift_card')),
  constraint prepaid_offers_price_is_sound check (price_minor >= 0),
  constraint prepaid_offers_total_is_positive check (total >= 1),
  constraint prepaid_offers_validity_is_sound check (valid_months >= 1 and (kind <> 'membership' or valid_months is null)),
  constraint prepaid_offers_periods_are_sound check (
    (kind = 'membership') = (period_months is not null)
    and (kind = 'membership') = (periods is not null)
    and period_months >= 1
    and periods >= 1
  )
);

create index prepaid_offers_by_age on prepaid_offers (business_id, kind, created_at desc, id desc)
where
  archived_at is null;

-- One that was sold, with the terms it was sold under. Locked before anything is taken from it or given back; what is
-- left is read in a later statement. A gift card belongs to whoever has its code, and perhaps to a client as well.
create table wallet_holdings (
  business_id uuid not null,
  id uuid not null,
  client_id uuid,
  kind text not null,
  offer_id uuid,
  name text not null,
  service_ids uuid[] not null,
  currency text,
  -- The code itself is shown once and not kept.
  code_sha256 bytea,
  code_last4 text,
  -- What it was sold with; of a membership, what each period begins with.
  total bigint not null,
  -- Days of the business. The last one on which it is good; the one on which its next period begins.
  starts_on date not null,
  expires_on date,
  period_months integer,
  renews_on date,
  -- Taken back: its sale was voided or refunded.
  withdrawn_at timestamptz,
  -- The day on which something happens to it by itself: it renews, or what is left lapses. Null: nothing will.
  due_on date,
  sale_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint wallet_holdings_pkey primary key (business_id, id),
  constraint wallet_holdings_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint wallet_holdings_offer_fkey foreign key (business_id, offer_id) references prepaid_offers (business_id, id),
  constraint wallet_holdings_code_key unique (business_id, code_sha256),
  constraint wallet_holdings_kind_is_known check (kind in ('package', 'membership', 'gift_card')),
  constraint wallet_holdings_total_is_positive check (total >= 1),
  constraint wallet_holdings_only_gift_cards_have_a_code check (
    (kind = 'gift_card') = (code_sha256 is not null)
    and (kind = 'gift_card') = (code_last4 is not null)
    and (kind = 'gift_card') = (currency is not null)
  ),
  constraint wallet_holdings_code_is_sha256 check (octet_length(code_sha256) = 32),
  constraint wallet_holdings_only_gift_cards_are_anybodys check (kind = 'gift_card' or client_id is not null),
  constraint wallet_holdings_only_memberships_renew check (
    (kind = 'membership') = (period_months is not null)
    and (kind = 'membership' or renews_on is null)
  )
);

create index wallet_holdings_by_client on wallet_holdings (business_id, client_id, id)
where
  client_id is not null;

create index wallet_holdings_by_sale on wallet_holdings (business_id, sale_id, id)
where
  sale_id is not null;

create index wallet_holdings_due on wallet_holdings (due_on, business_id, id)
where
  due_on is not null;

-- The ledger. Each entry says what was left before it and what is after it, and points at the one it follows: so the
-- last one's balance_after is the sum of all deltas, it cannot be negative, and no two entries can follow the same
-- one. None of this depends on who writes.
create table wallet_entries (
  business_id uuid not null,
  holding_id uuid not null,
  number integer not null,
  cause text not null,
  delta bigint not null,
  balance_before bigint not null,
  balance_after bigint not null,
  follows integer generated always as (nullif(number, 1) - 1) stored,
  payment_id uuid,
  refund_id uuid,
  created_at timestamptz not null,
  constraint wallet_entries_pkey primary key (business_id, holding_id, number),
  constraint wallet_entries_holding_fkey foreign key (business_id, holding_id) references wallet_holdings (business_id, id),
  constraint wallet_entries_balance_key unique (business_id, holding_id, number, balance_after),
  constraint wallet_entries_follow_the_one_before foreign key (business_id, holding_id, follows, balance_before) references wallet_entries (business_id, holding_id, number, balance_after),
  constraint wallet_entries_are_numbered_from_one check (number >= 1 and (number > 1 or balance_before = 0)),
  constraint wallet_entries_add_up check (balance_after = balance_before + delta),
  constraint wallet_entries_never_overdraw check (balance_after >= 0),
  constraint wallet_entries_cause_is_known check (
    cause in ('issue', 'redeem', 'give_back', 'renewal', 'expiry', 'void')
  ),
  constraint wallet_entries_cause_has_its_sign check (
    case
      when cause in ('issue', 'give_back', 'renewal') then delta > 0
      else delta < 0
    end
  ),
  constraint wallet_entries_begin_with_the_issue check ((cause = 'issue') = (number = 1)),
  constraint wallet_entries_payment_is_named check ((cause in ('redeem', 'give_back')) = (payment_id is not null)),
  constraint wallet_entries_refund_is_named check ((cause = 'give_back') = (refund_id is not null))
);

create index wallet_entries_by_payment on wallet_entries (business_id, payment_id, holding_id, number)
where
  payment_id is not null;

-- A payment takes once.
create unique index wallet_entries_once_per_payment on wallet_entries (business_id, payment_id)
where
  cause = 'redeem';

-- What was written stays written.
create function wallet_entries_stay () returns trigger language plpgsql as $$
begin
  raise exception 'wallet_entries is append-only';
end
$$;

create trigger wallet_entries_stay
before update or delete or truncate on wallet_entries
for each statement
execute function wallet_entries_stay ();
