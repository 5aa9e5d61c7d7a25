import type { EventType } from "../../kernel/events.ts";
import type { Database, Reader, Transaction } from "../database/index.ts";
import { acquireRelay, assignSequences, lockRelay, oldestWaiting, oldestWrite } from "./relayStore.ts";

/** An event that has just been given its number: 1, 2, 3 … within its business. */
export interface SequencedEvent {
  readonly businessId: string;
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly clientId: string | null;
}

/** Whoever acts on events. */
export interface EventConsumer {
  readonly name: string;
  /** Called with each event once, in the transaction that gives it its number: what is written here happens exactly once. */
  consume(tx: Transaction, events: readonly SequencedEvent[]): Promise<void>;
}

export interface Relay {
  /** Look soon: events were written. */
  wake(): void;
  /** Gives numbers to what is settled, a few hundred events at most; answers how many. None: also when another process is at it. */
  round(): Promise<number>;
  /** Resolves when the round under way has ended; none starts after it. */
  close(): Promise<void>;
}

export interface RelayOptions {
  readonly database: Database;
  readonly consumers: readonly EventConsumer[];
  readonly log: (message: string, error: unknown) => void;
  /** False: rounds only when they are asked for, in tests. */
  readonly runsByItself?: boolean;
}

const EVENTS_A_ROUND = 250;
/** What other processes write is found this much later at most. */
const LONGEST_PAUSE_MS = 1_000;
/**
 * Under load a round takes what was written in so many milliseconds together; after a quiet time it begins at once. It
 * is also the first pause after a wake that found nothing: some transaction begun earlier is still open.
 */
const SHORTEST_PAUSE_MS = 15;

/**
 * Carries events from the outbox to whoever acts on them. Numbers are given by one process at a time, whoever holds
 * the row of `relays`, and in a statement later than the one that took it: that sees all the one before has given.
 * Any number of processes may run a relay.
 */
export function openRelay(options: RelayOptions): Relay {
  const { database, consumers, log, runsByItself = true } = options;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let isWoken = false;
  let isClosed = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let pauseMs = SHORTEST_PAUSE_MS;
  let lastFailure: string | undefined;

  async function round(): Promise<number> {
    return database.transaction(async (tx) => {
      const [held] = await tx.query(acquireRelay, []);
      if (held === undefined) return 0;
      const rows = await tx.query(assignSequences, [EVENTS_A_ROUND]);
      if (rows.length === 0) return 0;
      const events = rows
        .map((row) => ({
          businessId: row.business_id,
          id: row.id,
          type: row.type,
          sequence: row.sequence,
          clientId: row.client_id,
        }))
        .sort((one, other) => one.sequence - other.sequence);
      for (const consumer of consumers) await consumer.consume(tx, events);
      return events.length;
    });
  }

  async function roundsUntilEmpty(): Promise<void> {
    isWoken = false;
    try {
      let given = 0;
      do {
        given = await round();
        if (given > 0) pauseMs = SHORTEST_PAUSE_MS;
      } while (given === EVENTS_A_ROUND && !isClosed);
      lastFailure = undefined;
    } catch (error) {
      // A database that is away for a minute is one line, not sixty.
      if (String(error) !== lastFailure) log("the relay could not go on, and will try again", error);
      lastFailure = String(error);
      pauseMs = LONGEST_PAUSE_MS;
    }
    endedAt = performance.now();
    underWay = undefined;
    if (isWoken) pauseMs = SHORTEST_PAUSE_MS;
    schedule(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  function schedule(inMs: number): void {
    clearTimeout(timer);
    if (isClosed || !runsByItself) return;
    timer = setTimeout(() => {
      underWay = roundsUntilEmpty();
    }, inMs);
  }

  function wake(): void {
    isWoken = true;
    if (underWay !== undefined || isClosed) return;
    pauseMs = SHORTEST_PAUSE_MS;
    schedule(Math.max(0, endedAt + SHORTEST_PAUSE_MS - performance.now()));
  }

  const stopListening = database.listen("events", wake);
  schedule(0);
  return {
    wake,
    round,
    async close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      await underWay;
    },
  };
}

/**
 * For whoever must hear of every event from now on: waits for the round under way, and keeps the next one off until the
 * transaction ends. So an event that is not told of to a new subscriber was there to be read before they subscribed.
 */
export async function pauseRelay(tx: Transaction): Promise<void> {
  await tx.query(lockRelay, []);
}

/** How far behind the relay is, in milliseconds. */
export interface RelayLag {
  /** Age of the oldest event without a number; null when all have one. */
  readonly oldestEventMs: number | null;
  /**
   * For how long the oldest transaction that has written has been open, in any database of the server: it holds up every
   * event written after it began. Null when there is none, or the server does not tell.
   */
  readonly oldestWriteMs: number | null;
}

export async function relayLag(reader: Reader): Promise<RelayLag> {
  const [[waiting], [write]] = await Promise.all([
    reader.query(oldestWaiting, []),
    reader.query(oldestWrite, []),
  ]);
  return { oldestEventMs: waiting?.age_ms ?? null, oldestWriteMs: write?.age_ms ?? null };
}
