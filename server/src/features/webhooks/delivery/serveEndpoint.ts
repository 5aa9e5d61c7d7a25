import { setImmediate as immediate } from "node:timers/promises";
import type { ConcurrencyLimit, Permit } from "./concurrencyLimit.ts";
import type { AcquiredLease, DueDelivery, Leases } from "./leases.ts";
import type { LeaseUse, Recorded, Result } from "./results.ts";

/** The number of deliveries after which the lease of an endpoint is released if other endpoints wait for a permit. */
const MAX_DELIVERIES_PER_LEASE = 16;
/**
 * The share of the process's concurrency limit that is reserved for endpoints that become due. Additional concurrent requests to an
 * endpoint must not use this share.
 */
const RESERVED_SHARE = 1 / 4;

/** The parts of the deliverer that `serveEndpoint` uses. */
export interface Serving {
  readonly leases: Leases;
  readonly limit: ConcurrencyLimit;
  /** The maximum number of deliveries in flight to a healthy endpoint. */
  readonly maxConcurrency: number;
  /** Makes one attempt to send the delivery. */
  readonly send: (delivery: DueDelivery, permit: Permit) => Promise<Result>;
  readonly record: (result: Result & LeaseUse) => Promise<Recorded | undefined>;
  /** Whether other endpoints may need a permit. */
  readonly othersWait: () => boolean;
  readonly isClosed: () => boolean;
  /** Whether the attempt failed because the shutdown aborted it. Another process then repeats the attempt. */
  readonly isAborted: (result: Result) => boolean;
}

/** A leased endpoint whose deliveries are being sent. */
export interface Served {
  /** Reads due deliveries again while others are in flight. */
  wake(): void;
  /**
   * When the lease has ended, resolves to whether the endpoint may have more due deliveries. After an error, rejects, and the
   * lease expires without being released.
   */
  readonly ended: Promise<boolean>;
}

/**
 * Sends the due deliveries of a leased endpoint, oldest first. The number of concurrent deliveries is one after a failure and increases by
 * one with each success. The next request is sent as soon as a response has arrived, before its result is written. After a failure, no
 * further request is sent within this lease.
 *
 * A lease must not end while a request is in flight, because another process could repeat the request. The lease is released either in the
 * transaction that records the result of the last delivery in flight, or in a separate transaction. No delivery is read or sent during this
 * transaction.
 */
export function serveEndpoint(serving: Serving, lease: AcquiredLease): Served {
  const { leases, limit, record } = serving;
  const first = limit.acquire();
  let isFirstFree = true;
  /** The ids of deliveries that are in flight or whose results are not written yet. */
  const unrecorded = new Set<string>();
  let concurrency = Math.min(lease.concurrency_limit, serving.maxConcurrency);
  let requests = 0;
  let sent = 0;
  let isStopped = false;
  let isDrained = false;
  let isReading = false;
  let reading: Promise<void> = Promise.resolve();
  let isReleasing = false;
  let isReleased = false;
  let failure: { readonly error: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  function signal(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  /** Returns the number of additional requests that may be sent now. */
  function freeSlots(): number {
    const spare = limit.available() - Math.ceil(limit.size * RESERVED_SHARE);
    const additional = serving.othersWait() ? 0 : Math.max(0, spare);
    return Math.min(concurrency - requests, (isFirstFree ? 1 : 0) + additional);
  }

  function read(): Promise<void> {
    isReading = true;
    reading = sendNext();
    return reading;
  }

  async function sendNext(): Promise<void> {
    // Waits for one turn of the event loop: requests that were sent at the same time often get their responses at the same
    // time, and one read then finds deliveries for all free slots.
    if (requests > 0) await immediate();
    const count = freeSlots();
    const due = await leases.nextDeliveries(lease, count, unrecorded).finally(() => {
      isReading = false;
    });
    isDrained = due.length < count;
    if (serving.isClosed()) isStopped = true;
    for (const delivery of due) {
      if (isStopped || freeSlots() <= 0) break;
      void attempt(delivery);
    }
  }

  async function attempt(delivery: DueDelivery): Promise<void> {
    unrecorded.add(delivery.id);
    requests++;
    sent++;
    const permit = isFirstFree ? first : limit.acquire();
    if (permit === first) isFirstFree = false;
    try {
      const result = await serving.send(delivery, permit);
      requests--;
      if (permit === first) isFirstFree = true;
      else permit.release();
      if (result.succeeded) concurrency = Math.min(concurrency + 1, serving.maxConcurrency);
      if (!result.succeeded || serving.isClosed()) isStopped = true;
      if (sent >= MAX_DELIVERIES_PER_LEASE && serving.othersWait()) isStopped = true;
      if (!serving.isAborted(result)) await write(result);
    } catch (error) {
      failure = { error };
      isStopped = true;
    }
    unrecorded.delete(delivery.id);
    signal();
  }

  /** Makes `run` send the next requests, and resolves once these requests have been sent. */
  async function nextSent(): Promise<void> {
    signal();
    await immediate();
    // Ignores a failed read, because `run` handles it.
    await reading.catch(() => undefined);
  }

  async function write(result: Result): Promise<void> {
    const holdsLease = isReading || unrecorded.size > 1;
    if (holdsLease) await nextSent();
    else isReleasing = true;
    const recorded = await record({ ...result, holdsLease, mayContinue: !isStopped });
    isReleasing = false;
    if (recorded === undefined) isStopped = true;
    else if (!holdsLease) isReleased = !recorded.continues;
    // The relay may have added events since the queue was read.
    if (recorded?.continues) isDrained = false;
    if (isReleased || recorded === undefined) mayHaveMore = recorded?.isDue ?? false;
  }

  let mayHaveMore = true;
  async function run(): Promise<boolean> {
    try {
      for (;;) {
        while (!isStopped && !isDrained && !isReleasing && !isReleased && freeSlots() > 0) await read();
        if (unrecorded.size === 0) break;
        await changed.promise;
      }
    } catch (error) {
      failure ??= { error };
      isStopped = true;
      while (unrecorded.size > 0) await changed.promise;
    } finally {
      first.release();
    }
    if (failure !== undefined) throw failure.error;
    if (!isReleased) await leases.release(lease);
    return mayHaveMore;
  }

  return {
    wake() {
      if (!isDrained || isStopped || freeSlots() <= 0) return;
      isDrained = false;
      signal();
    },
    ended: run(),
  };
}
