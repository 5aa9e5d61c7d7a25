import { type Static, type TSchema, Type } from "typebox";
import type { EventType } from "../../kernel/events.ts";
import { described, Id, record, utc } from "./shapes.ts";

/** An event as it is published: what is sent for it, in both forms (contract §7). */
export interface EventShape {
  readonly type: EventType;
  /** When it is sent. */
  readonly summary: string;
  /** With the record, where the business sends it. */
  readonly full: TSchema;
  /** With identifiers and times alone. */
  readonly ids: TSchema;
}

/**
 * Describes an event. `data` and `ids` are its `data` in the two forms; `changed` is set where the full form names the
 * fields that are different now. The bodies become the components `AppointmentCreatedEvent` and `…IdsEvent`.
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
    id: described(Id, "The event's id: a receiver that has seen it drops the repeat"),
    type: Type.Literal(type, { description: "The event's name" }),
    created_at: HappenedAt,
    business_id: WhoseBusiness,
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

const HappenedAt = utc("When it happened");
const WhoseBusiness = described(Id, "The business it happened in");

/** What a test delivery holds: it tells of nothing. */
export const TestEvent = record("TestEvent", "A test, sent when somebody asks for one", {
  id: described(Id, "The delivery's id"),
  type: Type.Literal("test", { description: "Always `test`: no event is called so" }),
  created_at: utc("When somebody asked for it"),
  business_id: WhoseBusiness,
  data: record("TestEventData", "Nothing", {}),
});

/** One of these, none of which the validator and generators of types have to know apart by more than their fields. */
export function oneOfShapes<S extends TSchema>(shapes: readonly S[], description: string) {
  return Type.Unsafe<Static<S>>({ anyOf: [...shapes], description });
}

const Changed = Type.Array(Type.String(), {
  description: "The fields of the record that are different now",
  examples: [["starts_at"]],
});

/** `appointment.checked_in` is AppointmentCheckedIn. */
function componentName(type: EventType): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
