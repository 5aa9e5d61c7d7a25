-- The use of each quota in its current window: for example, invitations per business and day, reset e-mails per address and hour,
-- failed sign-ins per account. A window starts with the first use; a row whose window has ended is the same as no row. Unlogged
-- like request_buckets: a crash of the database resets every quota.

create unlogged table request_quotas (
  quota text not null,
  used integer not null,
  ends_at timestamptz not null,
  constraint request_quotas_pkey primary key (quota),
  constraint request_quotas_used check (used > 0)
)
with (fillfactor = 50);

create index request_quotas_ends_at on request_quotas (ends_at);
