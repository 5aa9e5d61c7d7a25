import { type Description, type OperationShape, resolve, type Schema, typeOf } from "./description.ts";
import type { FieldChoice } from "./operations.ts";

export type FieldType = "text" | "email" | "integer" | "boolean" | "datetime" | "date" | "select" | "list";

/** An input of an operation, with its label, help, type and limits. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly in: "path" | "query" | "body";
  readonly type: FieldType;
  readonly required: boolean;
  /** True if the input accepts several values. */
  readonly multiple?: true;
  readonly multiline?: true;
  readonly maxLength?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly choices?: string;
  /** The inputs of each item of a `list`. */
  readonly fields?: readonly Field[];
}

/**
 * Returns the inputs of an operation with the types and limits of its parameters and body. Throws for an input that the
 * operation does not have.
 */
export function fieldsOf(
  description: Description,
  shape: OperationShape,
  choices: readonly FieldChoice[],
): Field[] {
  const missing = requiredOf(shape).filter((name) => !choices.some((choice) => choice.name === name));
  if (missing.length > 0) throw new Error(`${shape.path} requires ${missing.join(", ")}.`);
  return choices.map((choice) => {
    const parameter = shape.parameters.find(({ name }) => name === choice.name);
    const place = parameter === undefined || parameter.in === "header" ? "body" : parameter.in;
    const schema = parameter?.schema ?? shape.body?.properties?.[choice.name];
    if (schema === undefined) throw new Error(`${shape.path} has no input ${choice.name}.`);
    const required = parameter?.required ?? shape.body?.required?.includes(choice.name) ?? false;
    const resolved = resolve(description, schema);
    const text = parameter?.description ?? resolved.description;
    return fieldOf(description, choice, { ...resolved, ...(text && { description: text }) }, place, required);
  });
}

function requiredOf({ parameters, body }: OperationShape): string[] {
  const named = parameters.filter((one) => one.required && one.name !== "business").map(({ name }) => name);
  return [...named, ...(body?.required ?? [])];
}

function fieldOf(
  description: Description,
  choice: FieldChoice,
  schema: Schema,
  place: Field["in"],
  required: boolean,
): Field {
  const item = schema.items && resolve(description, schema.items);
  const isList = choice.fields !== undefined && item !== undefined;
  const scalar = item === undefined || isList ? schema : item;
  return {
    name: choice.name,
    label: choice.label,
    help: sentence(choice.help ?? schema.description ?? choice.label),
    in: place,
    type: isList ? "list" : fieldType(scalar),
    required: choice.required ?? required,
    ...(item !== undefined && !isList && { multiple: true as const }),
    ...((schema.maxLength ?? 0) >= 1000 && { multiline: true as const }),
    ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    ...(scalar.enum && { options: scalar.enum.map((value) => ({ value, label: labelOf(value) })) }),
    ...(choice.choices && { choices: choice.choices }),
    ...(isList && { fields: itemFields(description, choice.fields ?? [], item) }),
  };
}

function itemFields(description: Description, choices: readonly FieldChoice[], item: Schema): Field[] {
  return choices.map((choice) => {
    const schema = item.properties?.[choice.name];
    if (schema === undefined) throw new Error(`Items have no ${choice.name}.`);
    const required = item.required?.includes(choice.name) ?? false;
    return fieldOf(description, choice, resolve(description, schema), "body", required);
  });
}

function fieldType(schema: Schema): FieldType {
  if (schema.enum !== undefined) return "select";
  const type = typeOf(schema);
  if (type === "integer" || type === "boolean") return type;
  if (schema.format === "date-time" || schema.format === "date-or-date-time") return "datetime";
  if (schema.format === "date" || schema.format === "email") return schema.format;
  return "text";
}

/** Converts an API name to a label: `no_show_at` becomes "No show at". */
export function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Converts a description to a help text: removes backticks, and adds a full stop if the text has no final punctuation. */
export function sentence(text: string): string {
  const plain = text.replaceAll("`", "").trim();
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
