-- Sign-ups whose address is not confirmed yet. A user is created when the link of the e-mail is opened and the password is
-- repeated, so an address that its owner did not sign up with never becomes a user. Known addresses get a row too, whose
-- link is not sent: the answer and its duration must not reveal them.

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
