import type { DatabaseClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { refreshNextDue } from "./nextDue.ts";
import { countFailing, countSucceeding, listLongFailing, lockCheck, recordOutage } from "./outageStore.ts";
import { SHUTOFF_MS } from "./schedule.ts";
import { shutOff } from "./shutOff.ts";
import { retryOldest } from "./shutoffStore.ts";

/** An outage of the installation: half of the endpoints failed, of at least so many that were sent something. */
const MIN_ENDPOINTS = 20;
const BATCH_SIZE = 200;

/**
 * Checks the endpoints that fail: records an outage when the installation itself is most likely cut off, disables
 * endpoints that failed for 72 hours outside of outages, and retries the oldest delivery of those that had no attempt
 * since. Runs every few seconds, in one process at a time. Answers whether a delivery is due because of it.
 *
 * An attempt cannot decide this, because a single failure does not tell whether the receiver or the installation is at
 * fault: of twenty endpoints that fail in the same minute, the first nineteen look like any others. While attempts are
 * under way that could make it an outage, no endpoint is disabled.
 */
export async function checkFailing(database: Database, clock: DatabaseClock): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [locked] = await tx.query(lockCheck, {});
    if (locked === undefined) return false;
    const aheadMs = clock.aheadMs();
    const verdict = await detectOutage(tx, aheadMs);
    if (verdict === "outage") {
      tx.write(recordOutage, { id: newId(), aheadMs });
      return false;
    }
    const endpoints = await tx.query(listLongFailing, { aheadMs, limitMs: SHUTOFF_MS, limit: BATCH_SIZE });
    // The order in which every transaction locks them.
    endpoints.sort((one, other) => (one.business_id + one.id < other.business_id + other.id ? -1 : 1));
    let isDue = false;
    for (const endpoint of endpoints) {
      const { business_id: businessId, id: endpointId } = endpoint;
      if (endpoint.failed_late) {
        if (verdict === "none") await shutOff(tx, clock, endpoint);
      } else if (!endpoint.is_due) {
        const [retried] = await tx.query(retryOldest, { businessId, endpointId, aheadMs });
        if (retried === undefined) continue;
        await refreshNextDue(tx, businessId, endpointId);
        isDue = true;
      }
    }
    return isDue;
  });
}

/** `possible`: it would be an outage if all attempts to failing endpoints that are under way failed. */
async function detectOutage(tx: Transaction, aheadMs: number): Promise<"none" | "possible" | "outage"> {
  const [{ failed, undecided } = { failed: 0, undecided: 0 }] = await tx.query(countFailing, { aheadMs });
  const atWorst = failed + undecided;
  if (atWorst * 2 < MIN_ENDPOINTS) return "none";
  const limit = Math.max(MIN_ENDPOINTS, atWorst + 1);
  const [{ succeeded } = { succeeded: 0 }] = await tx.query(countSucceeding, { aheadMs, limit });
  const isOutage = (failing: number) =>
    failing + succeeded >= MIN_ENDPOINTS && failing * 2 >= failing + succeeded;
  if (isOutage(failed)) return "outage";
  return isOutage(atWorst) ? "possible" : "none";
}
