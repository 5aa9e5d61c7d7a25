-- Appointments, their items, and blocks. An appointment stores its local start and the version of the time-zone data with
-- which it was computed, so that the wall time can be kept when the rules of the zone change.

create extension if not exists btree_gist;

create table appointments (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  client_id uuid not null,
  series_id uuid,
  status text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  starts_local timestamp not null,
  tz_version text not null,
  source text not null,
  total_amount bigint not null,
  currency text not null,
  internal_note text,
  status_reason text,
  confirmed_at timestamptz,
  arrived_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  declined_at timestamptz,
  no_show_at timestamptz,
  cancelled_by text,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint appointments_pkey primary key (business_id, id),
  constraint appointments_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint appointments_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint appointments_status_is_known check (
    status in ('requested', 'booked', 'arrived', 'completed', 'cancelled', 'declined', 'no_show')
  ),
  constraint appointments_source_is_known check (source in ('api', 'app', 'online', 'import')),
  constraint appointments_cancelled_by_is_known check (cancelled_by in ('team', 'client', 'system')),
  constraint appointments_is_an_interval check (ends_at > starts_at),
  constraint appointments_note_length check (char_length(internal_note) <= 10000)
);

create index appointments_by_location on appointments (business_id, location_id, starts_at, id) include (ends_at);

-- The index includes the status, so that a client's appointments can be counted by status without reading the table.
create index appointments_by_client on appointments (business_id, client_id, starts_at desc, id desc) include (status);

create table appointment_items (
  business_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  position integer not null,
  service_id uuid not null,
  service_name text not null,
  staff_id uuid not null,
  resource_ids uuid[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  starts_on date not null,
  initial_minutes integer not null,
  processing_minutes integer not null,
  finishing_minutes integer not null,
  duration_minutes integer not null generated always as (initial_minutes + processing_minutes + finishing_minutes) stored,
  buffer_before_minutes integer not null,
  buffer_after_minutes integer not null,
  price_amount bigint not null,
  takes_time boolean not null,
  constraint appointment_items_pkey primary key (business_id, appointment_id, id),
  constraint appointment_items_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint appointment_items_service_fkey foreign key (business_id, service_id) references services (business_id, id),
  constraint appointment_items_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint appointment_items_phases_are_sound check (initial_minutes >= 1 and processing_minutes >= 0 and finishing_minutes >= 0)
);

-- These two indexes find the booked minutes of a staff member and the booked items of a service on a day. takes_time is false
-- for the items of appointments that released their time, such as cancelled ones.
create index appointment_items_by_staff_day on appointment_items (business_id, staff_id, starts_on) include (duration_minutes)
where
  takes_time;

create index appointment_items_by_service_day on appointment_items (business_id, service_id, starts_on)
where
  takes_time;

create table blocks (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  staff_id uuid,
  resource_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  label text,
  series_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint blocks_pkey primary key (business_id, id),
  constraint blocks_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint blocks_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint blocks_resource_fkey foreign key (business_id, resource_id) references resources (business_id, id),
  constraint blocks_names_one_subject check (num_nonnulls(staff_id, resource_id) = 1),
  constraint blocks_is_an_interval check (ends_at > starts_at),
  constraint blocks_label_length check (char_length(label) <= 200)
);

-- A block may last for weeks, so the blocks of a window are found by overlap, not by their start.
create index blocks_by_location on blocks using gist (business_id, location_id, tstzrange(starts_at, ends_at));

create index blocks_by_series on blocks (business_id, series_id, starts_at, id)
where
  series_id is not null;

-- Time that is taken: one row for each unbroken stretch of a subject's time and what took it.
create table claims (
  business_id uuid not null,
  id uuid not null,
  subject_id uuid not null,
  during tstzrange not null,
  lane integer not null,
  forced boolean not null,
  whole boolean not null,
  appointment_id uuid,
  block_id uuid,
  time_off_id uuid,
  hold_id uuid,
  expires_at timestamptz,
  constraint claims_pkey primary key (business_id, id),
  constraint claims_lane_fkey foreign key (business_id, subject_id, lane) references subject_lanes (business_id, subject_id, lane),
  constraint claims_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint claims_block_fkey foreign key (business_id, block_id) references blocks (business_id, id),
  constraint claims_time_off_fkey foreign key (business_id, time_off_id) references time_off (business_id, id),
  constraint claims_have_one_cause check (num_nonnulls(appointment_id, block_id, time_off_id, hold_id) = 1),
  constraint claims_only_holds_expire check ((hold_id is not null) = (expires_at is not null)),
  constraint claims_during_is_finite check (
    not isempty(during)
    and not lower_inf(during)
    and not upper_inf(during)
    and lower_inc(during)
    and not upper_inc(during)
  ),
  -- The second guard, behind the subject's lock: whatever the code above does, no two unforced claims of one lane
  -- can both commit. Deferrable, so that lanes can be handed out anew within one transaction.
  constraint claims_do_not_overlap exclude using gist (
    business_id with =,
    subject_id with =,
    lane with =,
    during with &&
  )
  where
    (not forced) deferrable initially immediate
);

-- The exclusion constraint's index leaves forced claims out; this one has them all, without the lane between the
-- subject and the time.
create index claims_by_subject on claims using gist (business_id, subject_id, during);

-- There are few holds, and they are queried separately.
create index claims_by_hold on claims using gist (business_id, subject_id, during)
where
  hold_id is not null;

create index claims_by_appointment on claims (business_id, appointment_id)
where
  appointment_id is not null;

create index claims_by_block on claims (business_id, block_id)
where
  block_id is not null;

create index claims_by_time_off on claims (business_id, time_off_id)
where
  time_off_id is not null;
