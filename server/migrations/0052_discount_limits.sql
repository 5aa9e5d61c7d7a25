-- The largest discount that business members of each role may give, in percent of the booked and menu prices. Owners have no
-- limit.
alter table policies
add column staff_max_discount_percent integer not null default 0,
add column reception_max_discount_percent integer not null default 20,
add column manager_max_discount_percent integer not null default 100,
add constraint policies_max_discounts_are_percentages check (
  staff_max_discount_percent between 0 and 100
  and reception_max_discount_percent between 0 and 100
  and manager_max_discount_percent between 0 and 100
);
