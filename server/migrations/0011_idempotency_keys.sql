-- Responses to requests with an Idempotency-Key, which the server returns again when the client repeats the request within
-- 24 hours. A response is written in the same transaction as the change, so that neither exists without the other. home_id
-- is the sharding key: for an API key, its business, so that the transaction stays on one node; for a signed-in user, whose
-- requests may concern any business or none, the user.

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
