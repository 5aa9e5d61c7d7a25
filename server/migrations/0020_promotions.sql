-- Promotions, and the promotions of appointments. An appointment stores the terms under which its promotion was applied, just
-- as it stores its prices: a promotion that changes or ends later does not affect the appointment.

create table promotions (
  business_id uuid not null,
  id uuid not null,
  name text not null,
  code text,
  kind text not null,
  percent integer,
  amount_minor bigint,
  -- The services to which the promotion applies; empty for all services.
  service_ids uuid[] not null,
  -- The first and last local date of the appointments to which the promotion applies.
  starts_on date,
  ends_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint promotions_pkey primary key (business_id, id),
  constraint promotions_business_fkey foreign key (business_id) references businesses (id),
  constraint promotions_kind_is_known check (kind in ('percent', 'amount')),
  constraint promotions_percent_is_sound check ((kind = 'percent') = (percent is not null) and percent between 1 and 100),
  constraint promotions_amount_is_sound check ((kind = 'amount') = (amount_minor is not null) and amount_minor >= 1),
  constraint promotions_days_are_in_order check (ends_on >= starts_on)
);

create index promotions_by_age on promotions (business_id, created_at desc, id desc)
where
  archived_at is null;

create unique index promotions_code_key on promotions (business_id, upper(code))
where
  archived_at is null;

create table appointment_promotions (
  business_id uuid not null,
  appointment_id uuid not null,
  promotion_id uuid not null,
  name text not null,
  code text,
  kind text not null,
  percent integer,
  amount_minor bigint,
  service_ids uuid[] not null,
  applied_at timestamptz not null,
  -- At most one promotion per appointment.
  constraint appointment_promotions_pkey primary key (business_id, appointment_id),
  constraint appointment_promotions_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint appointment_promotions_promotion_fkey foreign key (business_id, promotion_id) references promotions (business_id, id),
  constraint appointment_promotions_terms_are_sound check (
    (kind = 'percent' and percent between 1 and 100 and amount_minor is null)
    or (kind = 'amount' and amount_minor >= 1 and percent is null)
  )
);
