import type { EventType } from "../../kernel/events.ts";
import type { Database, Reader, Transaction } from "../database/index.ts";
import {
  acquireRelay,
  findLastSequence,
  findNewEvents,
  listWaiting,
  lockRelay,
  oldestWaiting,
  oldestWrite,
  writeSequences,
} from "./relayStore.ts";

/** An event with its sequence number within its business (1, 2, 3 …). */
export interface SequencedEvent {
  readonly businessId: string;
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  /** The appointment of an `appointment.*` event. */
  readonly appointmentId: string | null;
}

export interface EventConsumer {
  readonly name: string;
  /**
   * Handles events in the transaction that numbers them. The relay passes each event exactly once, so a consumer's writes take
   * effect exactly once.
   */
  consume(tx: Transaction, events: readonly SequencedEvent[]): Promise<void>;
}

export interface Relay {
  /** Starts a round soon. Call it after writing events. */
  wake(): void;
  /** Numbers at most a few hundred committed events and returns their number. Returns 0 while another process numbers events. */
  round(): Promise<number>;
  /** Resolves when the current round has ended; no further round starts. */
  close(): Promise<void>;
}

export interface RelayOptions {
  readonly database: Database;
  readonly consumers: readonly EventConsumer[];
  readonly log: (message: string, error: unknown) => void;
  /** Whether the relay starts rounds itself. False in tests, which call `round`. */
  readonly runsByItself?: boolean;
}

const BATCH_SIZE = 250;
/** Maximum delay until events of other processes are found. */
const MAX_PAUSE_MS = 1_000;
/**
 * Minimum time between two rounds. Under load, one round handles the events of this period together. After an idle period, an
 * event starts a round immediately. If a round finds no events because another process is numbering them, the first pause has
 * this length too.
 */
const MIN_PAUSE_MS = 15;

/**
 * Opens the relay, which passes events from the outbox to their consumers. Any number of processes may run a relay; one process
 * at a time assigns numbers. That process locks the row of `relays` and assigns the numbers in a later statement, which sees
 * all numbers that other processes assigned before.
 */
export function openRelay(options: RelayOptions): Relay {
  const { database, consumers, log, runsByItself = true } = options;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let isWoken = false;
  let isClosed = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let pauseMs = MIN_PAUSE_MS;
  let lastFailure: string | undefined;

  async function round(): Promise<number> {
    return database.transaction(async (tx) => {
      const [locked] = await tx.query(acquireRelay, {});
      if (locked === undefined) return 0;
      const events = await assignSequences(tx);
      if (events.length === 0) return 0;
      for (const consumer of consumers) await consumer.consume(tx, events);
      return events.length;
    });
  }

  async function roundsUntilEmpty(): Promise<void> {
    isWoken = false;
    try {
      let count = 0;
      do {
        count = await round();
        if (count > 0) pauseMs = MIN_PAUSE_MS;
      } while (count === BATCH_SIZE && !isClosed);
      lastFailure = undefined;
    } catch (error) {
      // A repeated failure is logged once instead of every second.
      if (String(error) !== lastFailure) log("the relay failed and will retry", error);
      lastFailure = String(error);
      pauseMs = MAX_PAUSE_MS;
    }
    endedAt = performance.now();
    underWay = undefined;
    if (isWoken) pauseMs = MIN_PAUSE_MS;
    schedule(pauseMs);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
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
    pauseMs = MIN_PAUSE_MS;
    schedule(Math.max(0, endedAt + MIN_PAUSE_MS - performance.now()));
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
 * Assigns sequence numbers to the oldest waiting events of each business and returns the events. Each statement either filters by one
 * business or joins no tables across businesses, so it also runs on a cluster (decision 82).
 */
async function assignSequences(tx: Transaction): Promise<SequencedEvent[]> {
  const waiting = await tx.query(listWaiting, { limit: BATCH_SIZE });
  const businessIds = [...new Set(waiting.map(({ business_id }) => business_id))];
  const last = await Promise.all(
    businessIds.map(async (businessId) => {
      const [found] = await tx.query(findLastSequence, { businessId });
      return [businessId, found?.last ?? 0] as const;
    }),
  );
  const numbers = new Map(last);
  const events = waiting.map(({ business_id: businessId, id, type, appointment_id: appointmentId }) => {
    const sequence = (numbers.get(businessId) ?? 0) + 1;
    numbers.set(businessId, sequence);
    return { businessId, id, type, sequence, appointmentId };
  });
  if (events.length > 0)
    tx.write(writeSequences, {
      businessIds: events.map(({ businessId }) => businessId),
      ids: events.map(({ id }) => id),
      sequences: events.map(({ sequence }) => sequence),
    });
  return events;
}

/**
 * Waits for the current round and delays the next one until the transaction ends. Call it in a transaction that adds a subscriber: the
 * subscriber then receives every event that it could not read before.
 */
export async function pauseRelay(tx: Transaction): Promise<void> {
  await tx.query(lockRelay, {});
}

/** Returns whether events of a business wait for the relay. */
export async function hasNewEvents(reader: Reader, businessId: string): Promise<boolean> {
  const [row] = await reader.query(findNewEvents, { businessId });
  return row?.found === true;
}

/** The delay of the relay, in milliseconds. */
export interface RelayLag {
  /** The age of the oldest event without a number; null if all events have a number. */
  readonly oldestEventMs: number | null;
  /**
   * The age of the oldest open transaction with writes, in any database of the server. If it is in Daybook's database,
   * lists with `updated_since` include later changes only after it has ended. Null if there is no such transaction or the
   * server hides it.
   */
  readonly oldestWriteMs: number | null;
}

export async function relayLag(reader: Reader): Promise<RelayLag> {
  const [[waiting], [write]] = await Promise.all([
    reader.query(oldestWaiting, {}),
    reader.query(oldestWrite, {}),
  ]);
  return { oldestEventMs: waiting?.age_ms ?? null, oldestWriteMs: write?.age_ms ?? null };
}
