import { type Description, resolve, type Schema, typeOf } from "./description.ts";
import { labelOf } from "./fields.ts";

export interface Output {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "integer" | "number" | "boolean" | "datetime" | "date" | "record" | "any";
  /** True if the field contains several values. */
  readonly list?: true;
  /** The fields of a `record`. */
  readonly fields?: readonly Output[];
}

/** Matches the description of fields that the API returns only on request. The connectors do not request these fields. */
const ON_REQUEST = /^Only with `include=/;

/** Returns the fields of a record, in the order of its schema. */
export function outputsOf(description: Description, record: Schema): Output[] {
  const { properties } = resolve(description, record);
  return Object.entries(properties ?? {})
    .filter(([, schema]) => !ON_REQUEST.test(schema.description ?? ""))
    .map(([name, schema]) => outputOf(description, name, schema));
}

function outputOf(description: Description, name: string, schema: Schema): Output {
  const resolved = resolve(description, schema);
  const label = labelOf(name);
  if (resolved.items !== undefined)
    return { ...outputOf(description, name, resolved.items), label, list: true };
  if (resolved.properties !== undefined)
    return { name, label, type: "record", fields: outputsOf(description, resolved) };
  return { name, label, type: outputType(resolved) };
}

function outputType(schema: Schema): Output["type"] {
  if (schema.format === "date-time") return "datetime";
  if (schema.format === "date") return "date";
  const type = typeOf(schema);
  if (type === "string") return "text";
  return type === "integer" || type === "number" || type === "boolean" ? type : "any";
}
