import {
  column,
  deleteRow,
  insertInto,
  insertRows,
  list,
  pageParams,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateRow,
  updateWhere,
} from "../../../platform/database/index.ts";
import { clientsView, discardedBlobs, photos } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

const { columns } = photos;
const photoColumns = pick(
  columns,
  "id",
  "client_id",
  "appointment_id",
  "stage",
  "taken_at",
  "consent_given",
  "consent_on",
  "consent_scope",
  "consent_withdrawn_at",
  "caption",
  "created_at",
  "updated_at",
);

export type PhotoRow = RowOf<typeof photoColumns>;

const client = { businessId: column.id, clientId: column.id };

/** A page of the photos of a client, the most recently taken first, starting after the given photo (null for the first page). */
export const listPhotos = statement({
  name: "photos_list",
  params: { ...client, ...pageParams },
  columns: photoColumns,
  sql: `select ${list(photoColumns)}
        from photos
        where business_id = $businessId
          and client_id = $clientId
          and ($afterAt is null or (taken_at, id) < ($afterAt, $afterId))
        order by taken_at desc, id desc
        limit $limit`,
});

const exportColumns = { ...photoColumns, ...pick(columns, "media_type", "byte_length", "width", "height") };

/**
 * A page of the photos of a client with the data of their full-size images, oldest first, starting after the given row (null
 * for the first page).
 */
export const listPhotosForExport = statement({
  name: "photos_list_for_export",
  params: { ...client, ...pageParams },
  columns: exportColumns,
  sql: `select ${list(exportColumns)}
        from photos
        where business_id = $businessId
          and client_id = $clientId
          and ($afterAt is null or (taken_at, id) > ($afterAt, $afterId))
        order by taken_at, id
        limit $limit`,
});

export const lockPhoto = selectWhere("photos_lock", photos, {
  columns: photoColumns,
  where: { businessId: "business_id", clientId: "client_id", photoId: "id" },
  ending: "for update",
});

export const insertPhoto = insertInto("photos_insert", photos);

export const updatePhoto = updateRow(
  "photos_update",
  photos,
  pick(
    columns,
    "stage",
    "taken_at",
    "consent_given",
    "consent_on",
    "consent_scope",
    "consent_withdrawn_at",
    "caption",
    "updated_at",
  ),
);

/** Returns the SQL that deletes photos and records their blobs as discarded, to be deleted at or after $dueAt. */
const deletePhotosWhere = (condition: string) => `
  with deleted as (
    delete from photos
    where business_id = $businessId
      and ${condition}
    returning business_id, id, preview_id, thumbnail_id
  )
  insert into discarded_blobs (business_id, id, due_at)
  select deleted.business_id, blob.id, $dueAt
  from deleted
  cross join lateral unnest(array[deleted.id, deleted.preview_id, deleted.thumbnail_id]) as blob (id)
  where blob.id is not null`;

export const deletePhoto = statement({
  name: "photos_delete",
  params: { businessId: column.id, photoId: column.id, dueAt: column.instant },
  sql: deletePhotosWhere("id = $photoId"),
});

export const deletePhotosOfClient = statement({
  name: "photos_delete_of_client",
  params: { ...client, dueAt: column.instant },
  sql: deletePhotosWhere("client_id = $clientId"),
});

export const movePhotosToClient = updateWhere("photos_move", photos, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

const imageColumns = pick(columns, "id", "media_type", "preview_id", "thumbnail_id");

export type ImageRow = RowOf<typeof imageColumns>;

/** The blobs of a photo. Returns no row when the photo's client is deleted. */
export const findImage = statement({
  name: "photos_find_image",
  params: { businessId: column.id, photoId: column.id },
  columns: imageColumns,
  sql: `select ${list(imageColumns, "photo")}
        from photos as photo
        join ${clientsView} as client
          on client.business_id = photo.business_id and client.id = photo.client_id
        where photo.business_id = $businessId
          and photo.id = $photoId
          and client.deleted_at is null`,
});

/** An appointment of the client. If `$ownStaffId` is not null, this staff member must perform a service of the appointment. */
export const findClientAppointment = statement({
  name: "photos_find_appointment",
  params: { ...client, appointmentId: column.id, ownStaffId: column.nullable(column.id) },
  columns: pick(appointmentsView.columns, "id"),
  sql: `select appointment.id
        from ${appointmentsView} as appointment
        where appointment.business_id = $businessId
          and appointment.client_id = $clientId
          and appointment.id = $appointmentId
          and ($ownStaffId is null or exists (
            select
            from ${appointmentItemsView} as item
            where item.business_id = appointment.business_id
              and item.appointment_id = appointment.id
              and item.staff_id = $ownStaffId
          ))`,
});

/** Records blobs as discarded, to be deleted at or after `due_at`. */
export const discardBlobs = insertRows("photos_discard_blobs", discardedBlobs);

/**
 * Deletes the records of discarded blobs that a photo now uses. Returns no row for a blob that is due at or before $dueAt, because a job
 * may be deleting the blob.
 */
export const reclaimBlobs = statement({
  name: "photos_reclaim_blobs",
  params: { businessId: column.id, ids: column.ids, dueAt: column.instant },
  columns: pick(discardedBlobs.columns, "id"),
  sql: `delete from discarded_blobs
        where business_id = $businessId
          and id = any($ids)
          and due_at > $dueAt
        returning id`,
});

/** Deletes the record of a deleted blob. Returns no row when another process has already deleted the record. */
export const removeDiscardedBlob = deleteRow("photos_remove_discarded_blob", discardedBlobs);

/** A page of the blobs that are due to be deleted at `now`, in the order of their due time. */
export const listDiscardedBlobs = statement({
  name: "photos_list_discarded_blobs",
  params: {
    now: column.instant,
    afterAt: column.instant,
    afterBusinessId: column.id,
    afterId: column.id,
    limit: column.integer,
  },
  columns: discardedBlobs.columns,
  sql: `select ${list(discardedBlobs.columns)}
        from discarded_blobs
        where due_at <= $now
          and (due_at, business_id, id) > ($afterAt, $afterBusinessId, $afterId)
        order by due_at, business_id, id
        limit $limit`,
});
