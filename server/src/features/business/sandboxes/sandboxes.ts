import type { Clock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Sandboxes, SandboxTime } from "../../../platform/businessTime.ts";
import type { Database } from "../../../platform/database/index.ts";
import { findClockBySlug, findClocks } from "./store.ts";

/** The prefix of every sandbox's slug. No other business has a slug with this prefix, so queries are sent only for these slugs. */
export const SANDBOX_SLUG = "sandbox-";
/** Maximum number of businesses in the cache of a process. */
const MAX_REMEMBERED = 50_000;

/** Determines whether a business is a sandbox, and reads the time of sandboxes. */
interface SandboxFinder extends Sandboxes {
  /** Returns the time of the sandbox with a slug, or null for a text that is not the slug of a sandbox. */
  ofSlug(slug: string): Promise<SandboxTime | null> | null;
}

/**
 * Returns functions that find sandboxes. A business cannot become or cease to be a sandbox, so the functions cache the ids of businesses
 * that are not sandboxes and send no query for them. The clock of a sandbox is read for every request, because another process may advance
 * it. `clock` is the clock of the installation.
 */
export function findSandboxes({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): SandboxFinder {
  const others = new Set<string>();
  const load = batchLoader(async (businessIds: string[]) => {
    const rows = await database.query(findClocks, { businessIds });
    return new Map(rows.map((row) => [row.business_id, row.clock_at]));
  });

  async function find(businessId: string): Promise<SandboxTime | null> {
    const testClockAt = await load(businessId);
    if (testClockAt !== undefined) return { testClockAt, clock };
    if (others.size >= MAX_REMEMBERED) others.clear();
    others.add(businessId);
    return null;
  }

  async function findBySlug(slug: string): Promise<SandboxTime | null> {
    const [row] = await database.query(findClockBySlug, { slug });
    return row === undefined ? null : { testClockAt: row.clock_at, clock };
  }

  return {
    of: (businessId) => (others.has(businessId) ? null : find(businessId)),
    ofSlug: (slug) => (/^sandbox-[a-z0-9-]{1,52}$/.test(slug) ? findBySlug(slug) : null),
  };
}
