-- A record's `updated_at` never goes backwards, whatever the order of concurrent writes and the clocks of the processes.

create function keep_updated_at () returns trigger language plpgsql as $$
begin
  new.updated_at := old.updated_at;
  return new;
end
$$;

do $$
declare
  updated_table text;
begin
  for updated_table in
    select c.relname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped
    where c.relnamespace = current_schema()::text::regnamespace
      and c.relkind = 'r'
    order by c.relname
  loop
    execute format(
      'create trigger keep_updated_at before update on %I for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ()',
      updated_table
    );
  end loop;
end
$$;
