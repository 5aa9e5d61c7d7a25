-- Whether the rows of businesses are on several nodes. docs/citus.sql replaces the function. It is immutable, so that PostgreSQL leaves
-- out the conditions that only a cluster needs when it plans a statement.
create function has_partitions () returns boolean language sql immutable as $$
  select false
$$;
