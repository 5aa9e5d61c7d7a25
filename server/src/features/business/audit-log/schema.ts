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

/** The entity names in audit entries, as set by the triggers on the tables (migration 0027). */
export const ENTITIES = [
  "api_key",
  "appointment",
  "appointment_promotion",
  "block",
  "booking_page",
  "business",
  "calendar_feed",
  "client",
  "client_field",
  "client_note",
  "deposit",
  "entitlement",
  "export",
  "form",
  "form_template",
  "form_template_services",
  "form_template_version",
  "import",
  "invitation",
  "kiosk",
  "kiosk_pin",
  "location",
  "location_hour_exceptions",
  "location_hours",
  "member",
  "message_settings",
  "payment",
  "payment_account",
  "photo",
  "picture",
  "policy",
  "prepaid_product",
  "product",
  "promotion",
  "refund",
  "refund_lines",
  "refund_taxes",
  "resource",
  "sale",
  "sale_lines",
  "sale_taxes",
  "saved_card",
  "service",
  "service_category",
  "service_locations",
  "service_resources",
  "service_staff",
  "staff",
  "staff_hour_exceptions",
  "staff_hours",
  "staff_locations",
  "tax_rate",
  "time_off",
  "waitlist_entry",
  "wallet_entry",
  "webhook_endpoint",
] as const;

const ActorKind = words(
  ["user", "key", "public", "system"],
  "A signed-in user, an API key, a request without credentials (such as a client who fills in a form through its link), or the system",
);
const Entity = words(ENTITIES, "Entity that was changed");
const storedFields = (which: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: "object",
    additionalProperties: true,
    description: `${which} Fields as they are stored; for a change only the fields that differ; for lists that are replaced as a whole, such as hours, in \`rows\``,
  });

/** The API record of an audit log entry (an addition to contract §3). */
export const AuditEntry = record("AuditEntry", "A change to a record", {
  id: Id,
  actor: record("AuditActor", "Actor of the change", {
    kind: ActorKind,
    id: nullable(described(Id, "Id of the user or key; null for other actors")),
    label: nullable(Type.String({ description: "Current label of the key or name of the user" })),
  }),
  address: nullable(Type.String({ description: "IP address of the request" })),
  request_id: nullable(Type.String({ description: "`X-Request-Id` of the request" })),
  entity: Entity,
  entity_id: described(Id, "Id of the record; for a part of a record, such as hours, the id of that record"),
  action: words(["created", "changed", "deleted"], "Archiving and revoking count as deleted"),
  before: nullable(storedFields("Values before; null for a created entity.")),
  after: nullable(storedFields("Values after; null for a deleted entity.")),
  erased_at: nullable(utc("When `before` and `after` were erased with the client they belong to")),
  created_at: utc("Time of the change"),
  updated_at: utc("`created_at`, or `erased_at` for an erased entry"),
});

const HistoryEntry = record("HistoryEntry", "A change of a record, without its values", {
  id: Id,
  at: utc("Time of the change"),
  who: AuditEntry.properties.actor,
  entity: Entity,
  action: AuditEntry.properties.action,
  changed: Type.Array(Type.String(), {
    description: "Names of the fields that the change touched, as they are stored",
  }),
});

export const HistoryPage = page("HistoryPage", HistoryEntry);

export const HistoryQuery = query(pageQuery());

export const AuditEntryPage = page("AuditEntryPage", AuditEntry);

export const AuditQuery = query({
  actor_kind: Type.Optional(ActorKind),
  actor_id: Type.Optional(described(Id, "Id of a user or key")),
  entity: Type.Optional(Entity),
  entity_id: Type.Optional(
    described(Id, "Id of the record; for a part of a record, such as hours, the id of that record"),
  ),
  from: Type.Optional(sent("Only changes at or after this instant")),
  to: Type.Optional(sent("Only changes before this instant")),
  ...pageQuery(),
});

export const AuditCsvQuery = query({
  actor_kind: AuditQuery.properties.actor_kind,
  actor_id: AuditQuery.properties.actor_id,
  entity: AuditQuery.properties.entity,
  entity_id: AuditQuery.properties.entity_id,
  from: AuditQuery.properties.from,
  to: AuditQuery.properties.to,
});

export type HistoryPageRecord = Static<typeof HistoryPage>;
export type AuditEntryRecord = Static<typeof AuditEntry>;
export type AuditPageRecord = Static<typeof AuditEntryPage>;
export type AuditQueryValues = Static<typeof AuditQuery>;
