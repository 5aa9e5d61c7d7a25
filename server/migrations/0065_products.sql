-- Products for sale at the counter. `stock` is null if the product's stock is not tracked. It may be negative, because a sale is
-- never rejected for lack of stock.
create table products (
  business_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  sku text,
  barcode text,
  price_amount bigint not null,
  tax_rate_id uuid,
  stock integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint products_pkey primary key (business_id, id),
  constraint products_business_fkey foreign key (business_id) references businesses (id),
  constraint products_tax_rate_fkey foreign key (business_id, tax_rate_id) references tax_rates (business_id, id),
  constraint products_price_is_not_negative check (price_amount >= 0)
);

create unique index products_sku_key on products (business_id, lower(sku))
where
  archived_at is null;

create unique index products_barcode_key on products (business_id, barcode)
where
  archived_at is null;

create index products_by_name on products (business_id, lower(name), id);

-- The audit log leaves out the stock: the stock ledger records its changes.
call audit_rows('products', 'product', 'id', 'id,stock,created_at,updated_at');

alter table sale_lines
add column product_id uuid,
add constraint sale_lines_product_fkey foreign key (business_id, product_id) references products (business_id, id),
add constraint sale_lines_only_products_name_one check (product_id is null or kind = 'product');

-- The stock ledger: the deltas of a tracked product add up to its stock, those of any other product to 0.
create table stock_entries (
  business_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  cause text not null,
  delta integer not null,
  sale_id uuid,
  sale_line_id uuid,
  refund_id uuid,
  created_at timestamptz not null,
  constraint stock_entries_pkey primary key (business_id, id),
  constraint stock_entries_product_fkey foreign key (business_id, product_id) references products (business_id, id),
  constraint stock_entries_line_fkey foreign key (business_id, sale_id, sale_line_id) references sale_lines (business_id, sale_id, id),
  constraint stock_entries_refund_fkey foreign key (business_id, refund_id) references refunds (business_id, id),
  constraint stock_entries_cause_is_known check (cause in ('count', 'sale', 'return', 'restore')),
  constraint stock_entries_cause_has_its_sign check (
    case cause
      when 'return' then delta > 0
      when 'count' then delta <> 0
      else delta < 0
    end
  ),
  constraint stock_entries_sale_is_named check ((cause = 'count') = (sale_id is null and sale_line_id is null))
);

create index stock_entries_by_product on stock_entries (business_id, product_id, created_at, id);

create index stock_entries_by_line on stock_entries (business_id, sale_id, sale_line_id)
where
  sale_id is not null;

create index stock_entries_by_refund on stock_entries (business_id, refund_id)
where
  refund_id is not null;

create function stock_entries_stay () returns trigger language plpgsql as $$
begin
  raise exception 'stock_entries is append-only';
end
$$;

create trigger stock_entries_stay
before update or delete or truncate on stock_entries
for each statement
execute function stock_entries_stay ();
