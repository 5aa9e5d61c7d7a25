-- Subscriptions and what was sent to them. An endpoint is a queue of its own: a worker takes an endpoint, not a
-- delivery, so that one that hangs holds up nobody but itself. next_due_at is the earliest due_at of its deliveries
-- that may go out now (of a disabled one: tests and redeliveries alone), or null.

create table webhook_endpoints (
  business_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  source text not null,
  status text not null,
  -- Sealed with the installation's secret; the earlier one signs too until its time is over.
  secret_sealed text not null,
  earlier_secret_sealed text,
  earlier_secret_until timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  next_due_at timestamptz,
  -- Whoever took the endpoint may write down results while lease_number is the one they were given.
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

-- Few, whatever happens: those that fail, by when they began to and by when they last did.
create index webhook_endpoints_failing_for_long on webhook_endpoints (failing_since)
where
  failing_since is not null
  and status = 'enabled';

create index webhook_endpoints_failed_lately on webhook_endpoints (last_failure_at)
where
  failing_since is not null;

create index webhook_endpoints_by_age on webhook_endpoints (business_id, created_at desc, id desc);

-- One event on its way to one endpoint, and how each attempt went. A test has no event. due_at is null when nothing
-- more will be tried by itself.
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

-- An event goes to an endpoint once by itself, however often the relay is interrupted.
create unique index webhook_deliveries_once_per_event on webhook_deliveries (business_id, endpoint_id, event_id)
where
  kind = 'event';

-- When half of our receivers failed at once, it was most likely us: that time shuts nobody off. Global.
create table delivery_outages (
  id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  constraint delivery_outages_pkey primary key (id),
  constraint delivery_outages_is_an_interval check (ended_at > started_at)
);

create index delivery_outages_by_end on delivery_outages (ended_at);
