import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { dateOrNull, instantOf } from "../../../kernel/instants.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../clients/index.ts";
import type { Album } from "./album.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoChangeInput, PhotoRecord } from "./schema.ts";
import { deletePhoto, lockPhoto, type PhotoRow, updatePhoto } from "./store.ts";

interface Named {
  readonly businessId: string;
  readonly clientId: string;
  readonly photoId: string;
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Changes what is said of a photo. A consent that is withdrawn keeps its day and its scope, and since when it no longer
 * holds; withdrawing it again changes nothing. Throws `not_found`, and 422 for a consent that cannot be.
 */
export async function changePhoto(
  tx: Transaction,
  album: Album,
  { change, ...named }: Named & { readonly change: PhotoChangeInput },
): Promise<PhotoRecord> {
  const { businessId, now } = named;
  const row = await lockedPhoto(tx, named);
  const next = {
    stage: change.stage ?? row.stage,
    taken_at: change.taken_at === undefined ? row.taken_at : instantOf(change.taken_at),
    ...consentAfter(row, change.consent ?? {}, now),
  };
  const isSame = Object.entries(next).every(([name, value]) => row[name as keyof PhotoRow] === value);
  if (isSame) return photoRecord(album, businessId, row, now);
  const [changed = row] = await tx.query(updatePhoto, [
    businessId,
    row.id,
    next.stage,
    new Date(next.taken_at),
    next.consent_given,
    next.consent_on,
    next.consent_scope,
    dateOrNull(next.consent_withdrawn_at),
    new Date(now),
  ]);
  return photoRecord(album, businessId, changed, now);
}

/** Removes a photo; its picture is opened by nobody from now on, and removed from the store soon after. */
export async function removePhoto(tx: Transaction, named: Named): Promise<{ id: string; deleted: true }> {
  const { id } = await lockedPhoto(tx, named);
  tx.write(deletePhoto, [named.businessId, id, new Date(named.now)]);
  return { id, deleted: true };
}

async function lockedPhoto(
  tx: Transaction,
  { businessId, clientId, photoId, own }: Named,
): Promise<PhotoRow> {
  if (!(await lockClientAgainstDeletion(tx, businessId, clientId))) throw notFound();
  if (own !== null && !(await isOwnClient(tx, businessId, clientId, own))) throw notFound();
  const [row] = await tx.query(lockPhoto, [businessId, clientId, photoId]);
  if (row === undefined) throw notFound();
  return row;
}

type Consent = Pick<PhotoRow, "consent_given" | "consent_on" | "consent_scope" | "consent_withdrawn_at">;

function consentAfter(row: PhotoRow, change: NonNullable<PhotoChangeInput["consent"]>, now: number): Consent {
  const given = change.given ?? row.consent_given;
  const scope = change.scope ?? (given ? row.consent_scope : "record");
  const wasWithdrawn = row.consent_withdrawn_at !== null;
  const problems: FieldProblem[] = [];
  if (!given && scope === "marketing")
    problems.push({ path: "/consent/scope", message: "must be record: there is no consent to more" });
  if (!given && change.withdrawn === true)
    problems.push({ path: "/consent/withdrawn", message: "must be false: there is no consent to withdraw" });
  if (wasWithdrawn && change.withdrawn === false && given && change.date === undefined)
    problems.push({
      path: "/consent/date",
      message: "is required: a consent that was withdrawn is given anew",
    });
  refuseIf(problems);
  const isWithdrawn = given && (change.withdrawn ?? wasWithdrawn);
  return {
    consent_given: given,
    consent_on: change.date ?? row.consent_on,
    consent_scope: scope,
    consent_withdrawn_at: isWithdrawn ? (row.consent_withdrawn_at ?? now) : null,
  };
}
