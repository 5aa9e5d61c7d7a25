import { ApiError, type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { isScope, SCOPES } from "../../../kernel/scopes.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { apiKeyRecord } from "./apiKeyRecord.ts";
import { fingerprintOf, newKeyText } from "./keyText.ts";
import { type ApiKeyRecord, MAX_LABEL_LENGTH } from "./schema.ts";
import { findRole, insertKey, lockBusinessMembers } from "./store.ts";

export interface NewApiKey {
  readonly businessId: string;
  /** The owner who makes it. */
  readonly userId: string;
  readonly label: string;
  /** Unchecked words: the command line passes what was typed. */
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A new key with its plain text, which is told this once and kept nowhere. */
export type CreatedApiKey = ApiKeyRecord & { readonly key: string };

/**
 * Makes a key for one business. Scopes named twice count once, and are kept in the order of the spec. Throws
 * `validation_failed` for an empty or too long label and for missing or unknown scopes; `forbidden_role` or `not_found`
 * for somebody who is no owner any more, though they were when they asked.
 */
export async function createApiKey(tx: Transaction, wanted: NewApiKey): Promise<CreatedApiKey> {
  const label = wanted.label.trim();
  refuseIf([...labelProblems(label), ...scopeProblems(wanted.scopes)]);
  await assertOwner(tx, wanted);
  const scopes = SCOPES.filter((scope) => wanted.scopes.includes(scope));
  const key = newKeyText();
  const [row] = await tx.query(insertKey, [
    newId(),
    wanted.businessId,
    wanted.userId,
    label,
    scopes,
    fingerprintOf(key),
    new Date(wanted.now),
  ]);
  if (row === undefined) throw new Error("The new key's row did not come back.");
  return { ...apiKeyRecord(row), key };
}

async function assertOwner(tx: Transaction, { businessId, userId }: NewApiKey): Promise<void> {
  tx.write(lockBusinessMembers, [businessId]);
  const [member] = await tx.query(findRole, [businessId, userId]);
  if (member === undefined) throw notFound();
  if (member.role !== "owner")
    throw new ApiError("forbidden_role", "This needs owner.", { required: "owner" });
}

function labelProblems(label: string): FieldProblem[] {
  const length = [...label].length;
  if (length === 0) return [{ path: "/label", message: "must not be empty" }];
  if (length > MAX_LABEL_LENGTH)
    return [{ path: "/label", message: `must not have more than ${MAX_LABEL_LENGTH} characters` }];
  return [];
}

function scopeProblems(scopes: readonly string[]): FieldProblem[] {
  if (scopes.length === 0) return [{ path: "/scopes", message: "must name at least one scope" }];
  return scopes.flatMap((scope, index) =>
    isScope(scope) ? [] : [{ path: `/scopes/${index}`, message: `must be one of ${SCOPES.join(", ")}` }],
  );
}
