import type { DatabaseClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Database, Transaction } from "../../../platform/database/index.ts";
import { refreshNextDue } from "./nextDue.ts";
import {
  decideFailures,
  endOutage,
  extendOutage,
  findOutage,
  findUndecided,
  hasConnectedSince,
  listConnected,
  listLongFailing,
  lockCheck,
  startOutage,
} from "./outageStore.ts";
import { SHUTOFF_MS } from "./schedule.ts";
import { shutOff } from "./shutOff.ts";
import { retryOldest } from "./shutoffStore.ts";

export interface FailingCheck {
  readonly database: Database;
  readonly clock: DatabaseClock;
  /** Returns whether a connection to one of the hosts succeeds. Sends no data. */
  readonly network: { canConnect(urls: readonly string[]): Promise<boolean> };
  /** The app's URL, for the link in e-mails. */
  readonly appUrl?: string | undefined;
}

/** The time in milliseconds for which a connection to any host proves that the network works. */
const CONNECTION_PROVES_MS = 10 * 60_000;
/** The number of hosts to test if no connection to a receiver has succeeded recently. */
const PROBED_HOSTS = 5;
const BATCH_SIZE = 200;

/**
 * Checks failing endpoints. Decides whether failures to connect were caused by the receivers or by an outage of the
 * installation. Disables endpoints that failed for 72 hours outside outages; if such an endpoint had no attempt after the 72
 * hours, retries its oldest delivery first. Runs every few seconds, in one process at a time. Returns whether a delivery became
 * due.
 *
 * A failure to connect does not show whether the receiver or the installation caused it. Any HTTP response from any endpoint,
 * even an error, proves that the network works. The decision does not depend on the number of failing endpoints or
 * of their businesses.
 */
export async function checkFailing(check: FailingCheck): Promise<boolean> {
  const { database, clock } = check;
  const canConnect = await probe(check);
  return database.transaction(async (tx) => {
    const [locked] = await tx.query(lockCheck, {});
    if (locked === undefined) return false;
    const aheadMs = clock.aheadMs();
    if (await decideOutage(tx, { aheadMs, canConnect })) return false;
    const endpoints = await tx.query(listLongFailing, { aheadMs, limitMs: SHUTOFF_MS, limit: BATCH_SIZE });
    // Sorts the endpoints, because all transactions lock endpoints in the order of these keys.
    endpoints.sort((one, other) => (one.business_id + one.id < other.business_id + other.id ? -1 : 1));
    let isDue = false;
    for (const endpoint of endpoints) {
      const { business_id: businessId, id: endpointId } = endpoint;
      if (endpoint.failed_late) {
        await shutOff(tx, { clock, appUrl: check.appUrl }, endpoint);
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

/**
 * Connects to the hosts with the most recent successful connections, and returns whether a connection succeeds. Returns undefined if no
 * decision is needed. Runs outside any transaction, because it waits for the network.
 */
async function probe({ database, network }: FailingCheck): Promise<boolean | undefined> {
  if (await isClear(database)) return undefined;
  const hosts = await database.query(listConnected, { limit: PROBED_HOSTS });
  return network.canConnect(hosts.map(({ url }) => url));
}

type Queries = Pick<Transaction, "query">;

/**
 * Returns whether no decision is needed: no failure is undecided and no outage is open, or a connection proves that the network
 * works.
 */
async function isClear(reader: Queries): Promise<boolean> {
  const [outage] = await reader.query(findOutage, {});
  const [undecided] = await reader.query(findUndecided, {});
  if (outage === undefined && undecided === undefined) return true;
  const since = outage?.ended_at ?? (undecided?.failed_at ?? 0) - CONNECTION_PROVES_MS;
  const [connection] = await reader.query(hasConnectedSince, { since });
  return connection !== undefined;
}

/**
 * Starts, extends or ends an outage and sets the cause of undecided failures. Returns whether there is an outage. Changes nothing if
 * `canConnect` is undefined and no connection proves that the network works.
 */
async function decideOutage(
  tx: Transaction,
  { aheadMs, canConnect }: { readonly aheadMs: number; readonly canConnect: boolean | undefined },
): Promise<boolean> {
  const [outage] = await tx.query(findOutage, {});
  const [undecided] = await tx.query(findUndecided, {});
  const works = canConnect === true || (await isClear(tx));
  if (works) {
    if (outage !== undefined) tx.write(endOutage, { id: outage.id });
    // Failures between the last check and the end of an outage belong to the outage.
    if (undecided !== undefined)
      tx.write(decideFailures, { cause: outage === undefined ? "receiver" : "outage" });
    return false;
  }
  if (canConnect === undefined) return outage !== undefined;
  if (outage !== undefined) tx.write(extendOutage, { id: outage.id, aheadMs });
  else if (undecided !== undefined)
    tx.write(startOutage, { id: newId(), startedAt: undecided.failed_at, aheadMs });
  if (undecided !== undefined) tx.write(decideFailures, { cause: "outage" });
  return true;
}
