-- Deposits of appointments. The money is a payment of kind `deposit`, which has no sale until the checkout of the appointment.
-- Refunds of that payment record the returned money. This table records the amount kept as a fee, and whether the remaining
-- amount is settled automatically or by a user.

alter table payments
  alter column sale_id drop not null,
  add constraint payments_without_sale_are_deposits check (
    sale_id is not null
    or (kind = 'deposit' and appointment_id is not null and entitlement_id is null)
  );

create table deposits (
  business_id uuid not null,
  payment_id uuid not null,
  appointment_id uuid not null,
  -- pending, failed: the status of the payment. held: reserved for the checkout of the appointment. spent: part of a sale.
  -- settling: the system refunds or keeps the money automatically at settle_at. to_settle: an owner or manager decides.
  -- settled: the whole amount was kept or refunded.
  status text not null,
  settle_at timestamptz,
  kept_amount bigint not null,
  kept_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint deposits_pkey primary key (business_id, payment_id),
  constraint deposits_payment_fkey foreign key (business_id, payment_id) references payments (business_id, id),
  constraint deposits_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint deposits_status_is_known check (
    status in ('pending', 'failed', 'held', 'spent', 'settling', 'to_settle', 'settled')
  ),
  constraint deposits_settling_has_a_time check ((status = 'settling') = (settle_at is not null)),
  constraint deposits_kept_has_a_time check (kept_amount >= 0 and (kept_amount = 0) = (kept_at is null))
);

create index deposits_by_appointment on deposits (business_id, appointment_id, created_at, payment_id);

create index deposits_by_age on deposits (business_id, created_at desc, payment_id desc);

create index deposits_to_settle on deposits (business_id, created_at desc, payment_id desc)
where
  status = 'to_settle';

create index deposits_due on deposits (settle_at, business_id, payment_id)
where
  status = 'settling';

-- Updates the status of a deposit from its payment and its appointment. If a cancelled appointment becomes active again, the
-- kept amount is reset to 0. A deposit is settled automatically only after the client or the system has cancelled the
-- appointment, only when the 60 seconds for undoing the cancellation have passed, and only if the client paid online, so that
-- the provider can refund the payment. Otherwise an owner or manager settles the remaining amount.
create function refresh_deposit (of_business uuid, of_payment uuid, at timestamptz) returns void language plpgsql as $$
declare
  deposit deposits;
  payment payments;
  visit appointments;
  is_expected boolean;
  kept bigint;
  next text;
begin
  select * into deposit from deposits where business_id = of_business and payment_id = of_payment for no key update;
  if deposit is null then
    return;
  end if;
  select * into payment from payments where business_id = of_business and id = of_payment;
  select * into visit from appointments where business_id = of_business and id = deposit.appointment_id;
  is_expected := visit.status in ('requested', 'booked', 'arrived', 'completed');
  kept := case when is_expected then 0 else deposit.kept_amount end;
  next := case
    when payment.status in ('pending', 'failed') then payment.status
    when payment.sale_id is not null then 'spent'
    when payment.amount = payment.refunded_amount + payment.refunding_amount + kept then 'settled'
    when is_expected then 'held'
    when payment.provider is not null
      and visit.cancelled_by in ('client', 'system')
      and deposit.status in ('pending', 'held', 'spent', 'settling') then 'settling'
    else 'to_settle'
  end;
  update deposits
  set
    status = next,
    settle_at = case when next = 'settling' then coalesce(visit.cancelled_at, visit.declined_at) + interval '60 seconds' end,
    kept_amount = kept,
    kept_at = case when kept > 0 then deposit.kept_at end,
    updated_at = at
  where business_id = of_business and payment_id = of_payment;
end
$$;

create function refresh_deposit_of_payment () returns trigger language plpgsql as $$
begin
  perform refresh_deposit(new.business_id, new.id, new.updated_at);
  return null;
end
$$;

create trigger refresh_deposit after update on payments
for each row when (new.kind = 'deposit') execute function refresh_deposit_of_payment ();

create function refresh_deposits_of_appointment () returns trigger language plpgsql as $$
begin
  perform refresh_deposit(business_id, payment_id, new.updated_at)
  from deposits
  where business_id = new.business_id and appointment_id = new.id;
  return null;
end
$$;

create trigger refresh_deposits after update of status on appointments
for each row when (new.status is distinct from old.status) execute function refresh_deposits_of_appointment ();

create trigger keep_updated_at before update on deposits
for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows('deposits', 'deposit', 'payment_id', 'payment_id,created_at,updated_at');
call note_changes('deposits', 'payments', 'payment_id');
