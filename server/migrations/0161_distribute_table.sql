-- A migration that creates a table of a business calls this function after `create table`: on a Citus cluster the rows of a business
-- are then stored with its other rows. On a single database it does nothing.
create function distribute_table (table_name regclass) returns void language plpgsql as $$
begin
  if to_regclass('pg_dist_partition') is null then
    return;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = 'businesses'::regclass and partmethod = 'h') then
    perform create_distributed_table(table_name, 'business_id', colocate_with => 'businesses');
  end if;
end
$$;
