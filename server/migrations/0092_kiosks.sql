-- Tablets at the front desk that show a pairing code until a manager enters it in the app. Only hashes are stored: an HMAC of the
-- code, which is short, and the SHA-256 of the token in the tablet's cookie.
create table kiosk_pairings (
  code_hmac bytea not null,
  token_sha256 bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint kiosk_pairings_pkey primary key (code_hmac)
);

create index kiosk_pairings_by_expiry on kiosk_pairings (expires_at);

-- Paired tablets. Like an API key, a cookie does not identify its business, so the primary key is only the id, and the table
-- has no foreign keys.
create table kiosks (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  token_sha256 bytea not null,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint kiosks_pkey primary key (id),
  constraint kiosks_token_is_unique unique (token_sha256),
  constraint kiosks_name_is_short check (length(name) between 1 and 60)
);

create index kiosks_of_location on kiosks (business_id, location_id, created_at desc, id desc);

create trigger keep_updated_at before update on kiosks
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows('kiosks', 'kiosk', 'id', 'id,token_sha256,last_seen_at,created_at,updated_at', 'insert or delete or update of name');

-- The PIN with which staff unlock and leave the kiosks of a location, as an HMAC with the installation's secret.
create table kiosk_pins (
  business_id uuid not null,
  location_id uuid not null,
  pin_hmac bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint kiosk_pins_pkey primary key (business_id, location_id),
  constraint kiosk_pins_location_fkey foreign key (business_id, location_id) references locations (business_id, id)
);

create trigger keep_updated_at before update on kiosk_pins
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows('kiosk_pins', 'kiosk_pin', 'location_id', 'location_id,pin_hmac,created_at');
