-- Tables for signing in: the passwords and sessions of users, and the single-use codes that users get by e-mail. They are
-- the tables of better-auth with Daybook's names, keys and types. A stolen backup contains no usable credentials: passwords
-- are stored as argon2id hashes, session tokens and codes as SHA-256 hashes. The tables are global, like those of 0001.

alter table users
  add column email_verified boolean not null default false;

create table user_accounts (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_accounts_pkey primary key (id),
  constraint user_accounts_user_fkey foreign key (user_id) references users (id),
  constraint user_accounts_once_per_provider unique (provider_id, account_id)
);

create index user_accounts_by_user on user_accounts (user_id);

create table user_sessions (
  id uuid not null,
  user_id uuid not null,
  token_sha256 bytea not null,
  expires_at timestamptz not null,
  ip_address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_sessions_pkey primary key (id),
  constraint user_sessions_user_fkey foreign key (user_id) references users (id),
  constraint user_sessions_token_key unique (token_sha256),
  constraint user_sessions_token_is_sha256 check (octet_length(token_sha256) = 32)
);

create index user_sessions_by_user on user_sessions (user_id);
create index user_sessions_by_expiry on user_sessions (expires_at);

create table user_verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_verifications_pkey primary key (id)
);

create index user_verifications_by_identifier on user_verifications (identifier, created_at desc);
create index user_verifications_by_expiry on user_verifications (expires_at);
