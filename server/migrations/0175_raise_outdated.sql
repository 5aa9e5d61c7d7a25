-- Ends a transaction that was decided on facts that have changed (decision 103). A statement calls it in the `else` of a case. It is
-- volatile, so that PostgreSQL does not call it while planning. Its codes are of the class P0, as those of other raised exceptions.
create function raise_outdated (state text) returns boolean language plpgsql volatile as $$
begin
  raise exception 'the facts on which this transaction was decided have changed' using errcode = state;
end;
$$;
