-- The audit log: who changed what, when and from which address, with the values before and after. Triggers on the tables write
-- the log, so that every change is logged regardless of the code that makes the change. The server stores the actor in the
-- setting daybook.actor directly after the begin of the transaction. If the setting is missing, the actor is the system.

create table audit_log (
  business_id uuid not null,
  id uuid not null,
  -- The time of the database's clock; the actor cannot choose it.
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id uuid,
  address text,
  request_id text,
  entity text not null,
  entity_id uuid not null,
  action text not null,
  -- For a change, only the columns that differ.
  before jsonb,
  after jsonb,
  -- The client that the entry is about, and the time at which the entry's values were emptied because the client was erased.
  client_id uuid,
  erased_at timestamptz,
  constraint audit_log_pkey primary key (business_id, id),
  constraint audit_log_business_fkey foreign key (business_id) references businesses (id),
  constraint audit_log_actor_kind_is_known check (actor_kind in ('user', 'key', 'public', 'system')),
  constraint audit_log_user_or_key_is_named check ((actor_kind in ('user', 'key')) = (actor_id is not null)),
  constraint audit_log_action_is_known check (action in ('created', 'changed', 'deleted')),
  constraint audit_log_erased_is_empty check (erased_at is null or (before is null and after is null))
);

create index audit_log_by_time on audit_log (business_id, at desc, id desc);

create index audit_log_by_actor on audit_log (business_id, actor_id, at desc, id desc)
where
  actor_id is not null;

create index audit_log_by_entity on audit_log (business_id, entity_id, at desc, id desc);

create index audit_log_by_client on audit_log (business_id, client_id)
where
  client_id is not null
  and erased_at is null;

-- Rejects changes and deletions of entries, with one exception: an update may empty an entry about an erased client and set
-- erased_at.
create function audit_log_stays () returns trigger language plpgsql as $$
declare
  emptied constant text[] := array['before', 'after', 'address', 'erased_at'];
begin
  if tg_op = 'UPDATE' then
    if old.client_id is not null
      and old.erased_at is null
      and new.erased_at is not null
      and (new.address is not distinct from old.address or (new.address is null and old.actor_kind = 'public'))
      and to_jsonb(new) - emptied = to_jsonb(old) - emptied then
      return new;
    end if;
  end if;
  raise exception 'audit_log is append-only';
end
$$;

create trigger audit_log_stays
before update or delete on audit_log
for each row
execute function audit_log_stays ();

create trigger audit_log_is_not_truncated
before truncate on audit_log
for each statement
execute function audit_log_stays ();

-- Returns whether the log shows a column. The log never shows encrypted or hashed values, secrets or tokens (recognised by the
-- column's name in any table), or columns that the trigger excludes.
create function audit_shows (column_name text, left_out text[]) returns boolean language sql immutable as $$
  select (column_name !~ '(_sealed|_sha256|_hmac|secret|token|password)' or column_name ~ '_(at|until)$')
    and column_name <> 'business_id'
    and not column_name = any (left_out)
$$;

-- Returns a row as the log shows it, without null values.
create function audit_shown (full_row jsonb, left_out text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value)
  from jsonb_each(full_row)
  where value <> 'null'
    and audit_shows(key, left_out)
$$;

create function audit_write (
  business_id uuid,
  entity text,
  entity_id uuid,
  action text,
  before jsonb,
  after jsonb,
  client_id uuid
) returns void language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('daybook.actor', true), ''), '{"kind": "system"}')::jsonb;
  moment timestamptz := clock_timestamp();
  micros bigint := floor(extract(epoch from moment) * 1000000);
