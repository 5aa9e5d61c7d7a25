import type { Caller } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { MeRecord } from "./schema.ts";
import { findUser, listMemberships } from "./store.ts";

/**
 * Returns the caller (contract §2). For an API key, this is the owner to whom the key belongs, with the membership of the key's
 * business only: a leaked key must not reveal the owner's other businesses.
 */
export async function me(reader: Reader, caller: Caller): Promise<MeRecord> {
  const businessId = caller.kind === "key" ? caller.businessId : null;
  const [[user], memberships] = await Promise.all([
    reader.query(findUser, { id: caller.userId }),
    reader.query(listMemberships, { userId: caller.userId, businessId }),
  ]);
  if (user === undefined)
    throw new ApiError("unauthenticated", "The user of this API key or session no longer exists.");
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
