import { column, statement } from "../../../platform/database/index.ts";

export const ACTOR_KINDS = ["user", "key", "public", "system"] as const;
export const ACTIONS = ["created", "changed", "deleted"] as const;

type Kept = Record<string, unknown>;

export const entryColumns = {
  id: column.id,
  at: column.instant,
  actor_kind: column.oneOf(...ACTOR_KINDS),
  actor_id: column.nullable(column.id),
  actor_label: column.nullable(column.text),
  address: column.nullable(column.text),
  request_id: column.nullable(column.text),
  entity: column.text,
  entity_id: column.id,
  action: column.oneOf(...ACTIONS),
  before: column.nullable(column.json<Kept>()),
  after: column.nullable(column.json<Kept>()),
  erased_at: column.nullable(column.instant),
};

/** Newest first, from behind the last one given ($8, $9), both null for the first page; a filter that is null is none. */
export const listEntries = statement(
  "audit_log_list",
  entryColumns,
  `select entry.id, entry.at, entry.actor_kind, entry.actor_id,
     coalesce(api_keys.label, concat_ws(' ', users.first_name, users.last_name)) as actor_label,
     entry.address, entry.request_id, entry.entity, entry.entity_id, entry.action, entry.before, entry.after, entry.erased_at
   from (
     select *
     from audit_log
     where business_id = $1
       and ($2::text is null or actor_kind = $2)
       and ($3::uuid is null or actor_id = $3)
       and ($4::text is null or entity = $4)
       and ($5::uuid is null or entity_id = $5)
       and ($6::timestamptz is null or at >= $6)
       and ($7::timestamptz is null or at < $7)
       and ($8::timestamptz is null or (at, id) < ($8, $9::uuid))
     order by at desc, id desc
     limit $10
   ) as entry
   left join users on entry.actor_kind = 'user' and users.id = entry.actor_id
   left join api_keys on entry.actor_kind = 'key' and api_keys.id = entry.actor_id and api_keys.business_id = entry.business_id
   order by entry.at desc, entry.id desc`,
);

/** That something was done stays, and who did it; where somebody without a name acted, that was most likely the person. */
export const eraseEntries = statement(
  "audit_log_erase",
  {},
  `update audit_log
   set before = null,
     after = null,
     address = case when actor_kind = 'public' then null else address end,
     erased_at = $3
   where business_id = $1
     and client_id = $2
     and erased_at is null`,
);

export const listEntriesOfClient = statement(
  "audit_log_list_of_client",
  {
    id: column.id,
    at: column.instant,
    actor_kind: column.oneOf(...ACTOR_KINDS),
    entity: column.text,
    entity_id: column.id,
    action: column.oneOf(...ACTIONS),
    before: column.nullable(column.json<Kept>()),
    after: column.nullable(column.json<Kept>()),
  },
  `select id, at, actor_kind, entity, entity_id, action, before, after
   from audit_log
   where business_id = $1
     and client_id = $2
     and erased_at is null
   order by at, id`,
);
