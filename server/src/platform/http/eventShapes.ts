import { type Static, type TSchema, Type } from "typebox";
import type { EventType } from "../../kernel/events.ts";
import { described, Id, record, utc } from "./shapes.ts";

/** An event in the two forms in which webhook endpoints receive it (contract §7). */
export interface EventShape {
  readonly type: EventType;
  /** A sentence that states when the event is sent. */
  readonly summary: string;
  /** The schema of the body with the record. */
  readonly full: TSchema;
  /** The schema of the body with identifiers and times only. */
  readonly ids: TSchema;
  /** The schema of either body, a component of the published description. */
  readonly body: TSchema;
}

/**
 * Describes an event. `data` and `ids` are the schemas of `data` in the two forms. `changed` is set if the full form lists the changed
 * fields. The body becomes a component, such as AppointmentCreatedEvent, whose `data` can have either form.
 */
export function eventShape(event: {
  readonly type: EventType;
  readonly summary: string;
  readonly data: TSchema;
  readonly ids: TSchema;
  readonly changed?: true;
}): EventShape {
  const { type, summary, data, ids } = event;
  const head = {
    id: described(Id, "Id of the event. Ignore an id that you have already handled"),
    type: Type.Literal(type, { description: "The event type" }),
    created_at: OccurredAt,
    business_id: BusinessId,
  };
  const changed = event.changed === undefined ? {} : { changed: Type.Optional(Changed) };
  const name = componentName(type);
  const either = Type.Unsafe<unknown>({
    anyOf: [...new Set([data, ids].flatMap(shapesIn))],
    description: EITHER,
  });
  return {
    type,
    summary,
    full: record(`${name}FullEvent`, summary, { ...head, ...changed, data }),
    ids: record(`${name}IdsEvent`, `${summary}; only identifiers and times`, { ...head, data: ids }),
    body: record(`${name}Event`, summary, { ...head, ...changed, data: either }),
  };
}

const EITHER =
  "The record, or only its identifiers and times, depending on the `webhook_payload` of the business";

/** Returns the members of a union; for any other schema a list with that schema. */
function shapesIn(schema: TSchema): readonly TSchema[] {
  const { anyOf } = schema as { readonly anyOf?: readonly TSchema[] };
  return anyOf ?? [schema];
}

const OccurredAt = utc("Time of the event");
const BusinessId = described(Id, "The business");

/**
 * The body of a test delivery. It is not a component, because oapi-codegen removes components that only webhooks reference but keeps the
 * references.
 */
export const TestEvent = Type.Object(
  {
    id: described(Id, "Id of the delivery"),
    type: Type.Literal("test", { description: "Always `test`" }),
    created_at: utc("Time of the test request"),
    business_id: BusinessId,
    data: Type.Object({}, { description: "Empty", additionalProperties: false }),
  },
  { description: "A test delivery, sent on request", additionalProperties: false },
);

/** Returns a union of schemas that differ only in their fields, without a discriminator. */
export function oneOfShapes<S extends TSchema>(shapes: readonly S[], description: string) {
  return Type.Unsafe<Static<S>>({ anyOf: [...shapes], description });
}

/** Returns the schema of the body of any event, discriminated by `type`. */
export function anyEvent(events: readonly EventShape[]) {
  const refs = events.map(({ type }) => [type, `#/components/schemas/${componentName(type)}Event`]);
  return Type.Unsafe<unknown>({
    $id: "Event",
    description: "The body of a delivery, with the record or only with its identifiers and times",
    oneOf: events.map(({ body }) => body),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(refs) },
  });
}

const Changed = Type.Array(Type.String(), {
  description: "The changed fields of the record",
  examples: [["starts_at"]],
});

/** Returns the component name of an event type: AppointmentCheckedIn for `appointment.checked_in`. */
function componentName(type: EventType): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
