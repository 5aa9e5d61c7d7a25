import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import { MEDIA_TYPES, type MediaType } from "./images/source.ts";

const photoColumns = {
  id: column.id,
  client_id: column.id,
  appointment_id: column.nullable(column.id),
  stage: column.oneOf("before", "after"),
  taken_at: column.instant,
  consent_given: column.flag,
  consent_on: column.date,
  consent_scope: column.oneOf("record", "marketing"),
  consent_withdrawn_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
};

export type PhotoRow = RowOf<typeof photoColumns>;

const fields = `id, client_id, appointment_id, stage, taken_at, consent_given, consent_on, consent_scope,
     consent_withdrawn_at, created_at, updated_at`;

/** The photos of a client, the last taken first, after the position $3, $4 in this order. */
export const listPhotos = statement(
  "photos_list",
  photoColumns,
  `select ${fields}
   from photos
   where business_id = $1
     and client_id = $2
     and ($3::timestamptz is null or (taken_at, id) < ($3, $4::uuid))
   order by taken_at desc, id desc
   limit $5`,
);

/** The photos of a client with the data of their full-size images, oldest first. */
export const listPhotosForExport = statement(
  "photos_list_for_export",
  {
    ...photoColumns,
    media_type: column.oneOf<MediaType>(...MEDIA_TYPES),
    byte_length: column.integer,
    width: column.integer,
    height: column.integer,
  },
  `select ${fields}, media_type, byte_length, width, height
   from photos
   where business_id = $1
     and client_id = $2
   order by taken_at, id`,
);

/** Locks a photo ($3) of the client $2 for an update or a deletion. */
export const lockPhoto = statement(
  "photos_lock",
  photoColumns,
  `select ${fields}
   from photos
   where business_id = $1
     and client_id = $2
     and id = $3
   for update`,
);

export const insertPhoto = statement(
  "photos_insert",
  photoColumns,
  `insert into photos
     (business_id, id, client_id, appointment_id, stage, taken_at, consent_given, consent_on, consent_scope,
      media_type, byte_length, width, height, preview_id, thumbnail_id, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
   returning ${fields}`,
);

export const updatePhoto = statement(
  "photos_update",
  photoColumns,
  `update photos
   set stage = $3,
     taken_at = $4,
     consent_given = $5,
     consent_on = $6,
     consent_scope = $7,
     consent_withdrawn_at = $8,
     updated_at = $9
   where business_id = $1
     and id = $2
   returning ${fields}`,
);

/** Deletes a photo and records its blobs as discarded, to be deleted from $3 on. */
export const deletePhoto = statement(
  "photos_delete",
  {},
  `with deleted as (
     delete from photos
     where business_id = $1
       and id = $2
     returning business_id, id, preview_id, thumbnail_id
   )
   insert into discarded_blobs (business_id, id, due_at)
   select deleted.business_id, blob.id, $3
   from deleted
   cross join lateral unnest(array[deleted.id, deleted.preview_id, deleted.thumbnail_id]) as blob (id)
   where blob.id is not null`,
);

/** The same for all photos of the client $2. */
export const deletePhotosOfClient = statement(
  "photos_delete_of_client",
  {},
  `with deleted as (
     delete from photos
     where business_id = $1
       and client_id = $2
     returning business_id, id, preview_id, thumbnail_id
   )
   insert into discarded_blobs (business_id, id, due_at)
   select deleted.business_id, blob.id, $3
   from deleted
   cross join lateral unnest(array[deleted.id, deleted.preview_id, deleted.thumbnail_id]) as blob (id)
   where blob.id is not null`,
);

export const movePhotosToClient = statement(
  "photos_move",
  {},
  `update photos
   set client_id = $3
   where business_id = $1
     and client_id = $2`,
);

const imageColumns = {
  id: column.id,
  media_type: column.oneOf<MediaType>(...MEDIA_TYPES),
  preview_id: column.nullable(column.id),
  thumbnail_id: column.nullable(column.id),
};

export type ImageRow = RowOf<typeof imageColumns>;

/** The blobs of a photo. No row when its client is deleted. */
export const findImage = statement(
  "photos_find_image",
  imageColumns,
  `select photo.id, photo.media_type, photo.preview_id, photo.thumbnail_id
   from photos as photo
   join clients as client
     on client.business_id = photo.business_id and client.id = photo.client_id
   where photo.business_id = $1
     and photo.id = $2
     and client.deleted_at is null`,
);

/** An appointment ($3) of the client $2 and, unless $4 is null, with the staff member $4. */
export const findClientAppointment = statement(
  "photos_find_appointment",
  { id: column.id },
  `select appointment.id
   from appointments as appointment
   where appointment.business_id = $1
     and appointment.client_id = $2
     and appointment.id = $3
     and ($4::uuid is null or exists (
       select
       from appointment_items as item
       where item.business_id = appointment.business_id
         and item.appointment_id = appointment.id
         and item.staff_id = $4
     ))`,
);

/** Records blobs ($2) as discarded, to be deleted from $3 on. */
export const discardBlobs = statement(
  "photos_discard_blobs",
  {},
  `insert into discarded_blobs (business_id, id, due_at)
   select $1, blob.id, $3
   from unnest($2::uuid[]) as blob (id)`,
);

/**
 * Removes the record that blobs ($2) are discarded, because a photo uses them. Returns no row for a blob that is due by $3: a job
 * may be deleting it.
 */
export const reclaimBlobs = statement(
  "photos_reclaim_blobs",
  { id: column.id },
  `delete from discarded_blobs
   where business_id = $1
     and id = any($2::uuid[])
     and due_at > $3
   returning id`,
);

/** Removes the record of a blob that is deleted. Returns no row when another process removed it first. */
export const removeDiscardedBlob = statement(
  "photos_remove_discarded_blob",
  { id: column.id },
  `delete from discarded_blobs
   where business_id = $1
     and id = $2
   returning id`,
);

/** Blobs to be deleted at $1, the longest due first, after the position $2, $3, $4 in this order. */
export const listDiscardedBlobs = statement(
  "photos_list_discarded_blobs",
  { business_id: column.id, id: column.id, due_at: column.instant },
  `select business_id, id, due_at
   from discarded_blobs
   where due_at <= $1
     and (due_at, business_id, id) > ($2, $3::uuid, $4::uuid)
   order by due_at, business_id, id
   limit $5`,
);
