-- Cards that clients save when they book online under a policy with fees. The provider stores the card. This table stores
-- the card details that staff see, the provider's ids for charging the card, and the terms that the client accepted.
create table saved_cards (
  business_id uuid not null,
  -- The id of the hold for which the card was saved.
  id uuid not null,
  client_id uuid not null,
  appointment_id uuid not null,
  -- pending: the provider has not yet saved the card. active: the card can be charged. failed: the provider has rejected the
  -- card. removing: the card can no longer be charged, and must be deleted at the provider. removed: the provider has deleted
  -- the card.
  status text not null,
  provider text not null,
  provider_account_id text not null,
  -- The provider's id of the setup or payment in which the client entered the card.
  provider_setup_id text not null,
  provider_customer_id text,
  provider_method_id text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  -- The text that the client accepted, and the fees stated in the text; a null amount means no fee. Erasing the client removes
  -- the text.
  consent_text text,
  policy_version integer not null,
  currency text not null,
  late_cancel_amount bigint,
  no_show_amount bigint,
  consented_at timestamptz not null,
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_cards_pkey primary key (business_id, id),
  constraint saved_cards_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint saved_cards_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint saved_cards_policy_fkey foreign key (business_id, policy_version) references policies (business_id, version),
  constraint saved_cards_status_is_known check (status in ('pending', 'active', 'failed', 'removing', 'removed')),
  constraint saved_cards_active_can_be_charged check (
    status <> 'active'
    or (provider_customer_id is not null and provider_method_id is not null and last4 is not null)
  ),
  constraint saved_cards_have_a_fee check (late_cancel_amount >= 1 or no_show_amount >= 1),
  constraint saved_cards_consent_length check (char_length(consent_text) <= 1000)
);

create index saved_cards_of_client on saved_cards (business_id, client_id, created_at, id);

create index saved_cards_of_appointment on saved_cards (business_id, appointment_id);

-- The cards that must be saved or deleted at the provider, oldest first.
create index saved_cards_due on saved_cards (updated_at, business_id, id)
where
  status in ('pending', 'removing');

create trigger keep_updated_at before update on saved_cards
for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call note_changes('saved_cards', 'clients', 'client_id');

-- A visitor may save a card without a deposit: the amount is then 0.
alter table hold_payments
  add column saves_card boolean not null default false,
  drop constraint hold_payments_amount_is_positive,
  add constraint hold_payments_amount_is_positive check (attempt >= 1 and amount >= case when saves_card then 0 else 1 end);

alter table hold_payments alter column saves_card drop default;

-- A fee can be charged to a saved card, or paid on a page of the provider.
alter table payments
  add column saved_card_id uuid,
  add column provider_checkout_id text,
  add constraint payments_saved_card_fkey foreign key (business_id, saved_card_id) references saved_cards (business_id, id);

create index payments_of_saved_card on payments (business_id, saved_card_id)
where
  saved_card_id is not null;
