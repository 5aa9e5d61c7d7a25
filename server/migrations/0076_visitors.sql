-- One-time codes with which visitors of the booking page verify an e-mail address, and the tokens that visitors then receive.
-- Codes are stored as an HMAC with the installation's secret, because a plain hash of six digits is easily reversed.
create table visitor_codes (
  business_id uuid not null,
  id uuid not null,
  email text not null,
  code_hmac bytea not null,
  tries integer not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint visitor_codes_pkey primary key (business_id, id),
  constraint visitor_codes_business_fkey foreign key (business_id) references businesses (id),
  constraint visitor_codes_tries check (tries >= 0)
);

create index visitor_codes_by_email on visitor_codes (business_id, email);

create index visitor_codes_expires_at on visitor_codes (expires_at);

create table visitors (
  business_id uuid not null,
  token_sha256 bytea not null,
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint visitors_pkey primary key (business_id, token_sha256),
  constraint visitors_business_fkey foreign key (business_id) references businesses (id)
);

create index visitors_by_email on visitors (business_id, email);

create index visitors_expires_at on visitors (expires_at);

-- Finds clients by an e-mail address that a visitor has verified.
create index clients_by_email on clients (business_id, lower(email))
where
  email is not null
  and deleted_at is null;
