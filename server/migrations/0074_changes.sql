-- Changes to records. The app updates open screens from them. Triggers write one row for each change, regardless of the code
-- that makes the change. After the commit, one process at a time numbers the rows: a reader that has read up to a position has
-- read all rows before it and continues there without gaps or repeats. Rows are kept for an hour.
create table changes (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Null until the row is numbered. A position is greater than the number of microseconds from the epoch to its assignment, so
  -- a reader can tell from a position whether later rows may already have been deleted.
  position bigint,
  entity text not null,
  entity_id uuid not null,
  kind text not null,
  location_id uuid,
  starts_at timestamptz,
  -- The columns that decide whether a business member with the role `staff` sees the change: the staff members before and
  -- after the change, the appointment and the client.
  staff_ids uuid[] not null,
  appointment_id uuid,
  client_id uuid,
  written_at timestamptz not null,
  constraint changes_pkey primary key (business_id, id),
  constraint changes_kind_is_known check (kind in ('created', 'changed', 'deleted'))
);

create index changes_unnumbered on changes (written_at, id)
where
  position is null;

create index changes_by_position on changes (business_id, position);

-- Finds the last position.
create index changes_by_last_position on changes (position);

create index changes_by_time on changes (written_at);

-- Writes a change. Arguments: the name of the record's collection in the API, such as `clients`, and the column with the
-- record's id.
create function note_change () returns trigger language plpgsql as $$
declare
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  changed_entity_id uuid := (changed ->> tg_argv[1])::uuid;
  change_kind text := case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'changed' end;
begin
  if coalesce(nullif(current_setting('daybook.actor', true), ''), '{}')::jsonb ->> 'kind' = 'restore' then
    return null;
  end if;
  if tg_op = 'UPDATE' and old_row = new_row then
    return null;
  end if;
  -- A gift card without a client belongs to no wallet.
  if changed_entity_id is null then
    return null;
  end if;
  -- A change to a part of a record, such as a staff member's hours, counts as a change to the whole record.
  if tg_argv[1] <> 'id' then
    change_kind := 'changed';
  elsif coalesce(changed ->> 'deleted_at', changed ->> 'archived_at', changed ->> 'revoked_at') is not null then
    change_kind := 'deleted';
  end if;
  insert into changes (
    business_id, entity, entity_id, kind, location_id, starts_at, staff_ids, appointment_id, client_id, written_at
  )
  values (
    coalesce(changed ->> 'business_id', changed ->> 'id')::uuid,
    tg_argv[0],
    changed_entity_id,
    change_kind,
    coalesce(changed ->> 'location_id', case tg_argv[0] when 'locations' then changed ->> 'id' end)::uuid,
    (changed ->> 'starts_at')::timestamptz,
    array_remove(array[(old_row ->> 'staff_id')::uuid, (new_row ->> 'staff_id')::uuid], null),
    coalesce(changed ->> 'appointment_id', case tg_argv[0] when 'appointments' then changed ->> 'id' end)::uuid,
    coalesce(changed ->> 'client_id', case tg_argv[0] when 'clients' then changed ->> 'id' end)::uuid,
    clock_timestamp()
  );
  return null;
end
$$;

-- Writes a change for a staff member to whom an item is no longer assigned. The change has no starts_at, because the item's
-- start may differ from the appointment's; another change in the same transaction contains the appointment's start.
create function note_item_change () returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.staff_id = new.staff_id then
    return null;
  end if;
  insert into changes (business_id, entity, entity_id, kind, staff_ids, appointment_id, written_at)
  values (
    old.business_id, 'appointments', old.appointment_id, 'changed', array[old.staff_id], old.appointment_id, clock_timestamp()
  );
  return null;
end
$$;

create trigger note_change after update or delete on appointment_items
for each row execute function note_item_change ();

-- A ledger entry changes the wallet of the entitlement's client.
create function note_wallet_entry () returns trigger language plpgsql as $$
begin
  if coalesce(nullif(current_setting('daybook.actor', true), ''), '{}')::jsonb ->> 'kind' = 'restore' then
    return null;
  end if;
  insert into changes (business_id, entity, entity_id, kind, staff_ids, client_id, written_at)
  select business_id, 'wallets', client_id, 'changed', array[]::uuid[], client_id, clock_timestamp()
  from entitlements
  where business_id = new.business_id
    and id = new.entitlement_id
    and client_id is not null;
  return null;
end
$$;

create trigger note_change after insert on wallet_entries
for each row execute function note_wallet_entry ();

create procedure note_changes (table_name text, entity text, id_column text) language plpgsql as $$
begin
  execute format(
    'create trigger note_change after insert or update or delete on %I for each row execute function note_change (%L, %L)',
    table_name, entity, id_column
  );
end
$$;

call note_changes('appointments', 'appointments', 'id');
call note_changes('appointment_promotions', 'appointments', 'appointment_id');
call note_changes('blocks', 'blocks', 'id');
call note_changes('time_off', 'time_off', 'id');
call note_changes('staff', 'staff', 'id');
call note_changes('staff_locations', 'staff', 'staff_id');
call note_changes('staff_hours', 'staff_hours', 'staff_id');
call note_changes('staff_hour_exceptions', 'staff_hours', 'staff_id');
call note_changes('businesses', 'businesses', 'id');
call note_changes('booking_pages', 'booking_pages', 'business_id');
call note_changes('tax_rates', 'tax_rates', 'id');
call note_changes('client_fields', 'client_fields', 'id');
call note_changes('policies', 'policies', 'id');
call note_changes('locations', 'locations', 'id');
call note_changes('location_hours', 'locations', 'location_id');
call note_changes('location_hour_exceptions', 'locations', 'location_id');
call note_changes('resources', 'resources', 'id');
call note_changes('service_categories', 'service_categories', 'id');
call note_changes('services', 'services', 'id');
call note_changes('service_staff', 'services', 'service_id');
call note_changes('service_locations', 'services', 'service_id');
call note_changes('service_resources', 'services', 'service_id');
call note_changes('form_templates', 'form_templates', 'id');
call note_changes('promotions', 'promotions', 'id');
call note_changes('prepaid_products', 'prepaid_products', 'id');
call note_changes('clients', 'clients', 'id');
call note_changes('forms', 'forms', 'id');
call note_changes('photos', 'photos', 'id');
call note_changes('entitlements', 'wallets', 'client_id');
call note_changes('products', 'products', 'id');
call note_changes('sales', 'sales', 'id');
call note_changes('payments', 'payments', 'id');
call note_changes('day_closings', 'day_closings', 'id');
call note_changes('memberships', 'members', 'user_id');
call note_changes('invitations', 'invitations', 'id');
call note_changes('payment_accounts', 'payment_accounts', 'id');

-- Updates of other columns are not recorded as changes: each use of a key and each delivery updates some of them.
create trigger note_change after insert or delete or update of label, scopes, revoked_at on api_keys
for each row execute function note_change ('api_keys', 'id');

create trigger note_change after insert or delete or update of url, events, status on webhook_endpoints
for each row execute function note_change ('webhook_endpoints', 'id');

create trigger note_change after update of capacity on subjects
for each row when (old.kind = 'resource') execute function note_change ('resources', 'id');
