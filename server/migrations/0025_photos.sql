-- Photos of clients. The image is in the blob store under the photo's id; the row has its metadata.

create table photos (
  business_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  appointment_id uuid,
  stage text not null,
  taken_at timestamptz not null,
  -- Whether the client consented to the use of the image, on which day, and for what purpose.
  consent_given boolean not null,
  consent_on date not null,
  consent_scope text not null,
  consent_withdrawn_at timestamptz,
  media_type text not null,
  byte_length integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint photos_pkey primary key (business_id, id),
  constraint photos_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint photos_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint photos_stage_is_known check (stage in ('before', 'after')),
  constraint photos_scope_is_known check (consent_scope in ('record', 'marketing')),
  constraint photos_marketing_takes_consent check (consent_given or consent_scope = 'record'),
  constraint photos_withdrawn_was_given check (consent_given or consent_withdrawn_at is null),
  constraint photos_media_type_is_known check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'image/heic')),
  constraint photos_length_is_sound check (byte_length > 0),
  constraint photos_bounds_are_sound check (width > 0 and height > 0)
);

create index photos_of_client on photos (business_id, client_id, taken_at desc, id desc);

create index photos_of_appointment on photos (business_id, appointment_id)
where
  appointment_id is not null;

-- Blobs that a job deletes at or after due_at. A blob is recorded here before it is stored, and the transaction that creates its
-- photo removes the row. The transaction that deletes a photo records its blob here. So even after a crash, every unused blob is
-- deleted, but never the blob of an existing photo.
create table discarded_blobs (
  business_id uuid not null,
  id uuid not null,
  due_at timestamptz not null,
  constraint discarded_blobs_pkey primary key (business_id, id),
  constraint discarded_blobs_business_fkey foreign key (business_id) references businesses (id)
);

create index discarded_blobs_by_due on discarded_blobs (due_at);
