import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import type { MediaType } from "./images/source.ts";

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

/** A client's photos, those taken last first, behind a place in this order ($3, $4). */
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

/** Everything that is kept of a client's photos, oldest first. */
export const listForExport = statement(
  "photos_list_for_export",
  {
    ...photoColumns,
    media_type: column.oneOf<MediaType>("image/jpeg", "image/png", "image/webp", "image/heic"),
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

/** Keeps a photo ($3, of the client $2) as it is, to be changed or removed. */
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
      media_type, byte_length, width, height, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
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

/** Removes a photo, and has its blob removed from $3 on. */
export const deletePhoto = statement(
  "photos_delete",
  {},
  `with gone as (
     delete from photos
     where business_id = $1
       and id = $2
     returning business_id, id
   )
   insert into discarded_blobs (business_id, id, due_at)
   select business_id, id, $3
   from gone`,
);

/** The same for all photos of a client ($2). */
export const deleteOfClient = statement(
  "photos_delete_of_client",
  {},
  `with gone as (
     delete from photos
     where business_id = $1
       and client_id = $2
     returning business_id, id
   )
   insert into discarded_blobs (business_id, id, due_at)
   select business_id, id, $3
   from gone`,
);

export const moveToClient = statement(
  "photos_move",
  {},
  `update photos
   set client_id = $3
   where business_id = $1
     and client_id = $2`,
);

/** What a signed address shows: nothing of a client who is deleted. */
export const findPicture = statement(
  "photos_find_picture",
  { media_type: column.oneOf<MediaType>("image/jpeg", "image/png", "image/webp", "image/heic") },
  `select photo.media_type
   from photos as photo
   join clients as client
     on client.business_id = photo.business_id and client.id = photo.client_id
   where photo.business_id = $1
     and photo.id = $2
     and client.deleted_at is null`,
);

/** Whether a visit ($3) is this client's ($2), and a staff member's own ($4, or null). */
export const findVisitOf = statement(
  "photos_find_visit",
  { id: column.id },
  `select visit.id
   from appointments as visit
   where visit.business_id = $1
     and visit.client_id = $2
     and visit.id = $3
     and ($4::uuid is null or exists (
       select
       from appointment_items as item
       where item.business_id = visit.business_id
         and item.appointment_id = visit.id
         and item.staff_id = $4
     ))`,
);

/** Notes a blob that is to be removed from $3 on. */
export const discardBlob = statement(
  "photos_discard_blob",
  {},
  `insert into discarded_blobs (business_id, id, due_at)
   values ($1, $2, $3)`,
);

/**
 * Forgets that a blob is to be removed: it is needed after all. Answers no row for one that is due by $3, because whoever
 * removes it may be at it already.
 */
export const forgetBlob = statement(
  "photos_forget_blob",
  { id: column.id },
  `delete from discarded_blobs
   where business_id = $1
     and id = $2
     and due_at > $3
   returning id`,
);

/** The same of a blob that is gone. Answers no row when somebody else has removed it. */
export const dropDiscarded = statement(
  "photos_drop_discarded",
  { id: column.id },
  `delete from discarded_blobs
   where business_id = $1
     and id = $2
   returning id`,
);

/** Blobs to be removed by $1, the longest due first, behind a place in that order ($2, $3, $4). */
export const listDiscarded = statement(
  "photos_list_discarded",
  { business_id: column.id, id: column.id, due_at: column.instant },
  `select business_id, id, due_at
   from discarded_blobs
   where due_at <= $1
     and (due_at, business_id, id) > ($2, $3::uuid, $4::uuid)
   order by due_at, business_id, id
   limit $5`,
);
