import type { Database } from "../../../platform/database/index.ts";
import { recordUses } from "./store.ts";

const MINUTE_MS = 60_000;

export interface KeyUses {
  /** Records that a key was used; returns at once and never throws. */
  record(keyId: string, lastUsedAt: number | null, now: number): void;
  /** Waits until all recorded uses are written or have failed; later calls of `record` do nothing. */
  close(): Promise<void>;
}

/**
 * Updates `last_used_at` with a precision of one minute (contract §2), in the background: each active key is written at most once
 * a minute per process, and one statement writes all keys that were used while the previous statement ran. Requests do not wait
 * for the write, and a failed write does not fail them; it is logged, and the next minute's use is written again.
 */
export function keyUses(options: {
  readonly database: Database;
  readonly log: (message: string, error: unknown) => void;
}): KeyUses {
  /** The last minute recorded by this process, by key id; the row contains it once the write has finished. */
  const recordedAt = new Map<string, number>();
  let pending = new Map<string, number>();
  let writing: Promise<void> | undefined;
  let isClosed = false;

  async function write(): Promise<void> {
    while (pending.size > 0) {
      const uses = [...pending].map(([id, at]) => ({ id, at }));
      pending = new Map();
      try {
        await options.database.query(recordUses, { uses });
      } catch (error) {
        options.log("the last use of API keys could not be recorded", error);
      }
    }
    writing = undefined;
  }

  return {
    record(keyId, lastUsedAt, now) {
      const minute = now - (now % MINUTE_MS);
      const known = Math.max(lastUsedAt ?? -Infinity, recordedAt.get(keyId) ?? -Infinity);
      if (isClosed || minute <= known) return;
      recordedAt.set(keyId, minute);
      pending.set(keyId, minute);
      writing ??= write();
    },
    async close() {
      isClosed = true;
      await writing;
    },
  };
}
