-- Links with which calendar programs subscribe to the appointments of a staff member, a location or a resource. Only the
-- SHA-256 of the token is stored. The link does not contain the id of its business, so the primary key is only the id.
create table calendar_feeds (
  business_id uuid not null,
  id uuid not null,
  staff_id uuid,
  location_id uuid,
  resource_id uuid,
  token_sha256 bytea not null,
  last_read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint calendar_feeds_pkey primary key (id),
  constraint calendar_feeds_token_is_unique unique (token_sha256),
  constraint calendar_feeds_have_one_subject check (num_nonnulls(staff_id, location_id, resource_id) = 1)
);

create index calendar_feeds_of_business on calendar_feeds (business_id, created_at desc, id desc);

create trigger keep_updated_at before update on calendar_feeds
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows('calendar_feeds', 'calendar_feed', 'id', 'id,token_sha256,last_read_at,created_at,updated_at', 'insert or delete');
