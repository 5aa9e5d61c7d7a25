-- Public pictures: the logo of a business (without a staff member) and the photos of its staff members, as small WebP files.
create table pictures (
  business_id uuid not null,
  -- The id is also the unguessable part of the picture's URL, so a new picture gets a new id.
  id uuid not null,
  staff_id uuid,
  content bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  constraint pictures_pkey primary key (business_id, id),
  constraint pictures_one_of_each unique nulls not distinct (business_id, staff_id),
  constraint pictures_business_fkey foreign key (business_id) references businesses (id),
  constraint pictures_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint pictures_content_is_small check (octet_length(content) between 1 and 524288),
  constraint pictures_bounds_are_sound check (width > 0 and height > 0)
);

call audit_rows('pictures', 'picture', 'id', 'id,content,created_at');
call note_changes('pictures', 'booking_pages', 'business_id');
