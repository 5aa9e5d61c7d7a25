import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../clients/index.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import type { PhotoChanges, PhotoRecord } from "./schema.ts";
import type { PhotoRow } from "./store.ts";
import * as store from "./store.ts";

export interface PhotoReference {
  readonly businessId: string;
  readonly clientId: string;
  readonly photoId: string;
  /** Restricts a staff member to their own clients. */
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Updates the data of a photo. Withdrawing a consent keeps its date and scope and stores the time; a second withdrawal changes
 * nothing. Throws `not_found` for an unknown photo, and `validation_failed` for a contradictory consent.
 */
export async function updatePhoto(
  tx: Transaction,
  storage: PhotoStorage,
  { changes, ...reference }: PhotoReference & { readonly changes: PhotoChanges },
): Promise<PhotoRecord> {
  const { businessId, now } = reference;
  const row = await lockPhoto(tx, reference);
  const next = {
    stage: changes.stage ?? row.stage,
    taken_at: changes.taken_at === undefined ? row.taken_at : instantOf(changes.taken_at),
    caption: changes.caption === undefined ? row.caption : changes.caption || null,
    ...consentAfter(row, changes.consent ?? {}, now),
  };
  const isSame = Object.entries(next).every(([name, value]) => row[name as keyof PhotoRow] === value);
  if (isSame) return photoRecord(storage, businessId, row, now);
  const updated = { ...row, ...next, updated_at: now };
  tx.write(store.updatePhoto, { ...updated, business_id: businessId });
  return photoRecord(storage, businessId, updated, now);
}

/** Deletes a photo. Its URLs return 404 after the commit; a job deletes its blobs. Throws `not_found` for an unknown photo. */
export async function deletePhoto(
  tx: Transaction,
  reference: PhotoReference,
): Promise<{ id: string; deleted: true }> {
  const { id } = await lockPhoto(tx, reference);
  tx.write(store.deletePhoto, { businessId: reference.businessId, photoId: id, dueAt: reference.now });
  return { id, deleted: true };
}

async function lockPhoto(
  tx: Transaction,
  { businessId, clientId, photoId, own }: PhotoReference,
): Promise<PhotoRow> {
  if (!(await lockClientAgainstDeletion(tx, businessId, clientId))) throw notFound();
  if (own !== null && !(await isOwnClient(tx, businessId, clientId, own))) throw notFound();
  const [row] = await tx.query(store.lockPhoto, { businessId, clientId, photoId });
  if (row === undefined) throw notFound();
  return row;
}

type Consent = Pick<PhotoRow, "consent_given" | "consent_on" | "consent_scope" | "consent_withdrawn_at">;

/** Returns the consent after the changes. Throws `validation_failed` with one problem for each contradiction. */
function consentAfter(row: PhotoRow, change: NonNullable<PhotoChanges["consent"]>, now: number): Consent {
  const given = change.given ?? row.consent_given;
  const scope = change.scope ?? (given ? row.consent_scope : "record");
  const wasWithdrawn = row.consent_withdrawn_at !== null;
  const problems: FieldProblem[] = [];
  if (!given && scope === "marketing")
    problems.push({ path: "/consent/scope", message: 'must be "record" when `given` is false' });
  if (!given && change.withdrawn === true)
    problems.push({ path: "/consent/withdrawn", message: "must be false when `given` is false" });
  if (wasWithdrawn && change.withdrawn === false && given && change.date === undefined)
    problems.push({
      path: "/consent/date",
      message: "is required when `withdrawn` changes from true to false",
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
