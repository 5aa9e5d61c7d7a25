/** How many rows one statement clears away: short transactions, and nobody waits for a long one. */
const AT_ONCE = 1_000;

/**
 * Clears away what is past its time, some at a time until a statement finds fewer than it could have taken.
 * `clear` is handed how many rows at most, and answers how many it found.
 */
export async function deleteInBatches(
  signal: AbortSignal,
  clear: (most: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    if ((await clear(AT_ONCE)) < AT_ONCE) return;
  }
}
