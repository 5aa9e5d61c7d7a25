-- The first 8 characters of an API key, so that users can identify it; null for keys created before this migration.
alter table api_keys
add column prefix text,
add constraint api_keys_prefix_is_short check (length(prefix) = 8);

alter table photos
add column caption text,
add constraint photos_caption_is_short check (length(caption) between 1 and 500);
