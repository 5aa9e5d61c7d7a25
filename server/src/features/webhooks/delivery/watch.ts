import type { DatabaseClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { refreshNextDue } from "./nextDue.ts";
import { countFailing, countSucceeding, longFailing, noteOutage, takeWatch } from "./outageStore.ts";
import { SHUTOFF_MS } from "./schedule.ts";
import { shutOff } from "./shutOff.ts";
import { tryOldestAgain } from "./shutoffStore.ts";

/** An outage of ours: half of the endpoints failed, of at least so many that had something sent to them. */
const FEWEST_ENDPOINTS = 20;
const MOST_AT_ONCE = 200;

/**
 * Watches over endpoints that fail: notes when it is most likely us who are cut off, turns off those that failed for 72
 * hours without that, and gives one more attempt to those that would be but had none since. Run every few seconds; one
 * process at a time does it. Answers whether something is due because of it.
 *
 * Shutoffs are decided here and not where an attempt fails, because one failure does not tell whose fault it is: of
 * twenty endpoints that fail in the same minute, the first nineteen look like any others. While attempts are under way
 * that could make an outage of it, none is turned off.
 */
export async function watchFailing(database: Database, clock: DatabaseClock): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [held] = await tx.query(takeWatch, []);
    if (held === undefined) return false;
    const weather = await lookAround(tx, clock.aheadMs());
    if (weather === "outage") {
      tx.write(noteOutage, [clock.aheadMs(), newId()]);
      return false;
    }
    const endpoints = await tx.query(longFailing, [clock.aheadMs(), SHUTOFF_MS, MOST_AT_ONCE]);
    // Locked in the order in which everybody locks them.
    endpoints.sort((one, other) => (one.business_id + one.id < other.business_id + other.id ? -1 : 1));
    let isDue = false;
    for (const endpoint of endpoints) {
      const { business_id: businessId, id: endpointId } = endpoint;
      if (endpoint.failed_late) {
        if (weather === "clear") await shutOff(tx, clock, endpoint);
      } else if (!endpoint.is_due) {
        const [tried] = await tx.query(tryOldestAgain, [businessId, endpointId, clock.aheadMs()]);
        if (tried === undefined) continue;
        await refreshNextDue(tx, businessId, endpointId);
        isDue = true;
      }
    }
    return isDue;
  });
}

/** `unsure`: it would be an outage if whatever is under way in the failing lane failed too. */
async function lookAround(tx: Transaction, aheadMs: number): Promise<"clear" | "unsure" | "outage"> {
  const [{ failed, undecided } = { failed: 0, undecided: 0 }] = await tx.query(countFailing, [aheadMs]);
  const atWorst = failed + undecided;
  if (atWorst * 2 < FEWEST_ENDPOINTS) return "clear";
  const most = Math.max(FEWEST_ENDPOINTS, atWorst + 1);
  const [{ succeeded } = { succeeded: 0 }] = await tx.query(countSucceeding, [aheadMs, most]);
  const isOutage = (failing: number) =>
    failing + succeeded >= FEWEST_ENDPOINTS && failing * 2 >= failing + succeeded;
  if (isOutage(failed)) return "outage";
  return isOutage(atWorst) ? "unsure" : "clear";
}
