let waiting: (() => void)[] = [];

/**
 * Calls `work` at the end of this turn of the event loop, when all sockets that have received bytes have been read. Work that other work
 * of the turn adds is called in the same turn, after the work that was added before. `work` must not throw.
 */
export function atEndOfTurn(work: () => void): void {
  if (waiting.length === 0) setImmediate(callAll);
  waiting.push(work);
}

function callAll(): void {
  // The array grows while work adds other work.
  for (const work of waiting) work();
  waiting = [];
}
