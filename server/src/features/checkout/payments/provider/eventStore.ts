import { column, insertInto, pick, selectWhere, statement } from "../../../../platform/database/index.ts";
import { providerEvents } from "../../../../tables/checkout.ts";

export const insertEvent = insertInto(
  "payments_insert_event",
  providerEvents,
  providerEvents.columns,
  "on conflict do nothing",
);

export const findEvent = selectWhere("payments_find_event", providerEvents, {
  columns: pick(providerEvents.columns, "event_id"),
  where: { businessId: "business_id", provider: "provider", eventId: "event_id" },
});

/** Deletes at most `$limit` events that were received before `$beforeAt`. Returns the number of deleted events. */
export const deleteOldEvents = statement({
  name: "payments_delete_old_events",
  params: { beforeAt: column.instant, limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with gone as (
          delete from provider_events
          where (business_id, provider, event_id) in (
            select business_id, provider, event_id
            from provider_events
            where received_at < $beforeAt
            limit $limit
          )
          returning 1
        )
        select count(*)::integer as deleted
        from gone`,
});
