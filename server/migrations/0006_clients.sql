-- Clients. The row of a deleted client remains, so that the client's appointments and payments are kept without personal
-- data.
--
-- The server itself normalises names (case, accents, ü as u and as ue) and writes the columns by which the database sorts and
-- searches, so that results are the same on every PostgreSQL server, whatever its collations and dictionaries.

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
  -- Normalised names for sorting by last name, then first name. A missing last name is stored as empty text, which sorts first.
  last_name_sort text collate "C" not null,
  first_name_sort text collate "C" not null,
  -- The words that a search for clients matches; see the index clients_by_word.
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

-- Searches by word prefix. Each word begins with the end of the business's id, so that a search reads only the words of one
-- business; otherwise its cost would grow with the clients of all businesses. A phone number is stored with each of its
-- endings (…4567, …567), so that any sequence of its digits is the prefix of a word. fastupdate is off, because a pending
-- list makes searches slower after many writes.
create index clients_by_word on clients using gin (search_words)
with
  (fastupdate = off)
where
  deleted_at is null;