begin
  -- A restore also restores the log, so the trigger writes no new entries for a restore.
  if actor ->> 'kind' = 'restore' then
    return;
  end if;
  insert into audit_log (
    business_id, id, at, actor_kind, actor_id, address, request_id, entity, entity_id, action, before, after, client_id
  )
  values (
    business_id,
    -- A UUID version 7 with microseconds after its milliseconds, so that entries of one transaction sort in the order of writing.
    encode(
      int8send((micros / 1000) << 16 | 28672 | (micros % 1000) * 4096 / 1000) || substring(uuid_send(gen_random_uuid()) from 9),
      'hex'
    )::uuid,
    date_trunc('milliseconds', moment), actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'address', actor ->> 'request',
    entity, entity_id, action, before, after, client_id
  );
end
$$;

-- Writes an entry for each row. Arguments: the entity, the column with the record's id, and the columns that the entry leaves
-- out. A change of only these columns writes no entry.
create function audit_row () returns trigger language plpgsql as $$
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
    (case when tg_table_name = 'clients' then named ->> 'id' else named ->> 'client_id' end)::uuid
  );
  return null;
end
$$;

-- Writes one entry for all rows of a statement that belong to the same record, such as the hours of a location, which are set
-- together. Arguments: the entity, the column with the record's id, and the columns that the entry leaves out.
create function audit_set () returns trigger language plpgsql as $$
declare
  left_out text[] := string_to_array(tg_argv[2], ',') || tg_argv[1];
begin
  if tg_op = 'DELETE' then
    perform audit_write(business_id, tg_argv[0], parent_id, 'deleted', jsonb_build_object('rows', shown), null, null)
    from (
      select (one ->> 'business_id')::uuid as business_id, (one ->> tg_argv[1])::uuid as parent_id,
        jsonb_agg(audit_shown(one, left_out) order by one) as shown
      from (select to_jsonb(each) as one from old_rows as each) as each
      group by 1, 2
    ) as gone;
  else
    perform audit_write(business_id, tg_argv[0], parent_id, 'created', null, jsonb_build_object('rows', shown), null)
    from (
      select (one ->> 'business_id')::uuid as business_id, (one ->> tg_argv[1])::uuid as parent_id,
        jsonb_agg(audit_shown(one, left_out) order by one) as shown
      from (select to_jsonb(each) as one from new_rows as each) as each
      group by 1, 2
    ) as come;
  end if;
  return null;
end
$$;

-- Logs the changes of a table whose rows are records. `what` lists the trigger events that are logged.
create procedure audit_rows (of_table regclass, entity text, id_column text, left_out text, what text default 'insert or update or delete')
language plpgsql as $$
begin
  execute format(
    'create trigger audit after %s on %s for each row execute function audit_row(%L, %L, %L)',
    what, of_table, entity, id_column, left_out
  );
end
$$;

-- Logs the changes of a table whose rows are parts of a record and are usually replaced, not updated.
create procedure audit_sets (of_table regclass, entity text, parent_column text, left_out text)
language plpgsql as $$
begin
  execute format(
    'create trigger audit_insert after insert on %s referencing new table as new_rows for each statement execute function audit_set(%L, %L, %L)',
    of_table, entity, parent_column, left_out
  );
  execute format(
    'create trigger audit_delete after delete on %s referencing old table as old_rows for each statement execute function audit_set(%L, %L, %L)',
    of_table, entity, parent_column, left_out
  );
  execute format(
    'create trigger audit_update after update on %s for each row execute function audit_row(%L, %L, %L)',
    of_table, entity, parent_column, left_out
  );
end
$$;

