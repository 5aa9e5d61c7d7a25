-- Returns whether the rows of businesses are on several nodes. docs/citus.sql replaces the function. It is immutable, so that
-- PostgreSQL evaluates it while planning and removes conditions that only a cluster needs.
create function has_partitions () returns boolean language sql immutable as $$
  select false
$$;
