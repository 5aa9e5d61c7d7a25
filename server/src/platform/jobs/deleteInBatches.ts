/** The number of rows per statement. It is limited, because a long transaction would block others. */
const BATCH_SIZE = 1_000;

/**
 * Deletes expired rows in batches until a batch is not full or `signal` is aborted. `deleteBatch` deletes at most `limit` rows and
 * returns their number.
 */
export async function deleteInBatches(
  signal: AbortSignal,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    if ((await deleteBatch(BATCH_SIZE)) < BATCH_SIZE) return;
  }
}
