import type { DatabaseClock } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { refreshNextDue } from "./delivery/nextDue.ts";
import { pauseDeliveries } from "./delivery/shutoffStore.ts";
import { endpointRecord } from "./endpointRecord.ts";
import type { WebhookEndpointRecord } from "./schema.ts";
import { disableByUser, enableEndpoint, lockEndpoint, resumeDeliveries } from "./store.ts";

export interface Enabling {
  readonly businessId: string;
  readonly endpointId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Enables a disabled endpoint. Waiting events become due immediately, oldest first, if they are at most three days old; older events remain
 * in the log (contract §7). An endpoint that is already enabled does not change, and its retries keep their due times. Throws `not_found`
 * for an unknown endpoint.
 */
export async function enable(
  tx: Transaction,
  databaseClock: DatabaseClock,
  { businessId, endpointId, now }: Enabling,
): Promise<WebhookEndpointRecord> {
  const [before] = await tx.query(lockEndpoint, { businessId, endpointId, aheadMs: databaseClock.aheadMs() });
  if (before === undefined) throw notFound();
  if (before.status === "enabled") return endpointRecord(before);
  tx.write(resumeDeliveries, { businessId, endpointId, aheadMs: databaseClock.aheadMs() });
  const [after] = await tx.query(enableEndpoint, { businessId, endpointId, now });
  if (after === undefined) throw new Error("The update of a locked endpoint returned no row.");
  await refreshNextDue(tx, businessId, endpointId);
  return endpointRecord(after);
}

/**
 * Disables an endpoint. The events of the endpoint wait until a user enables it again. Sends no e-mail, unlike the automatic shut-off after
 * failures. An endpoint that is already disabled does not change. Throws `not_found` for an unknown endpoint.
 */
export async function disable(
  tx: Transaction,
  databaseClock: DatabaseClock,
  { businessId, endpointId, now }: Enabling,
): Promise<WebhookEndpointRecord> {
  const [before] = await tx.query(lockEndpoint, { businessId, endpointId, aheadMs: databaseClock.aheadMs() });
  if (before === undefined) throw notFound();
  if (before.status === "disabled") return endpointRecord(before);
  const [after] = await tx.query(disableByUser, { businessId, endpointId, now });
  if (after === undefined) throw new Error("The update of a locked endpoint returned no row.");
  tx.write(pauseDeliveries, { businessId, endpointId });
  await refreshNextDue(tx, businessId, endpointId);
  return endpointRecord(after);
}
