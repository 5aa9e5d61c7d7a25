import type { EventType } from "../../kernel/events.ts";
import { column, list, pick, statement } from "../database/index.ts";
import { events } from "./table.ts";

/**
 * Acquires the right to assign sequence numbers until the transaction ends. Returns no row if another process has the right or
 * no event is waiting. Without waiting events, no row is locked, because a row lock is written to disk and an idle installation
 * should not write every second.
 */
export const acquireRelay = statement({
  name: "outbox_acquire_relay",
  columns: { name: column.text },
  sql: `select name
        from relays
        where name = 'events'
          and exists (select 1 from events where sequence is null)
        for update skip locked`,
});

/** Returns whether a business has events without a number. */
export const findNewEvents = statement({
  name: "outbox_find_new_events",
  params: { businessId: column.id },
  columns: { found: column.flag },
  sql: `select exists (
          select
          from events
          where sequence is null
            and business_id = $businessId
        ) as found`,
});

/** Waits for the current round and delays the next one until the transaction ends. */
export const lockRelay = statement({
  name: "outbox_lock_relay",
  columns: { name: column.text },
  sql: `select name
        from relays
        where name = 'events'
        for key share`,
});

const waitingColumns = {
  ...pick(events.columns, "business_id", "id"),
  type: column.oneOf<EventType>(),
  appointment_id: events.columns.appointment_id,
};

/**
 * Lists committed events without a number by position. An event gets its position when it is inserted, so all events that were
 * committed before have smaller positions and are numbered before this event or in the same batch. An event that commits late
 * gets a later number.
 */
export const listWaiting = statement({
  name: "outbox_list_waiting",
  params: { limit: column.integer },
  columns: waitingColumns,
  sql: `select ${list(waitingColumns)}
        from events
        where sequence is null
        order by position
        limit $limit`,
});

/** Returns the last number of a business, which PostgreSQL reads from the end of the index. */
export const findLastSequence = statement({
  name: "outbox_find_last_sequence",
  params: { businessId: column.id },
  columns: { last: column.integer },
  sql: `select coalesce(max(sequence), 0) as last
        from events
        where business_id = $businessId`,
});

export const writeSequences = statement({
  name: "outbox_write_sequences",
  params: { businessIds: column.ids, ids: column.ids, sequences: column.integers },
  sql: `update events as event
        set sequence = numbered.sequence
        from unnest($businessIds, $ids, $sequences) as numbered (business_id, id, sequence)
        where event.business_id = numbered.business_id
          and event.id = numbered.id`,
});

/** Returns the age of the event that has waited longest for its number; no row if no event is waiting. */
export const oldestWaiting = statement({
  name: "outbox_oldest_waiting",
  columns: { age_ms: column.integer },
  sql: `select coalesce(greatest(0, extract(epoch from clock_timestamp() - created_at) * 1000), 0)::bigint as age_ms
        from events
        where sequence is null
        order by position
        limit 1`,
});

/**
 * Returns the age of the oldest open transaction with writes on this server. Lists with `updated_since` wait for this
 * transaction if it is in Daybook's database. Null if there is none or the server hides other users' transactions.
 */
export const oldestWrite = statement({
  name: "outbox_oldest_write",
  columns: { age_ms: column.nullable(column.integer) },
  sql: `select (extract(epoch from max(clock_timestamp() - xact_start)) * 1000)::bigint as age_ms
        from pg_stat_activity
        where backend_xid is not null`,
});
