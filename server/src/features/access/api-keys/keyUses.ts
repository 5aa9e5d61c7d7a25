import type { Database } from "../../../platform/database/index.ts";
import { recordUses } from "./store.ts";

const MINUTE_MS = 60_000;

export interface KeyUses {
  /** Records that a key was used. Returns immediately and never throws. */
  record(keyId: string, lastUsedAt: number | null, now: number): void;
  /** Waits until the writes of all recorded uses have succeeded or failed. Later calls of `record` do nothing. */
  close(): Promise<void>;
}

/**
 * Updates `last_used_at` in the background, with a precision of one minute (contract §2). Each process writes the time of a key
 * at most once a minute. One statement writes the time of all keys that were used while the previous statement ran. Requests do
 * not wait for the write. A failed write is logged and does not fail the request; the next use in a later minute writes the
 * time again.
 */
export function keyUses(options: {
  readonly database: Database;
  readonly log: (message: string, error: unknown) => void;
}): KeyUses {
  /** The last minute that this process recorded, by key id. The statement that writes it may still be running. */
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
