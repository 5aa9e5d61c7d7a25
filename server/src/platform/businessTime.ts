import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../kernel/clock.ts";

/** The clocks of a sandbox business. */
export interface SandboxTime {
  /** The time of the test clock in milliseconds since the epoch; null if it has never been advanced. */
  readonly testClockAt: number | null;
  /** The clock of the installation. */
  readonly clock: Clock;
}

const current = new AsyncLocalStorage<SandboxTime>();

/**
 * Runs `work` for a sandbox business (decision 66). In `work`, clocks from `businessClock` show the sandbox's time, changes are
 * stamped with this time, and Daybook sends webhooks but no e-mails or text messages.
 */
export function inSandbox<T>(time: SandboxTime, work: () => T): T {
  return current.run(time, work);
}

/** Runs `work` outside any sandbox. Use it for work whose result several businesses share. */
export function outsideSandbox<T>(work: () => T): T {
  return current.exit(work);
}

export interface Sandboxes {
  /** Returns the clocks of a sandbox; null for any other business. */
  of(businessId: string): Promise<SandboxTime | null> | null;
}

/** Runs `work` in the business's sandbox if the business is a sandbox. */
export async function atBusiness<T>(
  { sandboxes }: { readonly sandboxes?: Sandboxes | undefined },
  businessId: string,
  work: () => Promise<T>,
): Promise<T> {
  const sandbox = (await sandboxes?.of(businessId)) ?? null;
  return sandbox === null ? work() : inSandbox(sandbox, work);
}

/** Returns whether this code runs for a sandbox business. */
export function isInSandbox(): boolean {
  return current.getStore() !== undefined;
}

/**
 * Returns the clock of business rules. In a sandbox it shows the test clock's time until the installation's clock is later. Outside a
 * sandbox it shows the time of `clock`.
 */
export function businessClock(clock: Clock): Clock {
  return {
    ...(clock.isSystem === undefined ? {} : { isSystem: clock.isSystem }),
    now: () => Math.max(clock.now(), current.getStore()?.testClockAt ?? Number.NEGATIVE_INFINITY),
  };
}

/**
 * Returns the installation's time for limits that businesses share, such as quotas of an IP address. Outside a sandbox this is `now`.
 * With a test clock's time, a sandbox could use up the limits of later days.
 */
export function installationTime(now: number): number {
  return current.getStore()?.clock.now() ?? now;
}
