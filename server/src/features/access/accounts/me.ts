import type { Caller } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { MeRecord } from "./schema.ts";
import { findUser, listMemberships } from "./store.ts";

/**
 * Who is calling (contract §2). Behind a key stands the owner who made it, and of their businesses only the one
 * the key is bound to is told: a key leaked by one salon says nothing about another of the same owner.
 */
export async function me(reader: Reader, caller: Caller): Promise<MeRecord> {
  const businessId = caller.kind === "key" ? caller.businessId : null;
  const [[user], memberships] = await Promise.all([
    reader.query(findUser, [caller.userId]),
    reader.query(listMemberships, [caller.userId, businessId]),
  ]);
  if (user === undefined) throw new ApiError("unauthenticated", "The user no longer exists.");
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name ?? "",
    memberships,
    api_key:
      caller.kind === "key" ? { id: caller.keyId, label: caller.label, scopes: [...caller.scopes] } : null,
  };
}
