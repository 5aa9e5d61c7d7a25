import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { ImageRefused, type MediaType, processImage, type Source } from "../../../platform/images/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../clients/index.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import type { PhotoInput, PhotoRecord } from "./schema.ts";
import { discardBlobs, findClientAppointment, insertPhoto, reclaimBlobs } from "./store.ts";

export interface NewPhoto {
  readonly businessId: string;
  readonly clientId: string;
  readonly photoId: string;
  readonly photo: PhotoInput;
  /** Restricts a staff member to their own clients and appointments. */
  readonly own: OwnOnly | null;
  readonly now: number;
}

/** The stored files of an image. The id of the full-size file is the id of the photo. */
export interface StoredImage {
  readonly mediaType: MediaType;
  readonly byteLength: number;
  readonly width: number;
  readonly height: number;
  readonly previewId: string;
  readonly thumbnailId: string;
}

/**
 * The time in milliseconds after the start of an upload from which a job may delete the blobs of the upload. An upload that
 * ends later fails.
 */
const UPLOAD_TIMEOUT_MS = 3_600_000;
/**
 * The tolerated clock difference between processes, in milliseconds: an upload must end at least this long before a job may
 * delete the blobs of the upload.
 */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/**
 * Processes the image of an upload and writes its three sizes to the blob store, before the photo is inserted. First records
 * the blobs as discarded, so that a job deletes the blobs if a later step fails. Throws `validation_failed` at `/file` for a
 * file that is not an accepted image.
 */
export async function storeImage(
  database: Database,
  storage: PhotoStorage,
  { businessId, photoId, now }: Pick<NewPhoto, "businessId" | "photoId" | "now">,
  source: Source,
): Promise<StoredImage> {
  const { mediaType, width, height, files } = await processImage(source).catch(refuseFile);
  const [previewId, thumbnailId] = [newId(), newId()];
  const blobs = [
    { id: photoId, bytes: files.original },
    { id: previewId, bytes: files.preview },
    { id: thumbnailId, bytes: files.thumbnail },
  ];
  const due_at = now + UPLOAD_TIMEOUT_MS;
  await database.query(discardBlobs, {
    rows: blobs.map(({ id }) => ({ business_id: businessId, id, due_at })),
  });
  for (const { id, bytes } of blobs)
    await storage.blobs.put({ businessId, id }, { length: bytes.length, chunks: () => chunksOf(bytes) });
  return { mediaType, byteLength: files.original.length, width, height, previewId, thumbnailId };
}

function refuseFile(error: unknown): never {
  throw error instanceof ImageRefused ? invalid({ path: "/file", message: error.message }) : error;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/**
 * Inserts a photo whose image is stored. `now` is the time of the insert, not the start of the upload. Throws `not_found` for
 * an unknown client and, with `own`, for another staff member's client. Throws `validation_failed` for an appointment of
 * another client and for a contradictory consent.
 */
export async function createPhoto(
  tx: Transaction,
  storage: PhotoStorage,
  creation: NewPhoto,
  image: StoredImage,
): Promise<PhotoRecord> {
  const { businessId, clientId, photoId, photo, now } = creation;
  const { previewId, thumbnailId } = image;
  await assertCreatable(tx, creation);
  const ids = [photoId, previewId, thumbnailId];
  const reclaimed = await tx.query(reclaimBlobs, { businessId, ids, dueAt: now + CLOCK_TOLERANCE_MS });
  if (reclaimed.length < ids.length)
    throw new Error("The upload took too long: the cleanup job may have deleted its image.");
  const row = {
    id: photoId,
    client_id: clientId,
    appointment_id: photo.appointment_id?.toLowerCase() ?? null,
    stage: photo.stage,
    taken_at: instantOf(photo.taken_at),
    consent_given: photo.consent.given,
    consent_on: photo.consent.date,
    consent_scope: photo.consent.scope ?? "record",
    consent_withdrawn_at: null,
    caption: photo.caption || null,
    created_at: now,
    updated_at: now,
  };
  tx.write(insertPhoto, {
    ...row,
    business_id: businessId,
    media_type: image.mediaType,
    byte_length: image.byteLength,
    width: image.width,
    height: image.height,
    preview_id: previewId,
    thumbnail_id: thumbnailId,
  });
  return photoRecord(storage, businessId, row, now);
}

/**
 * Runs all checks of an upload that do not depend on the image. Must be called before the image is processed and again in the transaction
 * of the insert, because the client and the appointment may change during the upload. Locks the client.
 */
export async function assertCreatable(
  tx: Transaction,
  { businessId, clientId, photo, own }: NewPhoto,
): Promise<void> {
  if (!(await lockClientAgainstDeletion(tx, businessId, clientId))) throw notFound();
  if (own !== null && !(await isOwnClient(tx, businessId, clientId, own))) throw notFound();
  const problems: FieldProblem[] = [];
  if (!photo.consent.given && photo.consent.scope === "marketing")
    problems.push({ path: "/consent/scope", message: 'must be "record" when `given` is false' });
  if (photo.appointment_id !== undefined) {
    const [appointment] = await tx.query(findClientAppointment, {
      businessId,
      clientId,
      appointmentId: photo.appointment_id,
      ownStaffId: own?.staffId ?? null,
    });
    if (appointment === undefined)
      problems.push({ path: "/appointment_id", message: "is not an appointment of this client" });
  }
  refuseIf(problems);
}
