-- Finds clients who share a phone number, so that duplicates can be merged.
create index clients_by_phone on clients (business_id, phone_e164)
where
  phone_e164 is not null
  and deleted_at is null;
