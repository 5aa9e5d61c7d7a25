-- Prepayment: the packages, memberships and gift cards that a business sells (prepaid_offers), those that clients own
-- (wallet_holdings), and every change of their balances (wallet_entries).

create table prepaid_offers (
  business_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  description text,
  price_minor bigint not null,
  -- For packages and memberships: the services that they pay for; empty for all services.
  service_ids uuid[] not null,
  -- The units of a package, the credits per period of a membership, or the minor units on a gift card.
  total bigint not null,
  -- For packages and gift cards: the number of months after the sale until they expire; null if they never expire.
  valid_months integer,
  -- For memberships: the number of months in a period, and the number of periods that the price pays for.
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

-- Sold packages, memberships and gift cards, with the terms at the time of the sale. A transaction locks the row before it takes
-- or gives back units, and reads the balance in a later statement. A gift card can be used with its code alone, even if it
-- belongs to a client.
create table wallet_holdings (
  business_id uuid not null,
  id uuid not null,
  client_id uuid,
  kind text not null,
  offer_id uuid,
  name text not null,
  service_ids uuid[] not null,
  currency text,
  -- The code itself is shown once and not stored.
  code_sha256 bytea,
  code_last4 text,
  -- The initial balance; for a membership, the balance at the start of each period.
  total bigint not null,
  -- Local dates of the business: expires_on is the last valid day, renews_on the first day of the next period.
  starts_on date not null,
  expires_on date,
  period_months integer,
  renews_on date,
  -- The time at which the package, membership or gift card was withdrawn, because its sale was voided or refunded.
  withdrawn_at timestamptz,
  -- The local date of the next automatic change: a membership renews, or the balance expires. Null if there is none.
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

-- The ledger. Each entry stores the balance before and after it and refers to the previous entry. Regardless of the code
-- that writes the entries, constraints guarantee that the last balance_after is the sum of all deltas, that no balance is
-- negative, and that no two entries refer to the same previous entry.
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

-- A payment redeems an entitlement at most once.
create unique index wallet_entries_once_per_payment on wallet_entries (business_id, payment_id)
where
  cause = 'redeem';

-- Entries cannot be changed or deleted.
create function wallet_entries_stay () returns trigger language plpgsql as $$
begin
  raise exception 'wallet_entries is append-only';
end
$$;

create trigger wallet_entries_stay
before update or delete or truncate on wallet_entries
for each statement
execute function wallet_entries_stay ();
