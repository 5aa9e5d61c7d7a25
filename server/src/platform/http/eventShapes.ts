import { type Static, type TSchema, Type } from "typebox";
import type { EventType } from "../../kernel/events.ts";
import { described, Id, record, utc } from "./shapes.ts";

/** An event as webhook endpoints receive it, in both forms (contract §7). */
export interface EventShape {
  readonly type: EventType;
  /** When it is sent. */
  readonly summary: string;
  /** The form with the record. */
  readonly full: TSchema;
  /** The form with identifiers and times only. */
  readonly ids: TSchema;
}

/**
 * Describes an event. `data` and `ids` are the schemas of `data` in the two forms; `changed` is set if the full form lists
 * the changed fields. The bodies become the components `AppointmentCreatedEvent` and `…IdsEvent`.
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
    id: described(Id, "The event's id; ignore an id that you have handled"),
    type: Type.Literal(type, { description: "The event type" }),
    created_at: OccurredAt,
    business_id: BusinessId,
  };
  const changed = event.changed === undefined ? {} : { changed: Type.Optional(Changed) };
  const name = componentName(type);
  return {
    type,
    summary,
    full: record(`${name}Event`, summary, { ...head, ...changed, data }),
    ids: record(`${name}IdsEvent`, `${summary}; identifiers and times alone`, { ...head, data: ids }),
  };
}

const OccurredAt = utc("When it happened");
const BusinessId = described(Id, "The business");

/** The body of a test delivery. */
export const TestEvent = record("TestEvent", "A test delivery, sent on request", {
  id: described(Id, "The delivery's id"),
  type: Type.Literal("test", { description: "Always `test`" }),
  created_at: utc("When it was requested"),
  business_id: BusinessId,
  data: record("TestEventData", "Empty", {}),
});

/** One of these shapes, told apart by their fields only: there is no discriminator. */
export function oneOfShapes<S extends TSchema>(shapes: readonly S[], description: string) {
  return Type.Unsafe<Static<S>>({ anyOf: [...shapes], description });
}

const Changed = Type.Array(Type.String(), {
  description: "The changed fields of the record",
  examples: [["starts_at"]],
});

/** `appointment.checked_in` becomes AppointmentCheckedIn. */
function componentName(type: EventType): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
