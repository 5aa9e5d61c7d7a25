-- Tax rates. Services, packages and memberships refer to a rate, and a sale stores the rates that it applied, with their
-- amounts. `percent_thousandths` are thousandths of a percent: 8.875 % is 8875.
create table tax_rates (
  business_id uuid not null,
  id uuid not null,
  name text not null,
  percent_thousandths integer not null,
  included boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint tax_rates_pkey primary key (business_id, id),
  constraint tax_rates_business_fkey foreign key (business_id) references businesses (id),
  constraint tax_rates_percent_is_a_percentage check (percent_thousandths between 0 and 100000)
);

create unique index tax_rates_name_key on tax_rates (business_id, lower(name))
where
  archived_at is null;

call audit_rows('tax_rates', 'tax_rate', 'id', 'id,created_at,updated_at');

alter table services
add column tax_rate_id uuid,
add constraint services_tax_rate_fkey foreign key (business_id, tax_rate_id) references tax_rates (business_id, id);

alter table prepaid_products
add column tax_rate_id uuid,
add constraint prepaid_products_tax_rate_fkey foreign key (business_id, tax_rate_id) references tax_rates (business_id, id),
add constraint prepaid_products_gift_cards_have_no_tax check (tax_rate_id is null or kind <> 'gift_card');

-- A line that a package or membership pays for (`redeemed`) keeps its rate but has no tax, because the package or membership was
-- taxed when it was sold.
alter table sale_lines
add column tax_rate_id uuid,
add column tax_amount bigint not null default 0,
add column redeemed boolean not null default false,
add constraint sale_lines_tax_rate_fkey foreign key (business_id, tax_rate_id) references tax_rates (business_id, id),
add constraint sale_lines_tax_needs_a_rate check (
  tax_amount >= 0
  and (tax_amount = 0 or (tax_rate_id is not null and not redeemed))
),
add constraint sale_lines_some_carry_no_tax check (tax_rate_id is null or kind not in ('gift_card', 'fee', 'discount')),
add constraint sale_lines_only_services_are_redeemed check (not redeemed or kind = 'service');

-- The terms of each rate when the sale was created, and its amounts, which are 0 if all of its lines are redeemed.
create table sale_taxes (
  business_id uuid not null,
  sale_id uuid not null,
  tax_rate_id uuid not null,
  position integer not null,
  name text not null,
  percent_thousandths integer not null,
  included boolean not null,
  base_amount bigint not null,
  tax_amount bigint not null,
  constraint sale_taxes_pkey primary key (business_id, sale_id, tax_rate_id),
  constraint sale_taxes_sale_fkey foreign key (business_id, sale_id) references sales (business_id, id),
  constraint sale_taxes_rate_fkey foreign key (business_id, tax_rate_id) references tax_rates (business_id, id),
  constraint sale_taxes_amounts_are_not_negative check (base_amount >= 0 and tax_amount >= 0)
);

call audit_sets('sale_taxes', 'sale_taxes', 'sale_id', '');

-- The tax that a refund returns, in proportion to the refunded money.
create table refund_taxes (
  business_id uuid not null,
  refund_id uuid not null,
  sale_id uuid not null,
  tax_rate_id uuid not null,
  base_amount bigint not null,
  tax_amount bigint not null,
  constraint refund_taxes_pkey primary key (business_id, refund_id, tax_rate_id),
  constraint refund_taxes_refund_fkey foreign key (business_id, refund_id) references refunds (business_id, id),
  constraint refund_taxes_tax_fkey foreign key (business_id, sale_id, tax_rate_id) references sale_taxes (business_id, sale_id, tax_rate_id),
  constraint refund_taxes_amounts_are_not_negative check (base_amount >= 0 and tax_amount >= 0)
);

create index refund_taxes_by_sale on refund_taxes (business_id, sale_id);

call audit_sets('refund_taxes', 'refund_taxes', 'refund_id', '');
