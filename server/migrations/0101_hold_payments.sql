-- Deposits that visitors of the booking page pay for a hold. The provider first only authorises the amount. When the hold is
-- booked, the deposit becomes a payment with the id of the hold, and the amount is captured. A row contains all data for
-- completing the booking when a webhook of the provider arrives after the visitor has closed the page.
create table hold_payments (
  business_id uuid not null,
  hold_id uuid not null,
  token_sha256 bytea not null,
  -- open: the visitor can pay. booked: the hold is booked. ending: nothing was booked, and the authorisation must be cancelled.
  -- released: the authorisation is cancelled.
  status text not null,
  provider text not null,
  provider_account_id text not null,
  currency text not null,
  amount bigint not null,
  -- The number of payments started at the provider for this hold. Each payment has its own id at the provider.
  attempt integer not null,
  -- The provider's id of the payment, or of the provider's page on which the visitor pays; null until the provider has responded.
  provider_payment_id text,
  provider_checkout_id text,
  -- The booking request and the visitor's verified contact; null when the status is no longer `open`.
  booking jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint hold_payments_pkey primary key (business_id, hold_id),
  constraint hold_payments_token_key unique (business_id, token_sha256),
  constraint hold_payments_business_fkey foreign key (business_id) references businesses (id),
  constraint hold_payments_status_is_known check (status in ('open', 'booked', 'ending', 'released')),
  constraint hold_payments_amount_is_positive check (amount >= 1 and attempt >= 1),
  constraint hold_payments_open_has_booking check ((status = 'open') = (booking is not null))
);

-- Finds the payments that are neither booked nor released, earliest expiry first.
create index hold_payments_open on hold_payments (expires_at, business_id, hold_id)
where
  status in ('open', 'ending');

create index hold_payments_ended on hold_payments (updated_at)
where
  status in ('booked', 'released');

create trigger keep_updated_at before update on hold_payments
for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();
