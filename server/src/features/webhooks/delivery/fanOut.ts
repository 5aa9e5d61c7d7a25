import type { DatabaseClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { EventConsumer } from "../../../platform/outbox/relay.ts";
import { addDeliveries, listSubscribed, lockSubscribers, makeDue } from "./queueStore.ts";

/**
 * Returns the consumer that adds each event to the queue of every endpoint that subscribes to its type. Deliveries to a disabled
 * endpoint wait until the endpoint is enabled. The consumer waits for transactions that are deleting endpoints, and then skips
 * these endpoints.
 */
export function fanOut(databaseClock: DatabaseClock): EventConsumer {
  return {
    name: "webhooks",
    async consume(tx, events) {
      const businessIds = [...new Set(events.map(({ businessId }) => businessId))];
      const types = [...new Set(events.map(({ type }) => type))];
      const subscribed = await tx.query(listSubscribed, { businessIds, types });
      const locked = subscribed.map(({ business_id }) =>
        tx.query(lockSubscribers, { businessId: business_id, types }),
      );
      const subscribers = (await Promise.all(locked)).flat();
      if (subscribers.length === 0) return;

      const ofBusiness = Map.groupBy(subscribers, (subscriber) => subscriber.business_id);
      const added = events.flatMap((event) =>
        (ofBusiness.get(event.businessId) ?? [])
          .filter((subscriber) => subscriber.events.includes(event.type))
          .map((subscriber) => ({ event, subscriber })),
      );
      const aheadMs = databaseClock.aheadMs();
      const deliveries = added.map(({ event, subscriber }) => ({
        business_id: event.businessId,
        id: newId(),
        endpoint_id: subscriber.id,
        event_id: event.id,
        event_type: event.type,
        is_due: subscriber.status === "enabled",
      }));
      tx.write(addDeliveries, { deliveries, aheadMs });
      const due = [...new Set(added.map(({ subscriber }) => subscriber))].filter(
        ({ status }) => status === "enabled",
      );
      tx.write(makeDue, {
        businessIds: due.map(({ business_id }) => business_id),
        endpointIds: due.map(({ id }) => id),
        aheadMs,
      });
      tx.signal("deliveries");
    },
  };
}
