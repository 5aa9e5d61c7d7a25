-- Staff members, the locations at which they work, and their working hours.

create table staff (
  business_id uuid not null,
  id uuid not null,
  first_name text not null,
  last_name text,
  display_name text not null,
  title text,
  bookable boolean not null,
  active boolean not null,
  color text,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint staff_pkey primary key (business_id, id),
  constraint staff_subject_fkey foreign key (business_id, id) references subjects (business_id, id)
);

create table staff_locations (
  business_id uuid not null,
  staff_id uuid not null,
  location_id uuid not null,
  constraint staff_locations_pkey primary key (business_id, staff_id, location_id),
  constraint staff_locations_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint staff_locations_location_fkey foreign key (business_id, location_id) references locations (business_id, id)
);

create index staff_locations_by_location on staff_locations (business_id, location_id, staff_id);

create table staff_hours (
  business_id uuid not null,
  staff_id uuid not null,
  location_id uuid not null,
  weekday integer not null,
  starts_minute integer not null,
  ends_minute integer not null,
  constraint staff_hours_pkey primary key (business_id, staff_id, location_id, weekday, starts_minute),
  constraint staff_hours_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint staff_hours_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint staff_hours_weekday_is_known check (weekday between 1 and 7),
  constraint staff_hours_is_an_interval check (starts_minute between 0 and 1439 and ends_minute > starts_minute and ends_minute <= 2880)
);

create table staff_hour_exceptions (
  business_id uuid not null,
  staff_id uuid not null,
  location_id uuid not null,
  date date not null,
  intervals jsonb not null,
  constraint staff_hour_exceptions_pkey primary key (business_id, staff_id, location_id, date),
  constraint staff_hour_exceptions_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint staff_hour_exceptions_location_fkey foreign key (business_id, location_id) references locations (business_id, id)
);

create table time_off (
  business_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  label text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint time_off_pkey primary key (business_id, id),
  constraint time_off_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint time_off_is_an_interval check (ends_at > starts_at)
);

create index time_off_by_staff on time_off (business_id, staff_id, starts_at, id);
