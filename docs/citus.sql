-- Distributes a migrated Daybook database on a Citus cluster. `daybook migrate --citus` runs this script after the migrations.
-- An administrator can also run it with psql -v ON_ERROR_STOP=1 -f docs/citus.sql "$DATABASE_URL".
--
-- Run the script on the coordinator, as a superuser, while no Daybook process runs, after "create extension citus" and
-- citus_add_node for each worker. Without workers, Citus runs on one node. One transaction distributes all tables.
-- A second run distributes only the tables that are not distributed yet. docs/scale.md lists the results with Citus 13.2.

begin;

-- Use only one connection to each node, so that every statement sees the earlier changes of this transaction.
set local citus.multi_shard_modify_mode = 'sequential';
-- Daybook's triggers are safe: they reject changes to ledgers and signed forms, and write the audit log of the same business.
set local citus.enable_unsafe_triggers = on;

-- The tables of a business, each with its distribution column. Citus co-locates all rows of a business on one node.
create temporary table spread (name text, by_column text) on commit drop;
insert into spread (name, by_column) values
  ('businesses', 'id'),
  ('appointment_items', 'business_id'),
  ('appointment_notifications', 'business_id'),
  ('appointment_promotions', 'business_id'),
  ('appointments', 'business_id'),
  ('audit_log', 'business_id'),
  ('blocked_contacts', 'business_id'),
  ('blocks', 'business_id'),
  ('booking_pages', 'business_id'),
  ('calendars', 'business_id'),
  ('changes', 'business_id'),
  ('claims', 'business_id'),
  ('client_fields', 'business_id'),
  ('client_notes', 'business_id'),
  ('clients', 'business_id'),
  ('day_closing_entries', 'business_id'),
  ('day_closing_methods', 'business_id'),
  ('day_closings', 'business_id'),
  ('deposits', 'business_id'),
  ('discarded_blobs', 'business_id'),
  ('entitlements', 'business_id'),
  ('event_bodies', 'business_id'),
  ('events', 'business_id'),
  ('exports', 'business_id'),
  ('form_template_services', 'business_id'),
  ('form_template_versions', 'business_id'),
  ('form_templates', 'business_id'),
  ('forms', 'business_id'),
  ('freed_times', 'business_id'),
  ('hold_payments', 'business_id'),
  ('holds', 'business_id'),
  ('idempotency_keys', 'partition_id'),
  ('import_rows', 'business_id'),
  ('imports', 'business_id'),
  ('kiosk_pins', 'business_id'),
  ('location_hour_exceptions', 'business_id'),
  ('location_hours', 'business_id'),
  ('locations', 'business_id'),
  ('message_settings', 'business_id'),
  ('online_bookings', 'business_id'),
  ('payment_accounts', 'business_id'),
  ('payments', 'business_id'),
  ('photos', 'business_id'),
  ('pictures', 'business_id'),
  ('policies', 'business_id'),
  ('prepaid_products', 'business_id'),
  ('products', 'business_id'),
  ('promotions', 'business_id'),
  ('provider_events', 'business_id'),
  ('receipt_numbers', 'business_id'),
  ('refund_lines', 'business_id'),
  ('refund_taxes', 'business_id'),
  ('refunds', 'business_id'),
  ('resources', 'business_id'),
  ('sale_lines', 'business_id'),
  ('sale_taxes', 'business_id'),
  ('sales', 'business_id'),
  ('saved_cards', 'business_id'),
  ('service_categories', 'business_id'),
  ('service_locations', 'business_id'),
  ('service_resources', 'business_id'),
  ('service_staff', 'business_id'),
  ('services', 'business_id'),
  ('staff', 'business_id'),
  ('staff_hour_exceptions', 'business_id'),
  ('staff_hours', 'business_id'),
  ('staff_locations', 'business_id'),
  ('stock_entries', 'business_id'),
  ('subject_units', 'business_id'),
  ('subjects', 'business_id'),
  ('tax_rates', 'business_id'),
  ('test_clocks', 'business_id'),
  ('time_off', 'business_id'),
  ('visitor_codes', 'business_id'),
  ('visitors', 'business_id'),
  ('waitlist_entries', 'business_id'),
  ('waitlist_offers', 'business_id'),
  ('waitlist_settings', 'business_id'),
  ('wallet_entries', 'business_id'),
  ('webhook_deliveries', 'business_id'),
  ('webhook_endpoints', 'business_id');

