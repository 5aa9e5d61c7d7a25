-- Before its update, the function computes the time at which a deposit settles. On a cluster, an update may not add an interval
-- to an instant in a `case`, because the sum depends on the session's time zone.
create or replace function refresh_deposit (of_business uuid, of_payment uuid, at timestamptz) returns void language plpgsql as $$
declare
  deposit deposits;
  payment payments;
  visit appointments;
  is_expected boolean;
  kept bigint;
  next text;
  settles_at timestamptz;
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
  if next = 'settling' then
    settles_at := coalesce(visit.cancelled_at, visit.declined_at) + interval '60 seconds';
  end if;
  update deposits
  set
    status = next,
    settle_at = settles_at,
    kept_amount = kept,
    kept_at = case when kept > 0 then deposit.kept_at end,
    updated_at = at
  where business_id = of_business and payment_id = of_payment;
end
$$;
