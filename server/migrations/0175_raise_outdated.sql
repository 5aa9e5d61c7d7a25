-- Aborts a transaction whose assumptions no longer hold (decision 103). A statement that checks an assumption calls the
-- function in the `else` of a `case`. The function is volatile, so that PostgreSQL does not call it while planning. Its
-- SQLSTATEs are in the class P0, like those of other raised exceptions.
create function raise_outdated (state text) returns boolean language plpgsql volatile as $$
begin
  raise exception 'the facts on which this transaction was decided have changed' using errcode = state;
end;
$$;
