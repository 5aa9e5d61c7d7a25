-- A migration that creates a table of businesses calls this function after `create table`. On a Citus cluster, the function
-- distributes the table, so that its rows of a business are on the node that stores the business. On a single database it does
-- nothing.
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
