-- Returns the number of the database partition that stores the rows of a business. A statement that locks rows of several businesses
-- must be limited to one partition. A single database has one partition; on a cluster, docs/citus.sql replaces the function.
create function business_partition (business_id uuid) returns bigint language sql stable as $$
  select 0::bigint
$$;
