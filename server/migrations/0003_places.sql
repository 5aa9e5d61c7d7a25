-- Locations, their hours, and their rooms and chairs. Hours are wall-clock minutes since local midnight; an
-- interval belongs to the weekday or date on which it starts and may end up to 48:00.

-- Subjects: everything that can be busy. A staff member or resource has the same id as its subject. A transaction that takes
-- time of a subject first locks the subject's row.
create table subjects (
  business_id uuid not null,
  id uuid not null,
  kind text not null,
  capacity integer not null,
  -- Every change to the subject's claims increments the version. A process that caches the subject's busy time compares the
  -- version to find out whether its copy is current.
  version bigint not null,
  constraint subjects_pkey primary key (business_id, id),
  constraint subjects_business_fkey foreign key (business_id) references businesses (id),
  constraint subjects_kind_is_known check (kind in ('staff', 'resource')),
  constraint subjects_capacity_is_positive check (capacity >= 1),
  constraint subjects_staff_works_alone check (kind = 'resource' or capacity = 1)
)
with
  -- Each page keeps free space for updated rows, so that incrementing the version updates no index.
  (fillfactor = 40);

-- The units 0 … capacity − 1 of a subject, called lanes until migration 0044. A claim refers to a unit, so that the
-- database itself enforces the capacity.
create table subject_lanes (
  business_id uuid not null,
  subject_id uuid not null,
  lane integer not null,
  constraint subject_lanes_pkey primary key (business_id, subject_id, lane),
  constraint subject_lanes_subject_fkey foreign key (business_id, subject_id) references subjects (business_id, id),
  constraint subject_lanes_lane_is_not_negative check (lane >= 0)
);

create table locations (
  business_id uuid not null,
  id uuid not null,
  name text not null,
  address jsonb not null,
  phone_e164 text,
  email text,
  time_zone text not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint locations_pkey primary key (business_id, id),
  constraint locations_business_fkey foreign key (business_id) references businesses (id)
);

create table location_hours (
  business_id uuid not null,
  location_id uuid not null,
  weekday integer not null,
  starts_minute integer not null,
  ends_minute integer not null,
  constraint location_hours_pkey primary key (business_id, location_id, weekday, starts_minute),
  constraint location_hours_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint location_hours_weekday_is_known check (weekday between 1 and 7),
  constraint location_hours_is_an_interval check (starts_minute between 0 and 1439 and ends_minute > starts_minute and ends_minute <= 2880)
);

-- An exception replaces the weekly hours on one date. An exception without intervals closes the location on that date.
create table location_hour_exceptions (
  business_id uuid not null,
  location_id uuid not null,
  date date not null,
  intervals jsonb not null,
  constraint location_hour_exceptions_pkey primary key (business_id, location_id, date),
  constraint location_hour_exceptions_location_fkey foreign key (business_id, location_id) references locations (business_id, id)
);

create table resources (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  type text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint resources_pkey primary key (business_id, id),
  constraint resources_subject_fkey foreign key (business_id, id) references subjects (business_id, id),
  constraint resources_location_fkey foreign key (business_id, location_id) references locations (business_id, id)
);

create index resources_by_location on resources (business_id, location_id, type, id);
