import type { DatabaseClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { EventConsumer } from "../../../platform/outbox/relay.ts";
import { addDeliveries, dueNow, lockSubscribers } from "./queueStore.ts";

/**
 * Makes a delivery of each event for each endpoint that is told of its type, disabled ones included: there it waits.
 * Endpoints that are being removed at this moment are waited for and left out.
 */
export function fanOut(databaseClock: DatabaseClock): EventConsumer {
  return {
    name: "webhooks",
    async consume(tx, events) {
      const businessIds = [...new Set(events.map(({ businessId }) => businessId))].sort();
      const types = [...new Set(events.map(({ type }) => type))];
      const subscribers = await tx.query(lockSubscribers, [businessIds, types]);
      if (subscribers.length === 0) return;

      const ofBusiness = Map.groupBy(subscribers, (subscriber) => subscriber.business_id);
      const added = events.flatMap((event) =>
        (ofBusiness.get(event.businessId) ?? [])
          .filter((subscriber) => subscriber.events.includes(event.type))
          .map((subscriber) => ({ event, subscriber })),
      );
      const aheadMs = databaseClock.aheadMs();
      tx.write(addDeliveries, [
        added.map(({ event }) => event.businessId),
        added.map(() => newId()),
        added.map(({ subscriber }) => subscriber.id),
        added.map(({ event }) => event.id),
        added.map(({ event }) => event.type),
        added.map(({ subscriber }) => subscriber.status === "enabled"),
        aheadMs,
      ]);
      const due = [...new Set(added.map(({ subscriber }) => subscriber))].filter(
        ({ status }) => status === "enabled",
      );
      tx.write(dueNow, [due.map(({ business_id }) => business_id), due.map(({ id }) => id), aheadMs]);
      tx.signal("deliveries");
    },
  };
}
