-- Responses to requests with an Idempotency-Key. The server returns a stored response again when the client repeats the request
-- within 24 hours. A response is written in the same transaction as the change, so that neither exists without the other.
-- home_id is the sharding key. For an API key, it is the key's business, so that the transaction stays on one node. For a
-- signed-in user, it is the user, because the user's requests may concern any business or none.

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
