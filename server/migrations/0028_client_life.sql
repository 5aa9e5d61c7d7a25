-- Columns for merging two client records of one person, and for erasing a client.

alter table clients
add column merged_into_id uuid,
-- The time at which the client's data was erased.
add column erased_at timestamptz;

alter table clients
drop constraint clients_first_name_length,
add constraint clients_first_name_length check (char_length(first_name) between 1 and 120 or erased_at is not null),
add constraint clients_merged_into_fkey foreign key (business_id, merged_into_id) references clients (business_id, id),
add constraint clients_merged_are_deleted check (merged_into_id is null or (deleted_at is not null and merged_into_id <> id)),
-- A constraint guarantees that a client that is marked as erased has no personal data, regardless of the code that sets the mark.
add constraint clients_erased_are_empty check (
  erased_at is null
  or (
    deleted_at is not null
    and first_name = ''
    and num_nonnulls(last_name, email, phone_e164, alert, online_booking_blocked_at, patch_test_at) = 0
    and custom_fields = '{}'
    and last_name_sort = ''
    and first_name_sort = ''
    and search_words = ''
  )
);

create index clients_by_merge on clients (business_id, merged_into_id)
where
  merged_into_id is not null;

create index clients_to_be_erased on clients (deleted_at, business_id, id)
where
  deleted_at is not null
  and erased_at is null;

-- The contacts of erased clients who were blocked from booking online: an HMAC of each e-mail address and phone number, with a
-- key that is not in the database. The booking page compares HMACs to reject bookings by these clients, although their contacts
-- are no longer stored.
create table blocked_contacts (
  business_id uuid not null,
  contact_hmac bytea not null,
  created_at timestamptz not null,
  constraint blocked_contacts_pkey primary key (business_id, contact_hmac),
  constraint blocked_contacts_business_fkey foreign key (business_id) references businesses (id),
  constraint blocked_contacts_hmac_is_sha256 check (octet_length(contact_hmac) = 32)
);

-- Fills in the client of events that were written before the column existed.
update events
set client_id = (
  case
    when type like 'client.%' then body_ids::jsonb #>> '{data,id}'
    else body_ids::jsonb #>> '{data,client_id}'
  end
)::uuid
where client_id is null;
