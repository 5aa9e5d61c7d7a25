-- Receipts: a consecutive number for each sale that closes, and the tax number of the business.
alter table businesses
add column tax_number text;

-- A transaction that closes a sale locks the row until its commit, so that no number is skipped or used twice.
create table receipt_numbers (
  business_id uuid not null,
  last_number bigint not null,
  constraint receipt_numbers_pkey primary key (business_id),
  constraint receipt_numbers_business_fkey foreign key (business_id) references businesses (id)
);

alter table sales
add column receipt_number bigint,
add constraint sales_only_closed_have_a_receipt check (receipt_number is null or completed_at is not null);

update sales
set receipt_number = numbered.receipt_number
from (
  select business_id, id, row_number() over (partition by business_id order by completed_at, id) as receipt_number
  from sales
  where completed_at is not null
) as numbered
where sales.business_id = numbered.business_id
  and sales.id = numbered.id;

insert into receipt_numbers (business_id, last_number)
select business_id, max(receipt_number)
from sales
where receipt_number is not null
group by business_id;

create unique index sales_receipt_number_key on sales (business_id, receipt_number);
