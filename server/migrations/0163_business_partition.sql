-- The partition of the database that has the rows of a business. A statement that locks rows of several businesses may concern those of
-- one partition. A single database has one; on a cluster, docs/citus.sql replaces the function.
create function business_partition (business_id uuid) returns bigint language sql stable as $$
  select 0::bigint
$$;
