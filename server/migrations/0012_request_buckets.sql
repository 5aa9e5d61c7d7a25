-- Rate limits: a token bucket for each credential, or for each address if the request has no credential. A bucket that has
-- not been used for a minute is full, and a full bucket is the same as no row, so old rows are deleted. Therefore the table
-- can be unlogged: no request waits for the disk, and after a crash of the database every caller starts with a full bucket.
-- Only the key is indexed and pages have free space, so that an update stays on its page.

create unlogged table request_buckets (
  bucket text not null,
  tokens double precision not null,
  taken integer not null,
  filled_at timestamptz not null,
  constraint request_buckets_pkey primary key (bucket),
  constraint request_buckets_hold_something check (tokens >= 0)
)
with (fillfactor = 50);
