-- Two smaller WebP images of each photo, stored as separate blobs. Photos from before this migration have none. From now on, a
-- HEIC image is stored as JPEG; photos that are already stored as HEIC stay as they are.

alter table photos
  add column preview_id uuid,
  add column thumbnail_id uuid,
  add constraint photos_sizes_are_complete check ((preview_id is null) = (thumbnail_id is null));

-- The audit log leaves out the ids of blobs.
drop trigger audit on photos;

call audit_rows('photos', 'photo', 'id', 'id,preview_id,thumbnail_id,created_at,updated_at');