-- created_at and updated_at are excluded, because each entry has its own time.
call audit_rows('businesses', 'business', 'id', 'id,created_at,updated_at');
call audit_rows('client_fields', 'client_field', 'id', 'id,created_at,updated_at');
call audit_rows('locations', 'location', 'id', 'id,created_at,updated_at');
call audit_sets('location_hours', 'location_hours', 'location_id', '');
call audit_sets('location_hour_exceptions', 'location_hour_exceptions', 'location_id', '');
call audit_rows('resources', 'resource', 'id', 'id,created_at,updated_at');
-- Only changes of a resource's capacity are logged, because the capacity of a staff member never changes.
call audit_rows('subjects', 'resource', 'id', 'id,kind,version', 'update of capacity');
call audit_rows('staff', 'staff', 'id', 'id,created_at,updated_at');
call audit_sets('staff_locations', 'staff_locations', 'staff_id', '');
call audit_sets('staff_hours', 'staff_hours', 'staff_id', '');
call audit_sets('staff_hour_exceptions', 'staff_hour_exceptions', 'staff_id', '');
call audit_rows('time_off', 'time_off', 'id', 'id,created_at,updated_at');
call audit_rows('service_categories', 'service_category', 'id', 'id,created_at,updated_at');
call audit_rows('services', 'service', 'id', 'id,created_at,updated_at');
call audit_sets('service_locations', 'service_locations', 'service_id', '');
call audit_sets('service_resources', 'service_resources', 'service_id', '');
call audit_sets('service_staff', 'service_staff', 'service_id', '');
call audit_rows('memberships', 'member', 'user_id', 'id,user_id,created_at,updated_at');
call audit_rows('invitations', 'invitation', 'id', 'id,sent_at,created_at,updated_at');
-- last_used_at is updated often and is not a change of the key.
call audit_rows('api_keys', 'api_key', 'id', 'id,created_at,last_used_at', 'insert or delete or update of label, scopes, created_by, revoked_at');
call audit_rows('policies', 'policy', 'id', 'id,created_at');
call audit_rows('clients', 'client', 'id', 'id,last_name_sort,first_name_sort,search_words,version,created_at,updated_at');
-- New appointments are not logged: the appointment itself shows when and from which source it was booked, and an entry would add
-- a fifth of a millisecond to each booking.
call audit_rows('appointments', 'appointment', 'id', 'id,starts_local,tz_version,version,created_at,updated_at', 'update or delete');
call audit_rows('blocks', 'block', 'id', 'id,created_at,updated_at');
call audit_rows('promotions', 'promotion', 'id', 'id,created_at,updated_at');
call audit_rows('appointment_promotions', 'appointment_promotion', 'appointment_id', 'appointment_id');
call audit_rows('prepaid_offers', 'prepaid_offer', 'id', 'id,created_at,updated_at');
call audit_rows('wallet_holdings', 'wallet_holding', 'id', 'id,created_at,updated_at');
call audit_rows('wallet_entries', 'wallet_entry', 'holding_id', 'holding_id,created_at');
call audit_rows('sales', 'sale', 'id', 'id,created_at,updated_at');
-- Free text, which may name a person, stays only in its own table: the log leaves it out.
call audit_sets('sale_lines', 'sale_lines', 'sale_id', 'description');
call audit_rows('payments', 'payment', 'id', 'id,reference,created_at,updated_at');
call audit_rows('refunds', 'refund', 'id', 'id,reason,created_at,updated_at');
call audit_rows('payment_accounts', 'payment_account', 'id', 'id,created_at,updated_at');
call audit_rows('form_templates', 'form_template', 'id', 'id,created_at,updated_at');
call audit_rows('form_template_versions', 'form_template_version', 'template_id', 'template_id,created_at');
call audit_sets('form_template_services', 'form_template_services', 'template_id', '');
-- The content of a signed form stays only in its own table.
call audit_rows('forms', 'form', 'id', 'id,answers,consents,signature_png,signer_name,signer_address,created_at,updated_at');
call audit_rows('photos', 'photo', 'id', 'id,created_at,updated_at');
-- The results of deliveries are in the delivery log.
call audit_rows('webhook_endpoints', 'webhook_endpoint', 'id', 'id,failing_since,last_success_at,last_failure_at,last_error,next_due_at,lease_until,lease_number,created_at,updated_at', 'insert or delete or update of url, events, source, status, secret_sealed, earlier_secret_until');
