-- The booking page shows the logo, so a new or deleted logo increments the version of the page (migration 0104).
create trigger raise_snapshot_version after insert or update or delete on pictures
for each row execute function raise_snapshot_version ();
