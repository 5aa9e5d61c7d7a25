-- `updated_at` of notes and waitlist entries never goes backwards, like that of all other tables.
create trigger keep_updated_at before update on client_notes
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();
create trigger keep_updated_at before update on waitlist_entries
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();
