-- The sale lines for which a refund returns money.
create table refund_lines (
  business_id uuid not null,
  refund_id uuid not null,
  sale_id uuid not null,
  sale_line_id uuid not null,
  quantity integer not null,
  amount bigint not null,
  constraint refund_lines_pkey primary key (business_id, refund_id, sale_line_id),
  constraint refund_lines_refund_fkey foreign key (business_id, refund_id) references refunds (business_id, id),
  constraint refund_lines_line_fkey foreign key (business_id, sale_id, sale_line_id) references sale_lines (business_id, sale_id, id),
  constraint refund_lines_quantity_is_positive check (quantity >= 1),
  constraint refund_lines_amount_is_not_negative check (amount >= 0)
);

create index refund_lines_by_line on refund_lines (business_id, sale_id, sale_line_id);

call audit_sets('refund_lines', 'refund_lines', 'refund_id', '');

-- The sale line that issued an entitlement, the units that refunds have withdrawn from the entitlement (a membership then
-- renews with fewer credits), and the time at which the entitlement was blocked.
alter table entitlements
add column sale_line_id uuid,
add column withdrawn_units bigint not null default 0,
add column blocked_at timestamptz,
add constraint entitlements_withdrawn_units_are_not_negative check (withdrawn_units >= 0),
add constraint entitlements_line_fkey foreign key (business_id, sale_id, sale_line_id) references sale_lines (business_id, sale_id, id);

with sold as (
  select
    line.business_id,
    line.sale_id,
    line.id,
    line.kind,
    line.prepaid_product_id,
    row_number() over (
      partition by line.business_id, line.sale_id, line.kind, line.prepaid_product_id
      order by line.unit_amount * (line.prepaid_product_id is null)::int, line.position, each
    ) as nth
  from sale_lines as line
  cross join generate_series(1, line.quantity) as each
  where line.kind in ('package', 'membership', 'gift_card')
),
issued as (
  select
    business_id,
    id,
    sale_id,
    kind,
    prepaid_product_id,
    row_number() over (
      partition by business_id, sale_id, kind, prepaid_product_id
      order by total * (prepaid_product_id is null)::int, id
    ) as nth
  from entitlements
  where sale_id is not null
)
update entitlements
set sale_line_id = sold.id
from issued, sold
where entitlements.business_id = issued.business_id
  and entitlements.id = issued.id
  and sold.business_id = issued.business_id
  and sold.sale_id = issued.sale_id
  and sold.kind = issued.kind
  and sold.prepaid_product_id is not distinct from issued.prepaid_product_id
  and sold.nth = issued.nth;

-- A refund withdraws units, and a failed refund restores them. Managers adjust, block and unblock entitlements, with a reason.
alter table wallet_entries
add column reason text,
drop constraint wallet_entries_cause_is_known,
drop constraint wallet_entries_cause_has_its_sign,
drop constraint wallet_entries_refund_is_named,
add constraint wallet_entries_cause_is_known check (
  cause in (
    'issue', 'redeem', 'give_back', 'renewal', 'expiry', 'void', 'withdraw', 'restore', 'adjust', 'block', 'unblock'
  )
),
add constraint wallet_entries_cause_has_its_sign check (
  case
    when cause in ('issue', 'give_back', 'renewal', 'restore') then delta > 0
    when cause = 'adjust' then delta <> 0
    when cause in ('block', 'unblock') then delta = 0
    else delta < 0
  end
),
add constraint wallet_entries_refund_is_named check (
  (cause in ('give_back', 'withdraw', 'restore')) = (refund_id is not null)
),
add constraint wallet_entries_only_managers_give_reasons check (
  reason is null or cause in ('adjust', 'block', 'unblock')
),
add constraint wallet_entries_reason_length check (char_length(reason) <= 500);

create index wallet_entries_by_refund on wallet_entries (business_id, refund_id)
where
  refund_id is not null;

-- Reasons are free text, which may name the client: the audit log leaves them out, and erasing a client removes them. The rest
-- of an entry never changes. The trigger ignores the generated column, which has no value yet when the trigger runs.
drop trigger audit on wallet_entries;
call audit_rows('wallet_entries', 'wallet_entry', 'entitlement_id', 'entitlement_id,reason,created_at', 'insert');

create or replace function wallet_entries_stay () returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.reason is null and to_jsonb(new) - 'reason' - 'follows' = to_jsonb(old) - 'reason' - 'follows' then
      return new;
    end if;
  end if;
  raise exception 'wallet_entries is append-only';
end
$$;

drop trigger wallet_entries_stay on wallet_entries;
create trigger wallet_entries_stay
before update or delete on wallet_entries
for each row
execute function wallet_entries_stay ();
create trigger wallet_entries_are_not_truncated
before truncate on wallet_entries
for each statement
execute function wallet_entries_stay ();
