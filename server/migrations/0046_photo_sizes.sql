-- Two smaller WebP images of each photo, as blobs of their own. Photos from before this migration have none. A HEIC is stored as JPEG from
-- now on; photos stored as HEIC before stay as they are.

alter table photos
  add column preview_id uuid,
  add column thumbnail_id uuid,
  add constraint photos_sizes_are_complete check ((preview_id is null) = (thumbnail_id is null));

-- The names of blobs are not of interest in the audit log.
drop trigger audit on photos;

call audit_rows('photos', 'photo', 'id', 'id,preview_id,thumbnail_id,created_at,updated_at');
