import type { EventType } from "../../kernel/events.ts";
import { column, statement } from "../database/index.ts";

/**
 * The right to give sequence numbers, until the end of the transaction. Nothing when another process has it just now, or
 * when no event waits: a row lock is written to the disk, and an installation at rest is to write nothing every second.
 */
export const acquireRelay = statement(
  "outbox_take_relay",
  { name: column.text },
  `select name
   from relays
   where name = 'events'
     and exists (select 1 from events where sequence is null)
   for update skip locked`,
);

/** Waits until no round is under way, and keeps the next one waiting until the end of the transaction. */
export const lockRelay = statement(
  "outbox_hold_relay",
  { name: column.text },
  `select name
   from relays
   where name = 'events'
   for key share`,
);

export const sequencedColumns = {
  business_id: column.id,
  id: column.id,
  type: column.oneOf<EventType>(),
  client_id: column.nullable(column.id),
  sequence: column.integer,
};

/**
 * Gives the next numbers to the oldest $1 events whose transaction, and every one begun before it, is over: nothing can
 * come up behind them any more. A business's last number is found at the end of its index, not counted.
 */
export const assignSequences = statement(
  "outbox_give_sequences",
  sequencedColumns,
  `with settled as (
     select business_id, id, written_in
     from events
     where sequence is null
       and written_in < pg_snapshot_xmin(pg_current_snapshot())
     order by written_in, id
     limit $1
   ),
   numbered as (
     select business_id, id, row_number() over (partition by business_id order by written_in, id) as place
     from settled
   ),
   before as (
     select b.business_id, coalesce((select max(e.sequence) from events e where e.business_id = b.business_id), 0) as last
     from (select distinct business_id from settled) b
   )
   update events e
   set sequence = before.last + numbered.place
   from numbered
   join before on before.business_id = numbered.business_id
   where e.business_id = numbered.business_id
     and e.id = numbered.id
   returning e.business_id, e.id, e.type, e.client_id, coalesce(e.sequence, 0) as sequence`,
);

/** The event that has waited for its number for longest, in milliseconds; no row when none waits. */
export const oldestWaiting = statement(
  "outbox_oldest_waiting",
  { age_ms: column.integer },
  `select coalesce(greatest(0, extract(epoch from clock_timestamp() - created_at) * 1000), 0)::bigint as age_ms
   from events
   where sequence is null
   order by written_in, id
   limit 1`,
);

/**
 * Since when the oldest transaction that has written is open, anywhere on this server, in milliseconds: no event newer
 * than it can be given a number. Null when none is, or when the server does not show us those of other users.
 */
export const oldestWrite = statement(
  "outbox_oldest_write",
  { age_ms: column.nullable(column.integer) },
  `select (extract(epoch from max(clock_timestamp() - xact_start)) * 1000)::bigint as age_ms
   from pg_stat_activity
   where backend_xid is not null`,
);
