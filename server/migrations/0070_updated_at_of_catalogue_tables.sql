-- The tables that were created after migration 0063 get the trigger that prevents `updated_at` from going backwards.

create trigger keep_updated_at before update on booking_pages
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();
create trigger keep_updated_at before update on products
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();
create trigger keep_updated_at before update on tax_rates
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();
