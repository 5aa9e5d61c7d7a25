import type { Database } from "../../../platform/database/index.ts";
import { recordUses } from "./store.ts";

const MINUTE_MS = 60_000;

export interface KeyUses {
  /** Remembers that a key was used; returns at once and never throws. */
  note(keyId: string, lastUsedAt: number | null, now: number): void;
  /** Resolves when everything noted so far has been written or has failed; later notes are dropped. */
  close(): Promise<void>;
}

/**
 * Keeps `last_used_at` to the minute (contract §2), beside the requests and not in them: one write a minute for a
 * key that is in use, one statement for all keys that came up while the last was being written. A request never
 * waits for it or fails by it; a failure is logged, and the key's next minute is noted again.
 */
export function keyUses(options: {
  readonly database: Database;
  readonly log: (message: string, error: unknown) => void;
}): KeyUses {
  /** The minute last noted by this process, which is ahead of the row until the write has arrived. */
  const notedAt = new Map<string, number>();
  let pending = new Map<string, number>();
  let writing: Promise<void> | undefined;
  let isClosed = false;

  async function write(): Promise<void> {
    while (pending.size > 0) {
      const uses = pending;
      pending = new Map();
      try {
        await options.database.query(recordUses, [[...uses.keys()], [...uses.values()].map(asDate)]);
      } catch (error) {
        options.log("the last use of API keys could not be noted", error);
      }
    }
    writing = undefined;
  }

  return {
    note(keyId, lastUsedAt, now) {
      const minute = now - (now % MINUTE_MS);
      const known = Math.max(lastUsedAt ?? -Infinity, notedAt.get(keyId) ?? -Infinity);
      if (isClosed || minute <= known) return;
      notedAt.set(keyId, minute);
      pending.set(keyId, minute);
      writing ??= write();
    },
    async close() {
      isClosed = true;
      await writing;
    },
  };
}

function asDate(at: number): Date {
  return new Date(at);
}
