-- What each caller may still ask this minute: a token bucket per credential, or per address where nobody is known yet.
-- A bucket that has not been touched for a minute is full, and one that is full is the same as none, so rows come and
-- go. That is why the table is unlogged: no request waits for a disk, and after a crash of the database everybody
-- starts with a full bucket. Nothing but the key is indexed and pages keep room, so that an update stays on its page.

create unlogged table request_buckets (
  bucket text not null,
  tokens double precision not null,
  taken integer not null,
  filled_at timestamptz not null,
  constraint request_buckets_pkey primary key (bucket),
  constraint request_buckets_hold_something check (tokens >= 0)
)
with (fillfactor = 50);
