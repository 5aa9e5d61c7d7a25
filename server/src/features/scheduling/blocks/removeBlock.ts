import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { deleteClaims, lockSubjects } from "../calendar/index.ts";
import { subjectOf } from "./block.ts";
import { deleteBlocks, lockBlock, lockBlocksFrom } from "./store.ts";

/** Removes a block and gives its time back; with `following` also all later blocks of its series. Throws `not_found`, also for
 * one that is not a staff member's own. */
export async function removeBlock(
  tx: Transaction,
  businessId: string,
  blockId: string,
  following: boolean,
  own: OwnOnly | null = null,
): Promise<{ id: string; deleted: true }> {
  const block = await lockBlock(tx, businessId, blockId);
  if (block === undefined || (own !== null && block.staffId !== own.staffId)) throw notFound();
  const ids = following ? await lockBlocksFrom(tx, businessId, block) : [block.id];
  // All blocks of a series take the time of the same subject.
  await lockSubjects(tx, businessId, [subjectOf(block)]);
  deleteClaims(tx, businessId, { blockIds: ids });
  deleteBlocks(tx, businessId, ids);
  return { id: block.id, deleted: true };
}
