import { ApiError, type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { isScope, SCOPES } from "../../../kernel/scopes.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockBusiness } from "../../business/businesses/index.ts";
import { lockMemberships } from "../accounts/index.ts";
import { apiKeyRecord } from "./apiKeyRecord.ts";
import { fingerprintOf, newKeyText, prefixOf } from "./keyText.ts";
import { type ApiKeyRecord, MAX_LABEL_LENGTH } from "./schema.ts";
import { findRole, insertKey } from "./store.ts";

export interface NewApiKey {
  readonly businessId: string;
  /** The owner who creates the key. */
  readonly userId: string;
  readonly label: string;
  /** `createApiKey` validates this value, because the command line passes its argument unchecked. */
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The API record of a new key, with the key itself. The database stores only a hash of the key. */
export type CreatedApiKey = ApiKeyRecord & { readonly key: string };

/**
 * Creates a key for one business. Repeated scopes are stored once, in the order of the spec. Throws `validation_failed` for an empty or too
 * long label and for missing or unknown scopes, `not_found` for a user who is not a business member, and `forbidden_role` for a business
 * member who is not an owner.
 */
export async function createApiKey(tx: Transaction, wanted: NewApiKey): Promise<CreatedApiKey> {
  const { businessId, userId, now } = wanted;
  const label = wanted.label.trim();
  refuseIf([...labelProblems(label), ...scopeProblems(wanted.scopes)]);
  await assertOwner(tx, businessId, userId);
  const key = newKeyText();
  const row = {
    id: newId(),
    label,
    prefix: prefixOf(key),
    scopes: SCOPES.filter((scope) => wanted.scopes.includes(scope)),
    created_at: now,
  };
  tx.write(insertKey, {
    ...row,
    business_id: businessId,
    created_by: userId,
    secret_sha256: Buffer.from(fingerprintOf(key), "hex"),
  });
  return { ...apiKeyRecord({ ...row, last_used_at: null, revoked_at: null }), key };
}

/**
 * Locks the business and checks that the user is an owner. A concurrent transaction that removes this owner waits for the lock and then
 * also transfers the new key.
 */
async function assertOwner(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await lockBusiness(tx, businessId);
  await lockMemberships(tx, businessId);
  const [member] = await tx.query(findRole, { business_id: businessId, user_id: userId });
  if (member === undefined) throw notFound();
  if (member.role !== "owner")
    throw new ApiError("forbidden_role", "This operation requires the role owner.", { required: "owner" });
}

function labelProblems(label: string): FieldProblem[] {
  const length = [...label].length;
  if (length === 0) return [{ path: "/label", message: "must not be empty" }];
  if (length > MAX_LABEL_LENGTH)
    return [{ path: "/label", message: `must have at most ${MAX_LABEL_LENGTH} characters` }];
  return [];
}

function scopeProblems(scopes: readonly string[]): FieldProblem[] {
  if (scopes.length === 0) return [{ path: "/scopes", message: "must contain at least one scope" }];
  return scopes.flatMap((scope, index) =>
    isScope(scope) ? [] : [{ path: `/scopes/${index}`, message: `must be one of ${SCOPES.join(", ")}` }],
  );
}
