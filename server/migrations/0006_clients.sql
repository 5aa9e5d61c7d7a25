-- Client files. A deleted client keeps its row, so that visits and payments stay, anonymous.
--
-- The server normalises names itself (case, accents, ü as u and as ue) and writes what the database orders and finds
-- by: the result is then the same on every PostgreSQL, whatever its collations and dictionaries.

create table clients (
  business_id uuid not null,
  id uuid not null,
  first_name text not null,
  last_name text,
  email text,
  phone_e164 text,
  alert text,
  custom_fields jsonb not null,
  online_booking_blocked_at timestamptz,
  patch_test_at date,
  -- Names in the order of a card index; empty where there is no last name, so that those come first.
  last_name_sort text collate "C" not null,
  first_name_sort text collate "C" not null,
  -- What a search finds the client by; see the index.
  search_words tsvector not null,
  version integer not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint clients_pkey primary key (business_id, id),
  constraint clients_business_fkey foreign key (business_id) references businesses (id),
  constraint clients_phone_is_e164 check (phone_e164 ~ '^\+[1-9]\d{1,14}$'),
  constraint clients_first_name_length check (char_length(first_name) between 1 and 120),
  constraint clients_last_name_length check (char_length(last_name) between 1 and 120),
  constraint clients_alert_length check (char_length(alert) between 1 and 200)
);

create index clients_by_name on clients (business_id, last_name_sort, first_name_sort, id)
where
  deleted_at is null;

create index clients_by_update on clients (business_id, updated_at, id)
where
  deleted_at is null;

-- Finds by word prefix. Each word begins with the end of the business's id, so that a prefix walks through the words
-- of this business alone; without it the cost would grow with everybody else's clients. A phone number stands there
-- with each of its ends (…4567, …567), so that any of its digits are the prefix of one. No pending list: it would
-- make a search slower the more was written lately.
create index clients_by_word on clients using gin (search_words)
with
  (fastupdate = off)
where
  deleted_at is null;
