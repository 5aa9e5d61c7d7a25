import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { countOwnedBusinesses, lockUser } from "./store.ts";

/** Maximum number of businesses, and of sandboxes, that a user may own. The command `daybook business create` has no limit. */
const MAX_OWNED_BUSINESSES = 5;

/**
 * Throws `validation_failed` when the user already owns five businesses or, for a new sandbox, five sandboxes. Locks the user, so
 * that concurrent requests cannot exceed the limit.
 */
export async function refuseTooManyBusinesses(
  tx: Transaction,
  userId: string,
  isSandbox = false,
): Promise<void> {
  await tx.query(lockUser, { id: userId });
  const [count] = await tx.query(countOwnedBusinesses, { userId, isSandbox });
  if ((count?.owned ?? 0) < MAX_OWNED_BUSINESSES) return;
  throw invalid({
    path: "",
    message: isSandbox
      ? `exceeds the limit of ${MAX_OWNED_BUSINESSES} sandboxes per user`
      : `exceeds the limit of ${MAX_OWNED_BUSINESSES} businesses per user: the operator can create more with \`daybook business create\``,
  });
}
