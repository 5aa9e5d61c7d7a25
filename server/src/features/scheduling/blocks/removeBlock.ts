import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { deleteClaims, lockSubjects } from "../calendar/index.ts";
import { subjectOf } from "./block.ts";
import { deleteBlocks, lockBlock, lockFollowing } from "./store.ts";

/**
 * Deletes a block and releases its time; with `following`, also deletes all later blocks of its series. Throws `not_found` for an unknown
 * block and, with `own`, for another staff member's block.
 */
export async function removeBlock(
  tx: Transaction,
  businessId: string,
  blockId: string,
  following: boolean,
  own: OwnOnly | null = null,
): Promise<{ id: string; deleted: true }> {
  const business = { business_id: businessId };
  const [block] = await tx.query(lockBlock, { ...business, id: blockId });
  if (block === undefined || (own !== null && block.staff_id !== own.staffId)) throw notFound();
  const { id, series_id, starts_at } = block;
  const removed =
    following && series_id !== null
      ? await tx.query(lockFollowing, { ...business, id, series_id, starts_at })
      : [block];
  const blockIds = removed.map((row) => row.id);
  // Locks the subjects of all blocks, because a user may have moved a block of the series to another staff member or resource.
  await lockSubjects(tx, businessId, [...new Set(removed.map(subjectOf))].sort());
  deleteClaims(tx, businessId, { blockIds });
  tx.write(deleteBlocks, { ...business, ids: blockIds });
  return { id, deleted: true };
}
