import { column, statement } from "../../../../platform/database/index.ts";

/** Inserts nothing for an event that is there already. */
export const insertEvent = statement(
  "payments_insert_event",
  {},
  `insert into provider_events (business_id, provider, event_id, received_at)
   values ($1, $2, $3, $4)
   on conflict do nothing`,
);

export const findEvent = statement(
  "payments_find_event",
  { event_id: column.text },
  `select event_id
   from provider_events
   where business_id = $1
     and provider = $2
     and event_id = $3`,
);

/** Deletes at most $2 events received before $1; answers how many. */
export const deleteOldEvents = statement(
  "payments_delete_old_events",
  { deleted: column.integer },
  `with gone as (
     delete from provider_events
     where (business_id, provider, event_id) in (
       select business_id, provider, event_id
       from provider_events
       where received_at < $1
       limit $2
     )
     returning 1
   )
   select count(*)::integer as deleted
   from gone`,
);
