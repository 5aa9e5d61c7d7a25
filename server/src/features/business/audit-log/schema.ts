import { type Static, Type } from "typebox";
import {
  described,
  Id,
  nullable,
  page,
  pageQuery,
  query,
  record,
  sent,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { ACTIONS, ACTOR_KINDS } from "./store.ts";

/** What entries are about, as the tables' triggers call it (migration 0027). */
export const ENTITIES = [
  "api_key",
  "appointment",
  "appointment_promotion",
  "block",
  "business",
  "client",
  "client_field",
  "entitlement",
  "form",
  "form_template",
  "form_template_services",
  "form_template_version",
  "invitation",
  "location",
  "location_hour_exceptions",
  "location_hours",
  "member",
  "payment",
  "payment_account",
  "photo",
  "policy",
  "prepaid_product",
  "promotion",
  "refund",
  "resource",
  "sale",
  "sale_lines",
  "service",
  "service_category",
  "service_locations",
  "service_resources",
  "service_staff",
  "staff",
  "staff_hour_exceptions",
  "staff_hours",
  "staff_locations",
  "time_off",
  "wallet_entry",
  "webhook_endpoint",
] as const;

const ActorKind = words(
  ACTOR_KINDS,
  "A member who was signed in, an API key, somebody who needed to be neither (such as who fills in a form by its link), or the system by itself",
);
const Entity = words(ENTITIES, "What it is about");
const kept = (which: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: "object",
    additionalProperties: true,
    description: `${which} Fields as they are stored; of a change those that differ; of what is replaced as a whole, such as hours, \`rows\``,
  });

/** Additive to contract §3. */
export const AuditEntry = record("AuditEntry", "Something that was done", {
  id: Id,
  actor: record("AuditActor", "Who did it", {
    kind: ActorKind,
    id: nullable(described(Id, "The user's or the key's; null where nobody is known")),
    label: nullable(Type.String({ description: "A key's label or a user's name, as it is now" })),
  }),
  address: nullable(Type.String({ description: "The address the request came from" })),
  request_id: nullable(Type.String({ description: "`X-Request-Id` of the answer" })),
  entity: Entity,
  entity_id: described(Id, "Of a part, such as hours, the id of what it is part of"),
  action: words(ACTIONS, "Archiving and revoking are deletions"),
  before: nullable(kept("What it was; null of what is new.")),
  after: nullable(kept("What it became; null of what is gone.")),
  erased_at: nullable(
    utc("Since when `before` and `after` are empty, because the person they told of was erased"),
  ),
  created_at: utc("When it was done, by the database's clock"),
  updated_at: utc("The same, or when it was emptied"),
});

export const AuditEntryPage = page("AuditEntryPage", AuditEntry);

export const AuditQuery = query({
  actor_kind: Type.Optional(ActorKind),
  actor_id: Type.Optional(described(Id, "A user's or a key's id")),
  entity: Type.Optional(Entity),
  entity_id: Type.Optional(described(Id, "Of a part, such as hours, the id of what it is part of")),
  from: Type.Optional(sent("What was done then or later")),
  to: Type.Optional(sent("What was done before")),
  ...pageQuery(),
});

export type AuditEntryRecord = Static<typeof AuditEntry>;
export type AuditPageRecord = Static<typeof AuditEntryPage>;
export type AuditQueryValues = Static<typeof AuditQuery>;
