-- The booking policies of a business: how late an appointment may be cancelled, the fees for late cancellations and no-shows,
-- the deposit, and the texts about them. Every change is a new version. An appointment stores the version that was in force
-- when it was booked, so that the terms that the client agreed to do not change afterwards.

create table policies (
  business_id uuid not null,
  id uuid not null,
  version integer not null,
  -- An appointment that is cancelled less than this number of minutes before its start is cancelled late.
  cancellation_window_minutes integer not null,
  late_cancel_fee_kind text not null,
  late_cancel_fee_percent integer,
  late_cancel_fee_minor bigint,
  no_show_fee_kind text not null,
  no_show_fee_percent integer,
  no_show_fee_minor bigint,
  deposit_kind text not null,
  deposit_percent integer,
  deposit_minor bigint,
  cancellation_text text,
  booking_text text,
  -- Whether business members in the role staff see the e-mail addresses and phone numbers of their clients.
  staff_sees_contacts boolean not null,
  created_at timestamptz not null,
  constraint policies_pkey primary key (business_id, version),
  constraint policies_business_fkey foreign key (business_id) references businesses (id),
  constraint policies_id_key unique (business_id, id),
  constraint policies_version_is_positive check (version >= 1),
  constraint policies_window_is_sound check (cancellation_window_minutes between 0 and 129600),
  constraint policies_late_cancel_fee_is_sound check (
    late_cancel_fee_kind in ('none', 'amount', 'percent')
    and (late_cancel_fee_kind = 'percent') = (late_cancel_fee_percent is not null)
    and (late_cancel_fee_kind = 'amount') = (late_cancel_fee_minor is not null)
    and coalesce(late_cancel_fee_percent, 1) between 1 and 100
    and coalesce(late_cancel_fee_minor, 1) >= 1
  ),
  constraint policies_no_show_fee_is_sound check (
    no_show_fee_kind in ('none', 'amount', 'percent')
    and (no_show_fee_kind = 'percent') = (no_show_fee_percent is not null)
    and (no_show_fee_kind = 'amount') = (no_show_fee_minor is not null)
    and coalesce(no_show_fee_percent, 1) between 1 and 100
    and coalesce(no_show_fee_minor, 1) >= 1
  ),
  constraint policies_deposit_is_sound check (
    deposit_kind in ('none', 'amount', 'percent')
    and (deposit_kind = 'percent') = (deposit_percent is not null)
    and (deposit_kind = 'amount') = (deposit_minor is not null)
    and coalesce(deposit_percent, 1) between 1 and 100
    and coalesce(deposit_minor, 1) >= 1
  ),
  constraint policies_texts_length check (char_length(cancellation_text) <= 5000 and char_length(booking_text) <= 5000)
);

-- Versions cannot be changed or deleted, because clients have agreed to them.
create function policies_stay () returns trigger language plpgsql as $$
begin
  raise exception 'a policy that was in force stays as it was: write the next version';
end
$$;

create trigger policies_stay
before update or delete or truncate on policies
for each statement
execute function policies_stay ();

-- The version of the policy in force when the appointment was booked; null if there was none.
alter table appointments add column policy_version integer;

alter table appointments
add constraint appointments_policy_fkey foreign key (business_id, policy_version) references policies (business_id, version);

-- The time at which online booking at the location was enabled; null if it is disabled.
alter table locations add column published_at timestamptz;
