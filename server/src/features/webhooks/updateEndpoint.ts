import type { Caller } from "../../kernel/caller.ts";
import type { DatabaseClock } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { pauseRelay } from "../../platform/outbox/relay.ts";
import { endpointRecord } from "./endpointRecord.ts";
import { assertMayRead, EVENT_TYPES } from "./permission.ts";
import type { WebhookEndpointChanges, WebhookEndpointRecord } from "./schema.ts";
import { lockEndpoint, updateEndpoint } from "./store.ts";

export interface EndpointUpdate {
  readonly businessId: string;
  readonly endpointId: string;
  readonly caller: Caller;
  /** The changes of the request. The route has checked the URL. */
  readonly changes: WebhookEndpointChanges;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Changes the URL and the events of an endpoint. Queued events are sent to the new URL, so the caller also needs the read scopes of the
 * previous events. Events of an added type are delivered if they get their sequence number after the commit. Throws `not_found` for an
 * unknown endpoint, and `forbidden_role` if the caller may not read the previous or new events.
 */
export async function update(
  tx: Transaction,
  databaseClock: DatabaseClock,
  { businessId, endpointId, caller, changes, now }: EndpointUpdate,
): Promise<WebhookEndpointRecord> {
  // Pauses the relay before locking the endpoint: the relay also locks endpoints, so the opposite order could deadlock.
  if (changes.events !== undefined) await pauseRelay(tx);
  const [before] = await tx.query(lockEndpoint, { businessId, endpointId, aheadMs: databaseClock.aheadMs() });
  if (before === undefined) throw notFound();
  assertMayRead(caller, [...before.events, ...(changes.events ?? [])]);
  const { url = before.url, events } = changes;
  const [after] = await tx.query(updateEndpoint, {
    businessId,
    endpointId,
    url,
    events: events === undefined ? before.events : EVENT_TYPES.filter((type) => events.includes(type)),
    now,
  });
  if (after === undefined) throw new Error("The update of a locked endpoint returned no row.");
  return endpointRecord(after);
}
