import type { Field } from "../shared/fields.ts";
import type { Output } from "../shared/outputs.ts";

/** A parameter of a module, or a field of its interface, in Make's format. */
export interface MakeParameter {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The RPC that searches clients by name. Its form asks for the search text. */
export const CLIENT_SEARCH = "searchClients";

const TYPES = {
  text: "text",
  email: "email",
  integer: "integer",
  boolean: "boolean",
  datetime: "date",
  // Make's type `date` includes a time of day, which the API rejects in a date.
  date: "text",
  select: "select",
  list: "array",
} as const;

export function parameterOf(field: Field): MakeParameter {
  return {
    name: field.name,
    type: TYPES[field.type],
    label: field.label,
    help: field.type === "date" ? `${field.help.slice(0, -1)}, as YYYY-MM-DD.` : field.help,
    ...(field.required && { required: true }),
    ...(field.multiline && { multiline: true }),
    ...(field.multiple && { multiple: true }),
    ...(field.maxLength !== undefined && { validate: { max: field.maxLength } }),
    ...(field.options && { options: field.options }),
    ...(field.fields && { spec: field.fields.map(parameterOf) }),
    ...(field.in === "path" && { type: "uuid" }),
    ...choicesOf(field),
  };
}

function choicesOf({ choices }: Field): object {
  if (choices === undefined) return {};
  if (choices !== "clients") return { type: "select", options: `rpc://${choices}` };
  const parameters = [{ name: "q", type: "text", label: "Name, e-mail or phone number", required: true }];
  return { type: "text", rpc: { url: `rpc://${CLIENT_SEARCH}`, label: "Search clients", parameters } };
}

/** Converts a record's field to a field of a module's interface. */
export function interfaceOf(output: Output): MakeParameter {
  const { name, label, list, fields } = output;
  if (list) return { name, type: "array", label, spec: fields?.map(interfaceOf) ?? { type: "text" } };
  if (fields) return { name, type: "collection", label, spec: fields.map(interfaceOf) };
  const types = { datetime: "date", date: "text", record: "collection" } as const;
  const type = output.type in types ? types[output.type as keyof typeof types] : output.type;
  return { name, type, label };
}
