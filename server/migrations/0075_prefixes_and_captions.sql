-- The first letters of a key, by which people tell keys apart; null for keys made before.
alter table api_keys
add column prefix text,
add constraint api_keys_prefix_is_short check (length(prefix) = 8);

alter table photos
add column caption text,
add constraint photos_caption_is_short check (length(caption) between 1 and 500);
