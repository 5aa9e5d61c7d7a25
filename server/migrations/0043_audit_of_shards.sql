-- The trigger recognises clients by its argument instead of the table's name. In a Citus cluster the shards of a table have
-- different names (clients_102008), so audit entries about clients no longer contained the client's id.

create or replace function audit_row () returns trigger language plpgsql as $$
declare
  left_out text[] := string_to_array(tg_argv[2], ',');
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  named jsonb := coalesce(new_row, old_row);
  old_shown jsonb;
  new_shown jsonb;
  action text := 'changed';
begin
  if tg_op = 'INSERT' then
    action := 'created';
    new_shown := audit_shown(new_row, left_out);
  elsif tg_op = 'DELETE' then
    action := 'deleted';
    old_shown := audit_shown(old_row, left_out);
  else
    select jsonb_object_agg(key, old_row -> key), jsonb_object_agg(key, value)
    into old_shown, new_shown
    from jsonb_each(new_row)
    where value <> old_row -> key
      and audit_shows(key, left_out);
    if new_shown is null then
      return null;
    end if;
    -- Most deletions only mark the row as deleted, archived or revoked.
    if coalesce(new_shown ->> 'deleted_at', new_shown ->> 'archived_at', new_shown ->> 'revoked_at') is not null
      and coalesce(old_shown ->> 'deleted_at', old_shown ->> 'archived_at', old_shown ->> 'revoked_at') is null then
      action := 'deleted';
    end if;
  end if;
  perform audit_write(
    coalesce(named ->> 'business_id', named ->> 'id')::uuid,
    tg_argv[0],
    (named ->> tg_argv[1])::uuid,
    action,
    old_shown,
    new_shown,
    (case when tg_argv[0] = 'client' then named ->> 'id' else named ->> 'client_id' end)::uuid
  );
  return null;
end
$$;
