-- The service menu: services with their phases, prices, staff members and required resources.

create table service_categories (
  business_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint service_categories_pkey primary key (business_id, id),
  constraint service_categories_business_fkey foreign key (business_id) references businesses (id)
);

create unique index service_categories_name_key on service_categories (business_id, lower(name))
where
  archived_at is null;

create table services (
  business_id uuid not null,
  id uuid not null,
  category_id uuid,
  name text not null,
  description text,
  initial_minutes integer not null,
  processing_minutes integer not null,
  finishing_minutes integer not null,
  buffer_before_minutes integer not null,
  buffer_after_minutes integer not null,
  price_amount bigint not null,
  price_kind text not null,
  requires_patch_test boolean not null,
  online_bookable boolean not null,
  requires_approval boolean not null,
  active boolean not null,
  slot_step_minutes integer not null,
  min_notice_minutes integer not null,
  max_advance_days integer not null,
  max_per_day integer,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint services_pkey primary key (business_id, id),
  constraint services_business_fkey foreign key (business_id) references businesses (id),
  constraint services_category_fkey foreign key (business_id, category_id) references service_categories (business_id, id),
  constraint services_phases_are_sound check (
    initial_minutes >= 1
    and processing_minutes >= 0
    and finishing_minutes >= 0
    and initial_minutes + processing_minutes + finishing_minutes <= 1440
  ),
  constraint services_buffers_are_sound check (buffer_before_minutes between 0 and 1440 and buffer_after_minutes between 0 and 1440),
  constraint services_price_kind_is_known check (price_kind in ('fixed', 'from', 'free')),
  constraint services_price_is_sound check (price_amount >= 0 and (price_kind <> 'free' or price_amount = 0)),
  constraint services_booking_rules_are_sound check (
    slot_step_minutes between 1 and 1440
    and min_notice_minutes >= 0
    and max_advance_days >= 0
    and (max_per_day is null or max_per_day >= 1)
  )
);

create table service_locations (
  business_id uuid not null,
  service_id uuid not null,
  location_id uuid not null,
  constraint service_locations_pkey primary key (business_id, service_id, location_id),
  constraint service_locations_service_fkey foreign key (business_id, service_id) references services (business_id, id),
  constraint service_locations_location_fkey foreign key (business_id, location_id) references locations (business_id, id)
);

create table service_resources (
  business_id uuid not null,
  service_id uuid not null,
  type text not null,
  count integer not null,
  constraint service_resources_pkey primary key (business_id, service_id, type),
  constraint service_resources_service_fkey foreign key (business_id, service_id) references services (business_id, id),
  constraint service_resources_count_is_positive check (count >= 1)
);

-- The staff members who perform a service. If the duration or the price is null, the value of the service applies.
create table service_staff (
  business_id uuid not null,
  service_id uuid not null,
  staff_id uuid not null,
  duration_minutes integer,
  price_amount bigint,
  constraint service_staff_pkey primary key (business_id, service_id, staff_id),
  constraint service_staff_service_fkey foreign key (business_id, service_id) references services (business_id, id),
  constraint service_staff_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint service_staff_duration_is_sound check (duration_minutes between 1 and 1440),
  constraint service_staff_price_is_sound check (price_amount >= 0)
);

create index service_staff_by_staff on service_staff (business_id, staff_id, service_id);
