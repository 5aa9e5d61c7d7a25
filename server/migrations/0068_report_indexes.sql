-- Indexes for reports on periods of up to a year. They contain all columns that the reports sum, so that the tables are not
-- read.
create index sales_by_completion on sales (business_id, completed_at)
include (location_id, id, client_id, subtotal_amount, discount_amount, tax_amount, tip_amount, total_amount)
where
  completed_at is not null;

create index payments_by_payment_time on payments (business_id, paid_at)
include (location_id, method, status, amount, tip_amount)
where
  paid_at is not null;

create index refunds_by_creation on refunds (business_id, created_at)
include (payment_id, status, amount);
