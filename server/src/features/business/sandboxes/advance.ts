import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../../kernel/clock.ts";
import { inSandbox } from "../../../platform/businessTime.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { DueWork, Job } from "../../../platform/jobs/index.ts";
import { leaseClock, moveClock, releaseClock } from "./store.ts";

/** The webhook deliveries of a sandbox. Their due times refer to the database's clock. */
interface SandboxDeliveries {
  /**
   * Returns the milliseconds until the earliest delivery is due, or null if no delivery is queued. A value of 0 or less means
   * that a delivery is due now.
   */
  nextDueInMs(businessId: string): Promise<number | null>;
  /** Makes all deliveries due earlier by `byMs`. */
  bringForward(businessId: string, byMs: number): Promise<void>;
}

interface AdvanceOptions {
  readonly database: Database;
  /** The clock of the installation, not of a sandbox. */
  readonly clock: Clock;
  readonly dueWork: readonly DueWork[];
  readonly deliveries: SandboxDeliveries;
  /** Whether the relay has not yet processed all events of the business. */
  readonly hasNewEvents: (businessId: string) => Promise<boolean>;
  readonly log: (message: string, error: unknown) => void;
}

const POLL_MS = 500;
/**
 * The duration of a worker's lease on a clock. After this time, other workers can take over the clock of a killed worker.
 * Before each step, the worker waits for the relay and the deliveries for at most half of this duration.
 */
const LEASE_SECONDS = 120;
const SETTLE_TIMEOUT_MS = 60_000;
const SETTLE_POLL_MS = 20;
/** The interval in seconds at which a worker does the due work of a clock that is not being advanced. */
const DUE_NOW_EVERY_SECONDS = 2;
/** Maximum number of clocks per run, so that a run ends. */
const MAX_CLOCKS = 20;
/** Maximum number of runs of due work at one instant. If a worker exceeds this number, the last work counts as failed. */
const MAX_REPETITIONS = 10_000;

/** Returns the job that advances test clocks. For clocks ahead of the installation's clock, the job also runs the due work. */
export function sandboxJobs(options: AdvanceOptions): Job[] {
  return [
    {
      name: "test clocks",
      everyMs: POLL_MS,
      run: async (signal) => {
        for (let count = 0; count < MAX_CLOCKS && !signal.aborted; count++) {
          if (!(await workOnOne(options, signal))) return;
        }
      },
    },
  ];
}

/**
 * Leases a clock and does all work that is due up to its target or, without a target, up to its time. Returns false if no clock can be
 * leased.
 */
async function workOnOne(options: AdvanceOptions, signal: AbortSignal): Promise<boolean> {
  const { database, clock } = options;
  const [leased] = await database.query(leaseClock, {
    now: clock.now(),
    leaseSeconds: LEASE_SECONDS,
    everySeconds: DUE_NOW_EVERY_SECONDS,
  });
  if (leased === undefined) return false;
  try {
    await work(options, leased, signal);
  } finally {
    await database.query(releaseClock, { businessId: leased.business_id });
  }
  return true;
}

type Leased = NonNullable<(typeof leaseClock)["row"]>;

async function work(options: AdvanceOptions, leased: Leased, signal: AbortSignal): Promise<void> {
  const { database, clock, deliveries, log } = options;
  const { business_id: businessId } = leased;
  // `clock_at` of a leased clock is not null, because starting an advance sets it.
  let clockAt = leased.clock_at ?? clock.now();
  const failed = new Set<DueWork>();
  let repetitions = 0;

  /** Moves the clock and the due times of the deliveries. Returns false if another worker has moved the clock. */
  async function moveTo(toAt: number): Promise<boolean> {
    const byMs = toAt - clockAt;
    const moved = await database.query(moveClock, {
      businessId,
      fromAt: clockAt,
      toAt,
      leaseSeconds: LEASE_SECONDS,
    });
    if (moved.length === 0) return false;
    if (byMs > 0) await deliveries.bringForward(businessId, byMs);
    clockAt = toAt;
    repetitions = 0;
    return true;
  }

  while (!signal.aborted) {
    await settle(options, businessId, signal);
    const untilAt = leased.target_at ?? clockAt;
    const next = await nextOf(options, businessId, { clockAt, failed });
    if (next === null || next.dueAt > untilAt) {
      if (leased.target_at !== null) await moveTo(leased.target_at);
      return;
    }
    if (next.dueAt > clockAt && !(await moveTo(next.dueAt))) return;
    const { due } = next;
    if (due === null) continue;
    repetitions += 1;
    try {
      await inSandbox({ testClockAt: clockAt, clock }, () => due.run(businessId));
      if (repetitions > MAX_REPETITIONS)
        throw new Error(`The sandbox's jobs did not finish within ${MAX_REPETITIONS} rounds.`);
    } catch (error) {
      // The worker continues without the failed work. The work runs again after the next lease of the clock.
      failed.add(due);
      log(`"${due.name}" failed in the sandbox ${businessId}`, error);
    }
  }
}

/**
 * Returns the work or delivery that is due next, and its due time, which is never before the time of the clock. `due` is null
 * for a delivery. Returns null if there is no such work or delivery.
 */
async function nextOf(
  { dueWork, deliveries }: AdvanceOptions,
  businessId: string,
  { clockAt, failed }: { readonly clockAt: number; readonly failed: ReadonlySet<DueWork> },
): Promise<{ readonly due: DueWork | null; readonly dueAt: number } | null> {
  const candidates: { readonly due: DueWork | null; readonly dueAt: number }[] = [];
  for (const due of dueWork) {
    const dueAt = failed.has(due) ? null : await due.nextDueAt(businessId);
    if (dueAt !== null) candidates.push({ due, dueAt: Math.max(dueAt, clockAt) });
  }
  const inMs = await deliveries.nextDueInMs(businessId);
  // Skips a delivery that is due now, because a worker sends this delivery without an advance of the clock.
  if (inMs !== null && inMs > 0) candidates.push({ due: null, dueAt: clockAt + Math.ceil(inMs) });
  candidates.sort((one, other) => one.dueAt - other.dueAt);
  return candidates[0] ?? null;
}

/** Waits until the relay has processed the business's events and no delivery is due, for at most one minute. */
async function settle(
  { hasNewEvents, deliveries }: AdvanceOptions,
  businessId: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  while (!signal.aborted && performance.now() < deadline) {
    const inMs = await deliveries.nextDueInMs(businessId);
    if ((inMs === null || inMs > 0) && !(await hasNewEvents(businessId))) return;
    await pause(SETTLE_POLL_MS);
  }
}
