import { column, list, omit, pageParams, pick, statement } from "../../../platform/database/index.ts";
import { jsonBytesOf, withinPageBytes } from "../../../platform/http/pageBytes.ts";
import { apiKeyLabels, userNames } from "../../../tables/access.ts";
import { auditLog } from "../../../tables/business.ts";

const { columns } = auditLog;

export const entryColumns = {
  ...omit(columns, "business_id", "client_id"),
  actor_label: column.nullable(column.text),
};

const entryParams = {
  businessId: column.id,
  actorKind: column.nullable(column.text),
  actorId: column.nullable(column.id),
  entity: column.nullable(column.text),
  entityId: column.nullable(column.id),
  fromAt: column.nullable(column.instant),
  toAt: column.nullable(column.instant),
  ...pageParams,
};

/**
 * Returns SQL that selects at least one entry, and further entries while the values of the selected entries have at most
 * `maxBytes` bytes in total.
 */
const pageOf = (selected: string, maxBytes?: number) => `
  select ${selected},
    coalesce(api_key.label, concat_ws(' ', actor.first_name, actor.last_name)) as actor_label
  from ${withinPageBytes(
    `select *
     from audit_log
     where business_id = $businessId
       and ($actorKind is null or actor_kind = $actorKind)
       and ($actorId is null or actor_id = $actorId)
       and ($entity is null or entity = $entity)
       and ($entityId is null or entity_id = $entityId)
       and ($fromAt is null or at >= $fromAt)
       and ($toAt is null or at < $toAt)
       and ($afterAt is null or (at, id) < ($afterAt, $afterId))
     order by at desc, id desc
     limit $limit`,
    "at desc, id desc",
    jsonBytesOf("before", "after"),
    maxBytes,
  )} as entry
  left join ${userNames} as actor on entry.actor_kind = 'user' and actor.id = entry.actor_id
  left join ${apiKeyLabels} as api_key
    on entry.actor_kind = 'key' and api_key.id = entry.actor_id and api_key.business_id = entry.business_id
  order by entry.at desc, entry.id desc`;

/** A page of entries, newest first, starting after the given row (null for the first page). A null filter is not applied. */
export const listEntries = statement({
  name: "audit_log_list",
  params: entryParams,
  columns: entryColumns,
  sql: pageOf(list(omit(columns, "business_id", "client_id"), "entry")),
});

/** The maximum size of the values in one chunk of a CSV file, because a chunk is formatted in one turn of the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** The columns of an entry in a CSV file: the values before and after a change are JSON text. */
export const entryTextColumns = {
  ...omit(entryColumns, "before", "after", "actor_label"),
  before: column.nullable(column.text),
  after: column.nullable(column.text),
  actor_label: entryColumns.actor_label,
};

/**
 * Like `listEntries`, but with at most `CHUNK_BYTES` of values, which are JSON text. The CSV file contains this text unchanged.
 */
export const listEntryTexts = statement({
  name: "audit_log_list_texts",
  params: entryParams,
  columns: entryTextColumns,
  sql: pageOf(
    `${list(omit(columns, "business_id", "client_id", "before", "after"), "entry")},
    entry.before::text as before, entry.after::text as after`,
    CHUNK_BYTES,
  ),
});

/**
 * Erases the values of all entries about a client and keeps action and actor. Also erases the IP addresses of requests without credentials,
 * because the client probably sent these requests.
 */
export const eraseEntries = statement({
  name: "audit_log_erase",
  params: { businessId: column.id, clientId: column.id, now: column.instant },
  sql: `update audit_log
        set before = null,
          after = null,
          address = case when actor_kind = 'public' then null else address end,
          erased_at = $now
        where business_id = $businessId
          and client_id = $clientId
          and erased_at is null`,
});

const clientEntryColumns = pick(
  columns,
  "id",
  "at",
  "actor_kind",
  "entity",
  "entity_id",
  "action",
  "before",
  "after",
);

/** The time of an entry, rounded down to milliseconds, the precision of cursors. */
const AT_MS = "date_trunc('milliseconds', at)";

/** A page of the entries about clients, oldest first, starting after the given entry (null for the first page). */
export const listEntriesOfClients = statement({
  name: "audit_log_list_of_clients",
  params: { businessId: column.id, clientIds: column.ids, ...pageParams },
  columns: clientEntryColumns,
  sql: `select ${list(clientEntryColumns)}
        from ${withinPageBytes(
          `select *
           from audit_log
           where business_id = $businessId
             and client_id = any($clientIds)
             and erased_at is null
             and ($afterAt is null or (${AT_MS}, id) > ($afterAt, $afterId))
           order by ${AT_MS}, id
           limit $limit`,
          `${AT_MS}, id`,
          jsonBytesOf("before", "after"),
        )} as entry
        order by ${AT_MS}, id`,
});
