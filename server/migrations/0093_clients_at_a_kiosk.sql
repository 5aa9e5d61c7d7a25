-- Finds clients by the last seven digits of their phone number, because clients enter it at a kiosk with or without prefixes.
create index clients_by_end_of_phone on clients (business_id, right(phone_e164, 7))
where
  phone_e164 is not null
  and deleted_at is null;

alter table waitlist_entries drop constraint waitlist_entries_source_is_known;

alter table waitlist_entries
  add constraint waitlist_entries_source_is_known check (source in ('online', 'app', 'kiosk'));
