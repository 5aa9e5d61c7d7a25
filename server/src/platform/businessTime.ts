import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../kernel/clock.ts";

/** The time of a sandbox business. */
export interface SandboxTime {
  /** The time of its test clock; null if it has never been advanced. */
  readonly testClockAt: number | null;
  /** The clock of the installation. */
  readonly clock: Clock;
}

const current = new AsyncLocalStorage<SandboxTime>();

/**
 * Runs `work` for a sandbox business (decision 66): `businessClock` returns the time of the sandbox, changes are stamped with it,
 * and nothing but webhooks leaves the installation.
 */
export function inSandbox<T>(time: SandboxTime, work: () => T): T {
  return current.run(time, work);
}

/** Runs `work` outside of any sandbox, because other businesses share it. */
export function outsideSandbox<T>(work: () => T): T {
  return current.exit(work);
}

/** Finds sandbox businesses. */
export interface Sandboxes {
  /** Returns the time of a sandbox; null for any other business. */
  of(businessId: string): Promise<SandboxTime | null> | null;
}

/** Runs `work` in the sandbox of a business, if it is one. */
export async function atBusiness<T>(
  { sandboxes }: { readonly sandboxes?: Sandboxes | undefined },
  businessId: string,
  work: () => Promise<T>,
): Promise<T> {
  const sandbox = (await sandboxes?.of(businessId)) ?? null;
  return sandbox === null ? work() : inSandbox(sandbox, work);
}

/** Whether this code runs for a sandbox business. */
export function isInSandbox(): boolean {
  return current.getStore() !== undefined;
}

/**
 * Returns the clock of business rules. In a sandbox, the time is that of its test clock until the clock of the installation is
 * later; otherwise it is the time of `clock`.
 */
export function businessClock(clock: Clock): Clock {
  return {
    ...(clock.isSystem === undefined ? {} : { isSystem: clock.isSystem }),
    now: () => Math.max(clock.now(), current.getStore()?.testClockAt ?? Number.NEGATIVE_INFINITY),
  };
}

/**
 * Returns the time of the installation for limits that businesses share, such as quotas of an IP address: `now` outside of a
 * sandbox. A test clock must not use up the limits of later days.
 */
export function installationTime(now: number): number {
  return current.getStore()?.clock.now() ?? now;
}
