-- Sign-ups whose e-mail address is not confirmed yet. The user is created when the recipient opens the link in the e-mail and
-- repeats the password, so that only the owner of an address can create a user with it. A sign-up with the address of an
-- existing user also gets a row, but its link is not sent: neither the response nor its duration reveals that the user exists.

create table sign_ups (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  token_sha256 bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint sign_ups_pkey primary key (id),
  constraint sign_ups_token_unique unique (token_sha256)
);

create index sign_ups_email on sign_ups (email);
create index sign_ups_expires_at on sign_ups (expires_at);
