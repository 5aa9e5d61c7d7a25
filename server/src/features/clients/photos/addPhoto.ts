import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../clients/index.ts";
import type { Album } from "./album.ts";
import { cleanImage } from "./images/cleanImage.ts";
import { type CleanImage, chunksOf, lengthOf, type Source } from "./images/source.ts";
import { photoRecord } from "./photoRecord.ts";
import type { NewPhotoInput, PhotoRecord } from "./schema.ts";
import { discardBlob, findVisitOf, forgetBlob, insertPhoto } from "./store.ts";

export interface NewPhoto {
  readonly businessId: string;
  readonly clientId: string;
  readonly photoId: string;
  readonly photo: NewPhotoInput;
  /** Limits a member of the staff to their own clients and visits. */
  readonly own: OwnOnly | null;
  readonly now: number;
}

/** Longer than any upload takes; one that takes longer all the same finds its blob gone, and fails. */
const ON_ITS_WAY_MS = 3_600_000;
/** So long before its blob is removed an upload must have come to its end: processes need not agree on the second. */
const MARGIN_MS = 10 * 60_000;

/**
 * Puts a picture into the store, cleaned, before there is a photo: it is noted as unneeded first, so that whatever
 * breaks off from here on, it is removed in time. Throws 422 for what is no picture.
 */
export async function storePicture(
  database: Database,
  album: Album,
  { businessId, photoId, now }: Pick<NewPhoto, "businessId" | "photoId" | "now">,
  source: Source,
): Promise<CleanImage> {
  const image = await cleanImage(source);
  if ("refused" in image) throw invalid({ path: "/file", message: image.refused });
  await database.query(discardBlob, [businessId, photoId, new Date(now + ON_ITS_WAY_MS)]);
  await album.blobs.put(
    { businessId, id: photoId },
    { length: lengthOf(image.pieces), chunks: () => chunksOf(source, image.pieces) },
  );
  return image;
}

/**
 * Writes down a photo whose picture is stored; `now` is when, not when its upload began. Throws `not_found` for a client
 * who is not there or none of a staff member's own, 422 for a visit that is not the client's.
 */
export async function addPhoto(
  tx: Transaction,
  album: Album,
  adding: NewPhoto,
  image: CleanImage,
): Promise<PhotoRecord> {
  const { businessId, clientId, photoId, photo, now } = adding;
  await assertAddable(tx, adding);
  const [isKept] = await tx.query(forgetBlob, [businessId, photoId, new Date(now + MARGIN_MS)]);
  if (isKept === undefined) throw new Error("The upload took so long that its picture was removed.");
  const [row] = await tx.query(insertPhoto, [
    businessId,
    photoId,
    clientId,
    photo.appointment_id ?? null,
    photo.stage,
    new Date(instantOf(photo.taken_at)),
    photo.consent.given,
    photo.consent.date,
    photo.consent.scope ?? "record",
    image.mediaType,
    lengthOf(image.pieces),
    image.width,
    image.height,
    new Date(now),
  ]);
  if (row === undefined) throw new Error("A photo was written and not answered.");
  return photoRecord(album, businessId, row, now);
}

/** What can be refused before a byte is stored, and is asked again when it counts; the client is kept meanwhile. */
export async function assertAddable(
  tx: Transaction,
  { businessId, clientId, photo, own }: NewPhoto,
): Promise<void> {
  if (!(await lockClientAgainstDeletion(tx, businessId, clientId))) throw notFound();
  if (own !== null && !(await isOwnClient(tx, businessId, clientId, own))) throw notFound();
  const problems: FieldProblem[] = [];
  if (!photo.consent.given && photo.consent.scope === "marketing")
    problems.push({ path: "/consent/scope", message: "must be record: there is no consent to more" });
  if (photo.appointment_id !== undefined) {
    const [visit] = await tx.query(findVisitOf, [
      businessId,
      clientId,
      photo.appointment_id,
      own?.staffId ?? null,
    ]);
    if (visit === undefined)
      problems.push({ path: "/appointment_id", message: "is not a visit of this client" });
  }
  refuseIf(problems);
}
