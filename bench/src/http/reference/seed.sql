-- The salon of the reference: 50 staff members, 500 clients and a month of appointments, on the tables after migration
-- 0136_logos_on_booking_pages.
insert into businesses (id, name, slug, type, locale, country, currency, time_zone, created_at, updated_at, webhook_payload)
values (
  '0198f3a0-0001-7000-8000-000000000001', 'Salon 1', 'salon-1', 'salon', 'de-DE', 'DE', 'EUR', 'Europe/Berlin', now(), now(), 'full'
);
insert into calendars (business_id, snapshot_version) values ('0198f3a0-0001-7000-8000-000000000001', 1);
insert into locations (business_id, id, name, active, address, version, time_zone, created_at, updated_at)
values (
  '0198f3a0-0001-7000-8000-000000000001', '0198f3a0-0001-7000-8000-000000000002', 'Salon 1', true,
  '{"line1": "Lindenstr. 1", "city": "Berlin", "country": "DE"}', 1, 'Europe/Berlin', now(), now()
);
insert into services (
  business_id, id, name, active, position, created_at, updated_at, price_kind, price_amount, initial_minutes, processing_minutes,
  finishing_minutes, buffer_before_minutes, buffer_after_minutes, online_bookable, max_advance_days, requires_approval,
  slot_step_minutes, min_notice_minutes, requires_patch_test
)
values (
  '0198f3a0-0001-7000-8000-000000000001', '0198f3a0-0001-7000-8000-000000000003', 'Cut', true, 1, now(), now(), 'fixed', 4500, 30, 0,
  0, 0, 0, true, 90, false, 15, 120, false
);
insert into subjects (business_id, id, kind, capacity, version)
select '0198f3a0-0001-7000-8000-000000000001', ('0198f3a0-0001-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, 'staff', 1, 1
from generate_series(1, 50) as n;
insert into subject_units (business_id, subject_id, unit)
select business_id, id, 0 from subjects;
insert into staff (
  business_id, id, active, bookable, position, first_name, display_name, created_at, updated_at, hours_version
)
select business_id, id, true, true, 1, 'Ann', 'Ann', now(), now(), 1 from subjects;
insert into clients (
  business_id, id, version, created_at, updated_at, first_name, search_words, custom_fields, last_name_sort, first_name_sort
)
select '0198f3a0-0001-7000-8000-000000000001', ('0198f3a0-0001-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid, 1, now(), now(), 'Zoe',
  to_tsvector('simple', 'zoe'), '{}', '', 'zoe'
from generate_series(1, 500) as n;
create temp table planned as
select row_number() over () as n, staff, date_trunc('day', now()) + day * interval '1 day' + hour * interval '1 hour' as starts_at
from generate_series(1, 50) as staff, generate_series(7, 37) as day, generate_series(8, 15) as hour;
insert into appointments (
  business_id, id, location_id, client_id, status, starts_at, ends_at, starts_local, tz_version, source, total_amount, currency, version,
  created_at, updated_at
)
select '0198f3a0-0001-7000-8000-000000000001', ('0198f3a0-0001-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid,
  '0198f3a0-0001-7000-8000-000000000002', ('0198f3a0-0001-7000-8002-' || lpad(to_hex(1 + n % 500), 12, '0'))::uuid, 'booked', starts_at,
  starts_at + interval '30 minutes', starts_at at time zone 'Europe/Berlin', '2026a', 'import', 4500, 'EUR', 1, now(), now()
from planned;
insert into appointment_items (
  business_id, appointment_id, id, position, service_id, service_name, staff_id, resource_ids, starts_at, ends_at, starts_on,
  initial_minutes, processing_minutes, finishing_minutes, buffer_before_minutes, buffer_after_minutes, price_amount, takes_time
)
select '0198f3a0-0001-7000-8000-000000000001', ('0198f3a0-0001-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid,
  ('0198f3a0-0001-7000-8004-' || lpad(to_hex(n), 12, '0'))::uuid, 1, '0198f3a0-0001-7000-8000-000000000003', 'Cut',
  ('0198f3a0-0001-7000-8001-' || lpad(to_hex(staff), 12, '0'))::uuid, '{}', starts_at, starts_at + interval '30 minutes',
  (starts_at at time zone 'Europe/Berlin')::date, 30, 0, 0, 0, 0, 4500, true
from planned;
insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, appointment_id)
select '0198f3a0-0001-7000-8000-000000000001', ('0198f3a0-0001-7000-8005-' || lpad(to_hex(n), 12, '0'))::uuid,
  ('0198f3a0-0001-7000-8001-' || lpad(to_hex(staff), 12, '0'))::uuid, tstzrange(starts_at, starts_at + interval '30 minutes'), 0, false,
  false, ('0198f3a0-0001-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid
from planned;
vacuum analyze;
