import type { AppOptions } from "./appOptions.ts";
import { findSandboxes } from "./features/business/index.ts";
import { businessClock } from "./platform/businessTime.ts";
import type { Context } from "./platform/context.ts";

/**
 * Returns the dependencies of the features: `context` for requests of a business, whose clock may be a test clock, and
 * `installation` for work that concerns the whole installation.
 */
export function openContexts(options: AppOptions): {
  readonly context: Context;
  readonly installation: Context;
  readonly sandboxes: ReturnType<typeof findSandboxes>;
} {
  const { database, clock } = options;
  const sandboxes = findSandboxes(options);
  const context: Context = { database, clock: businessClock(clock), sandboxes };
  const installation: Context = { database, clock };
  return { context, installation, sandboxes };
}
