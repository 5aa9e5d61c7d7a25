-- Businesses, and the custom fields of their clients. Other tables refer to businesses.id as business_id.

create table businesses (
  id uuid not null,
  name text not null,
  slug text not null,
  type text not null,
  time_zone text not null,
  currency text not null,
  country text not null,
  locale text not null,
  webhook_payload text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint businesses_pkey primary key (id),
  constraint businesses_type_is_known check (
    type in ('salon', 'barber', 'nails', 'lashes_brows', 'spa', 'massage', 'tattoo', 'med_spa', 'wellness', 'skincare', 'clinic', 'other')
  ),
  constraint businesses_webhook_payload_is_known check (webhook_payload in ('full', 'ids_only')),
  constraint businesses_send_ids_only check (
    webhook_payload = 'ids_only'
    or type not in ('med_spa', 'wellness', 'skincare')
  )
);

create table client_fields (
  business_id uuid not null,
  id uuid not null,
  label text not null,
  type text not null,
  options text[] not null,
  required boolean not null,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint client_fields_pkey primary key (business_id, id),
  constraint client_fields_business_fkey foreign key (business_id) references businesses (id),
  constraint client_fields_type_is_known check (type in ('text', 'choice', 'yes_no', 'date')),
  constraint client_fields_choice_has_options check ((type = 'choice') = (cardinality(options) > 0))
);

-- One row for each business. Every transaction that changes the locations, services or staff members of a business
-- increments setup_version. Processes cache these records in memory and compare the version to find out whether their copy
-- is still current.
create table calendars (
  business_id uuid not null,
  setup_version bigint not null,
  constraint calendars_pkey primary key (business_id),
  constraint calendars_business_fkey foreign key (business_id) references businesses (id)
);
