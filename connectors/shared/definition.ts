import { type Description, resolve, type Schema, shapeOf } from "./description.ts";
import { type Field, fieldsOf } from "./fields.ts";
import {
  GROUPS,
  type Group,
  LISTS,
  type ListChoice,
  OPERATIONS,
  type OperationChoice,
  TRIGGERS,
} from "./operations.ts";
import { type Output, outputsOf } from "./outputs.ts";

/** The examples in `docs/examples.json` that the connectors show as samples. */
export interface Examples {
  readonly operations: Readonly<Record<string, { readonly answer: { readonly data: unknown } } | undefined>>;
  readonly events: Readonly<Record<string, { readonly full: Sample; readonly ids_only: Sample } | undefined>>;
}
export type Sample = Readonly<Record<string, unknown>>;

export interface Operation extends Omit<OperationChoice, "fields"> {
  readonly method: string;
  /** The path below `/businesses/{business}`. */
  readonly path: string;
  readonly scope: string;
  readonly fields: readonly Field[];
  readonly outputs: readonly Output[];
  readonly sample: Sample;
}

export interface List extends ListChoice {
  readonly path: string;
  readonly scope: string;
  readonly sample: Sample;
}

export interface Trigger {
  readonly key: string;
  readonly event: string;
  readonly group: Group;
  readonly label: string;
  readonly description: string;
  readonly scope: string;
  readonly outputs: readonly Output[];
  /** The record's fields that both delivery forms contain. */
  readonly always: readonly string[];
  readonly samples: { readonly full: Sample; readonly ids_only: Sample };
}

/** The triggers, lists and operations of all connectors, with the texts and types of the published description. */
export interface Definition {
  readonly triggers: readonly Trigger[];
  readonly lists: readonly List[];
  readonly operations: readonly Operation[];
}

const READ_SCOPES: Readonly<Record<Group, string>> = {
  appointment: "appointments:read",
  client: "clients:read",
  payment: "payments:read",
  sale: "payments:read",
};
const BUSINESS = "/businesses/{business}";

/** Builds the definition. Throws when a required operation or example is missing. */
export function definitionOf(description: Description, examples: Examples): Definition {
  return {
    triggers: Object.keys(TRIGGERS).map((event) => triggerOf(description, examples, event)),
    lists: LISTS.map((list) => {
      const { path, scope } = shapeOf(description, list.operationId);
      return { ...list, path: below(path), scope, sample: sampleOf(examples, list.operationId, "items") };
    }),
    operations: OPERATIONS.map((choice) => operationOf(description, examples, choice)),
  };
}

function operationOf(description: Description, examples: Examples, choice: OperationChoice): Operation {
  const shape = shapeOf(description, choice.operationId);
  const { container } = choice;
  const inside = container && resolve(description, shape.data.properties?.[container] ?? {}).items;
  return {
    ...choice,
    method: shape.method,
    path: below(shape.path),
    scope: shape.scope,
    fields: fieldsOf(description, shape, choice.fields),
    outputs: outputsOf(description, inside ?? recordOf(description, shape.data)),
    sample: sampleOf(examples, choice.operationId, container),
  };
}

/** Returns the record in an operation's response. If the response has several shapes, returns the first shape with an id. */
function recordOf(description: Description, data: Schema): Schema {
  const shapes = (data.oneOf ?? data.anyOf ?? [data]).map((one) => resolve(description, one));
  return shapes.find(({ properties }) => properties?.id !== undefined) ?? data;
}

function triggerOf(description: Description, examples: Examples, event: string): Trigger {
  const group = GROUPS.find((one) => event.startsWith(`${one}.`));
  const [label, text] = TRIGGERS[event] ?? [];
  const samples = examples.events[event];
  const schema = description.components.schemas?.[`${pascal(event)}Event`] as Schema | undefined;
  if (!group || !label || !text || !samples || !schema) throw new Error(`${event} is not complete.`);
  return {
    key: event.replace(".", "_"),
    event,
    group,
    label,
    description: text,
    scope: READ_SCOPES[group],
    outputs: eventOutputs(description, schema),
    always: requiredInForms(description, schema),
    samples,
  };
}

/** Returns the fields of an event: first the fields of its record, then the fields that only ids-only deliveries contain. */
function eventOutputs(description: Description, schema: Schema): Output[] {
  const { properties = {} } = resolve(description, schema);
  const outputs = formsOf(description, schema).flatMap((form) => outputsOf(description, form));
  const fields = outputs.filter(({ name }, index) => outputs.findIndex((one) => one.name === name) === index);
  return outputsOf(description, { properties: { ...properties } }).map((one) =>
    one.name === "data" ? { name: "data", label: one.label, type: "record" as const, fields } : one,
  );
}

/** Returns the possible schemas of an event's record: full, only ids, deleted. */
function formsOf(description: Description, schema: Schema): Schema[] {
  const data = resolve(description, resolve(description, schema).properties?.data ?? {});
  const forms = [...(data.oneOf ?? []), ...(data.anyOf ?? [])];
  return (forms.length > 0 ? forms : [data]).map((form) => resolve(description, form));
}

function requiredInForms(description: Description, schema: Schema): string[] {
  const [first = [], ...others] = formsOf(description, schema).map(({ required }) => required ?? []);
  return first.filter((name) => others.every((names) => names.includes(name)));
}

function sampleOf(examples: Examples, operationId: string, container?: string): Sample {
  const data = examples.operations[operationId]?.answer.data as Record<string, unknown> | undefined;
  const sample = container === undefined ? data : (data?.[container] as readonly unknown[] | undefined)?.[0];
  if (typeof sample !== "object" || sample === null) throw new Error(`${operationId} has no example.`);
  return sample as Sample;
}

const below = (path: string): string => {
  if (!path.startsWith(`${BUSINESS}/`)) throw new Error(`${path} is not below a business.`);
  return path.slice(BUSINESS.length);
};

const pascal = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
