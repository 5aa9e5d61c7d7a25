-- Users, their memberships in businesses, and the API keys that they create. These tables are global: their primary keys do not
-- begin with business_id, and they have no foreign keys to businesses. On a Citus cluster they therefore stay on the
-- coordinator, while all tables of businesses are sharded by business_id.

create table users (
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id),
  constraint users_email_is_lower_case check (email = lower(email))
);

create unique index users_email_key on users (email);

create table memberships (
  id uuid not null,
  user_id uuid not null,
  business_id uuid not null,
  role text not null,
  staff_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (id),
  constraint memberships_user_fkey foreign key (user_id) references users (id),
  constraint memberships_once_per_business unique (business_id, user_id),
  constraint memberships_role_is_known check (role in ('owner', 'manager', 'reception', 'staff'))
);

create index memberships_by_user on memberships (user_id, business_id);

create table api_keys (
  id uuid not null,
  business_id uuid not null,
  created_by uuid not null,
  label text not null,
  scopes text[] not null,
  secret_sha256 bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_created_by_fkey foreign key (created_by) references users (id),
  constraint api_keys_secret_key unique (secret_sha256),
  constraint api_keys_secret_is_sha256 check (octet_length(secret_sha256) = 32),
  constraint api_keys_has_a_scope check (cardinality(scopes) > 0),
  constraint api_keys_label_length check (char_length(label) between 1 and 60)
);

create index api_keys_by_business on api_keys (business_id, created_at desc, id desc);

create table business_slugs (
  slug text not null,
  business_id uuid not null,
  constraint business_slugs_pkey primary key (slug),
  constraint business_slugs_one_per_business unique (business_id)
);
