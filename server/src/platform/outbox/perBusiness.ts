import { atBusiness, type Sandboxes } from "../businessTime.ts";
import type { EventConsumer, SequencedEvent } from "./relay.ts";

/**
 * Returns a consumer that handles the events of each sandbox at the sandbox's time and all other events
 * together.
 */
export function perBusiness(sandboxes: Sandboxes, consumer: EventConsumer): EventConsumer {
  return {
    name: consumer.name,
    async consume(tx, events) {
      const others: SequencedEvent[] = [];
      for (const [businessId, ofBusiness] of Map.groupBy(events, (event) => event.businessId)) {
        if ((await sandboxes.of(businessId)) === null) others.push(...ofBusiness);
        else await atBusiness({ sandboxes }, businessId, () => consumer.consume(tx, ofBusiness));
      }
      if (others.length > 0) await consumer.consume(tx, others);
    },
  };
}
