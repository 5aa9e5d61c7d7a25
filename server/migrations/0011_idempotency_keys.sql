-- The answers of requests that carried an Idempotency-Key, for whoever sends the same request again within 24 hours.
-- An answer is written in the transaction of its effect: there is none without the other. home_id says where a row
-- lives once tables are sharded: the business of an API key, so that the transaction stays on one node; for somebody
-- signed in, whose requests may concern any business or none, themselves.

create table idempotency_keys (
  home_id uuid not null,
  credential_id uuid not null,
  key text not null,
  request_sha256 bytea not null,
  status smallint not null,
  body text not null,
  version integer,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (home_id, credential_id, key),
  constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  constraint idempotency_keys_request_is_sha256 check (octet_length(request_sha256) = 32)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
