-- Offers of free time to clients on the waitlist, and new columns of waitlist entries: whether the client agreed to automatic
-- booking, the language of e-mails, the appointment that ended the entry, and how many offers have expired without a response.
alter table waitlist_entries
  add column auto_book boolean not null default false,
  add column language text,
  add column appointment_id uuid,
  add column auto_booked_at timestamptz,
  add column expired_offers integer not null default 0,
  -- The time at which the client was notified that the entry is about to expire.
  add column reminded_at timestamptz,
  drop constraint waitlist_entries_status_is_known,
  add constraint waitlist_entries_status_is_known check (status in ('waiting', 'offered', 'booked', 'cancelled', 'expired')),
  drop constraint waitlist_entries_source_is_known,
  add constraint waitlist_entries_source_is_known check (source in ('online', 'app', 'kiosk')),
  add constraint waitlist_entries_language_is_known check (language in ('en', 'de', 'fr', 'es')),
  add constraint waitlist_entries_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id);

alter table waitlist_entries
  alter column auto_book drop default,
  alter column expired_offers drop default;

create index waitlist_entries_live on waitlist_entries (business_id, location_id, priority desc, joined_at, id)
where
  status in ('waiting', 'offered');

create index waitlist_entries_by_appointment on waitlist_entries (business_id, appointment_id)
where
  appointment_id is not null;

-- An offer that holds its time has a row with the same id in `holds`. The same time can be offered to several clients without a
-- hold.
create table waitlist_offers (
  business_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  location_id uuid not null,
  status text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- [{service_id, staff_id}] in the order of performance.
  items jsonb not null,
  is_held boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint waitlist_offers_pkey primary key (business_id, id),
  constraint waitlist_offers_entry_fkey foreign key (business_id, entry_id) references waitlist_entries (business_id, id),
  constraint waitlist_offers_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint waitlist_offers_status_is_known check (status in ('pending', 'accepted', 'declined', 'expired', 'withdrawn')),
  constraint waitlist_offers_items_are_bounded check (jsonb_array_length(items) between 1 and 10)
);

create unique index waitlist_offers_one_pending on waitlist_offers (business_id, entry_id)
where
  status = 'pending';

create index waitlist_offers_of_entry on waitlist_offers (business_id, entry_id, id);

create index waitlist_offers_pending_until on waitlist_offers (expires_at)
where
  status = 'pending';

create trigger keep_updated_at before update on waitlist_offers
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

-- The mode in which a location offers free time to its waitlist. A location without a row has the default mode.
create table waitlist_settings (
  business_id uuid not null,
  location_id uuid not null,
  mode text not null,
  updated_at timestamptz not null,
  constraint waitlist_settings_pkey primary key (business_id, location_id),
  constraint waitlist_settings_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint waitlist_settings_mode_is_known check (mode in ('first_in_line', 'team_picks', 'highest_value', 'offer_to_all'))
);

create trigger keep_updated_at before update on waitlist_settings
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows('waitlist_settings', 'location', 'location_id', 'location_id,updated_at');
call note_changes('waitlist_settings', 'locations', 'location_id');
