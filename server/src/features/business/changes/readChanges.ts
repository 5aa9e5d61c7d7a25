import type { Database } from "../../../platform/database/index.ts";
import type { ChangeRow } from "./audience.ts";
import { acquireNumbering, findLastPosition, findUnnumbered, listChanges, numberChanges } from "./store.ts";

const BATCH_SIZE = 2_000;
/** Maximum number of missed changes that are sent. Beyond this number, a client needs less time to read all records again. */
const MAX_READ = 5_000;

interface ReadChanges {
  /** The position up to which all changes were read. */
  readonly position: number;
  readonly changes: ChangeRow[];
  /** False when there are more changes than one stream may send. */
  readonly isComplete: boolean;
}

/**
 * Assigns numbers to committed changes, unless another process is doing so, and reads the changes after a position. Without a
 * position, returns no changes and the last position.
 */
export async function readChanges(
  database: Database,
  wanted: {
    readonly businessIds: readonly string[];
    readonly after: number | undefined;
    readonly isOwnNeeded: boolean;
  },
): Promise<ReadChanges> {
  const [waiting] = await database.query(findUnnumbered, {});
  if (waiting !== undefined)
    await database.transaction(async (tx) => {
      const [acquired] = await tx.query(acquireNumbering, {});
      if (acquired !== undefined) await tx.query(numberChanges, { limit: BATCH_SIZE });
    });
  if (wanted.after === undefined) {
    const [last] = await database.query(findLastPosition, {});
    return { position: last?.position ?? 0, changes: [], isComplete: true };
  }
  const { businessIds, isOwnNeeded } = wanted;
  const changes: ChangeRow[] = [];
  let position = wanted.after;
  for (;;) {
    const rows = await database.query(listChanges, {
      businessIds,
      afterPosition: position,
      isOwnNeeded,
      limit: BATCH_SIZE,
    });
    changes.push(...rows);
    position = rows.at(-1)?.position ?? position;
    if (rows.length < BATCH_SIZE) return { position, changes, isComplete: true };
    if (changes.length >= MAX_READ) return { position, changes, isComplete: false };
  }
}
