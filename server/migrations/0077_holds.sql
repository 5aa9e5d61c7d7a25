-- Holds that the booking page creates. Their time is stored in claims, and staff may book over it; this table has the services,
-- staff members and expiry of each hold. Rows are deleted when a hold is booked, replaced or released, or some time after it has
-- expired.
create table holds (
  business_id uuid not null,
  id uuid not null,
  token_sha256 bytea not null,
  location_id uuid not null,
  starts_at timestamptz not null,
  service_ids uuid[] not null,
  staff_ids uuid[] not null,
  -- The local date on which each item starts, for day limits.
  starts_ons date[] not null,
  -- The rate-limit bucket of the visitor's IP address, for the limit of holds per address.
  address text not null,
  -- The time at which the visitor verified an e-mail address.
  proven_at timestamptz,
  extended_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint holds_pkey primary key (business_id, id),
  constraint holds_token_key unique (business_id, token_sha256),
  constraint holds_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint holds_items check (
    cardinality(service_ids) between 1 and 10
    and cardinality(staff_ids) = cardinality(service_ids)
    and cardinality(starts_ons) = cardinality(service_ids)
  )
);

create index holds_by_location on holds (business_id, location_id, expires_at);

create index holds_by_address on holds (business_id, address, expires_at);

create index holds_expires_at on holds (expires_at);

-- Finds the claims of a hold.
create index claims_of_hold on claims (business_id, hold_id)
where
  hold_id is not null;