-- Skip the tables that an earlier run or a migration has already distributed.
delete from spread
where exists (
    select from pg_dist_partition d where d.logicalrelid = to_regclass(spread.name) and d.partmethod = 'h'
  );

-- Identities, queues and state of the installation stay on the coordinator as plain tables. They cannot be reference tables, because
-- their triggers write to the audit log of a business, and the rows of a business are on one node only.
create temporary table kept (name text) on commit drop;
insert into kept (name) values
  ('api_keys'),
  ('business_slugs'),
  ('delivery_outages'),
  ('calendar_feeds'),
  ('form_links'),
  ('invitations'),
  ('emails'),
  ('kiosk_pairings'),
  ('kiosks'),
  ('memberships'),
  ('migrations'),
  ('provider_accounts'),
  ('relays'),
  ('request_buckets'),
  ('request_quotas'),
  ('user_accounts'),
  ('user_sessions'),
  ('sign_ups'),
  ('user_verifications'),
  ('users');

create or replace function business_partition (business_id uuid) returns bigint language sql stable as $$
  select get_shard_id_for_distribution_column('businesses', business_id)
$$;

create or replace function has_partitions () returns boolean language sql immutable as $$
  select true
$$;

-- Create the functions on every node, because the nodes' triggers call them.
do $$
declare
  one record;
begin
  for one in
    select p.oid
    from pg_proc p
    where p.pronamespace = current_schema()::text::regnamespace
      and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
    -- In the order of creation, so that each function follows the functions that it calls.
    order by p.oid
  loop
    perform create_distributed_function(one.oid::regprocedure);
  end loop;
end
$$;

-- A table cannot be distributed while a plain table references it, so the script drops the foreign keys and adds them again.
create temporary table taken_off on commit drop as
select
  k.conrelid::regclass as of_table,
  k.conname as name,
  pg_get_constraintdef(k.oid) as definition
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join spread on spread.name = c.relname
where k.contype = 'f'
  and k.connamespace = current_schema()::text::regnamespace;

do $$
declare
  one record;
begin
  for one in select * from taken_off loop
    execute format('alter table %s drop constraint %I', one.of_table, one.name);
  end loop;
  for one in select * from spread order by name <> 'businesses', name loop
    perform create_distributed_table(
      one.name::regclass,
      one.by_column,
      colocate_with => case when one.name = 'businesses' then 'none' else 'businesses' end
    );
  end loop;
  for one in select * from taken_off loop
    execute format('alter table %s add constraint %I %s', one.of_table, one.name, one.definition);
  end loop;
  -- Keep this setting on the coordinator and the workers, because later migrations also create triggers.
  execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
  -- Send a transaction's settings to the workers. They contain the actor, which triggers on the workers write to the audit log.
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
  -- Daybook disables sequential scans in its sessions, because every statement has an index. Nodes open separate sessions to each
  -- other, so the database needs the setting too.
  execute format('alter database %I set enable_seqscan = off', current_database());
  -- Without sequential scans, the estimated cost of a query without an index is so high that PostgreSQL would compile it.
  -- Compiling takes longer than running the query.
  execute format('alter database %I set jit = off', current_database());
end
$$;

commit;

-- Set lock_timeout on the workers, because transactions wait there for row locks and the session's limit does not apply there.
-- With DDL propagation, a worker rejects `alter database`, because Citus would send the statement to all nodes.
do $$
declare
  one record;
begin
  for one in
    select *
    from run_command_on_workers(
        'do $on_worker$ begin'
        ' set local citus.enable_ddl_propagation = off;'
        ' execute format(''alter database %I set lock_timeout = %L'', current_database(), ''3s'');'
        ' end $on_worker$'
      )
  loop
    if not one.success then
      raise exception 'the worker %:% refuses the limit for locks: %', one.nodename, one.nodeport, one.result;
    end if;
  end loop;
end
$$;
