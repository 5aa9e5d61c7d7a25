-- Webhook endpoints and their deliveries. Each endpoint is a separate queue: a worker leases an endpoint, not a delivery, so
-- that an endpoint that hangs delays no other endpoint. next_due_at is the earliest due_at of the deliveries that may be sent
-- (for a disabled endpoint, only tests and redeliveries), or null.

create table webhook_endpoints (
  business_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  source text not null,
  status text not null,
  -- Encrypted with the installation's secret. Until earlier_secret_until, deliveries are also signed with the earlier secret.
  secret_sealed text not null,
  earlier_secret_sealed text,
  earlier_secret_until timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  next_due_at timestamptz,
  -- A worker may store results only while lease_number equals the number that it received with its lease.
  lease_until timestamptz,
  lease_number bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_pkey primary key (business_id, id),
  constraint webhook_endpoints_business_fkey foreign key (business_id) references businesses (id),
  constraint webhook_endpoints_has_an_event check (cardinality(events) > 0),
  constraint webhook_endpoints_source_is_known check (source in ('manual', 'zapier', 'make')),
  constraint webhook_endpoints_status_is_known check (status in ('enabled', 'disabled')),
  constraint webhook_endpoints_disabled_has_a_time check ((status = 'disabled') = (disabled_at is not null)),
  constraint webhook_endpoints_earlier_secret_ends check ((earlier_secret_sealed is null) = (earlier_secret_until is null))
);

create index webhook_endpoints_due on webhook_endpoints (next_due_at, id)
where
  next_due_at is not null
  and failing_since is null;

create index webhook_endpoints_due_failing on webhook_endpoints (next_due_at, id)
where
  next_due_at is not null
  and failing_since is not null;

-- Small indexes of the failing endpoints, by the time of the first failure and by the time of the last failure.
create index webhook_endpoints_failing_for_long on webhook_endpoints (failing_since)
where
  failing_since is not null
  and status = 'enabled';

create index webhook_endpoints_failed_lately on webhook_endpoints (last_failure_at)
where
  failing_since is not null;

create index webhook_endpoints_by_age on webhook_endpoints (business_id, created_at desc, id desc);

-- The delivery of one event to one endpoint, with the result of each attempt. A test has no event. due_at is null when no
-- automatic attempt is left.
create table webhook_deliveries (
  business_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  kind text not null,
  event_id uuid,
  event_type text not null,
  status text not null,
  due_at timestamptz,
  attempt_count integer not null default 0,
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_deliveries_pkey primary key (business_id, id),
  constraint webhook_deliveries_endpoint_fkey foreign key (business_id, endpoint_id) references webhook_endpoints (business_id, id) on delete cascade,
  constraint webhook_deliveries_event_fkey foreign key (business_id, event_id) references events (business_id, id),
  constraint webhook_deliveries_kind_is_known check (kind in ('event', 'redelivery', 'test')),
  constraint webhook_deliveries_status_is_known check (status in ('pending', 'succeeded', 'failed')),
  constraint webhook_deliveries_only_tests_have_no_event check ((kind = 'test') = (event_id is null)),
  constraint webhook_deliveries_only_pending_are_due check (due_at is null or status = 'pending')
);

create index webhook_deliveries_due on webhook_deliveries (business_id, endpoint_id, due_at, id)
where
  due_at is not null;

create index webhook_deliveries_by_endpoint on webhook_deliveries (business_id, endpoint_id, created_at desc, id desc);

create index webhook_deliveries_by_age on webhook_deliveries (created_at);

-- Each event has one automatic delivery to an endpoint, however often the relay is interrupted.
create unique index webhook_deliveries_once_per_event on webhook_deliveries (business_id, endpoint_id, event_id)
where
  kind = 'event';

-- Periods in which half of the receivers failed at the same time, most likely because of a fault of the installation itself.
-- Failures in these periods do not count towards disabling an endpoint. The table is global.
create table delivery_outages (
  id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  constraint delivery_outages_pkey primary key (id),
  constraint delivery_outages_is_an_interval check (ended_at > started_at)
);

create index delivery_outages_by_end on delivery_outages (ended_at);
