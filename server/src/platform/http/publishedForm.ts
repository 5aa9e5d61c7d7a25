import { isDeepStrictEqual } from "node:util";
import { Id } from "./shapes.ts";

/** A schema or another part of the published description, as plain JSON. */
export type JsonObject = { [name: string]: unknown };

/**
 * Returns the schema in a form that client generators understand (decision 43). Does not change inner schemas. The validator uses the
 * original.
 */
export function publishedForm(schema: JsonObject, isOpen: boolean): JsonObject {
  const { style: _, explode: __, ...kept } = schema;
  if (FAMILIAR_FORMATS.has(kept.format)) delete kept.examples;
  if (isDeepStrictEqual(kept.items, Id)) kept.items = { type: "string", format: "uuid" };
  // Java generators convert a constant to an enum, which does not compile for a boolean. The description states the value.
  if (typeof kept.const === "boolean") delete kept.const;
  // Later versions may add fields to a response.
  if (isOpen && kept.additionalProperties === false) delete kept.additionalProperties;
  // Generators support `additionalProperties` but not this pattern, which matches any name.
  const patterns = kept.patternProperties as JsonObject | undefined;
  if (patterns !== undefined && Object.keys(patterns).join() === "^.*$") {
    delete kept.patternProperties;
    kept.additionalProperties = patterns["^.*$"];
  }
  return withoutTypeList(withoutNullType(withOneOf(kept)));
}

/** Formats without examples, because the examples would be the same in hundreds of fields. */
export const FAMILIAR_FORMATS: ReadonlySet<unknown> = new Set(["uuid", "date-time", "date"]);

/** Replaces `anyOf` with `oneOf`, except between objects, because an object may match several open schemas. */
function withOneOf({ anyOf, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(anyOf)) return schema;
  const isExclusive = anyOf.filter(({ type }) => type !== "null").length < 2;
  return { ...schema, [isExclusive ? "oneOf" : "anyOf"]: anyOf };
}

/** Replaces the type of an always-null field, for which Java has no class, by a nullable object without fields. */
function withoutNullType(schema: JsonObject): JsonObject {
  return schema.type === "null" && schema.description !== undefined
    ? { ...schema, type: ["object", "null"] }
    : schema;
}

/**
 * Converts a type array to `oneOf`, because Go has no union types. Keeps a scalar type with `null`, which every generator converts to a
 * nullable field. Converts a nullable enum, so that the enum can be a component.
 */
function withoutTypeList(schema: JsonObject): JsonObject {
  const { type, description, examples, default: normal, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((each) => each !== "null");
  const isScalar = types.length === 1 && types[0] !== "object" && types[0] !== "array";
  if (isScalar && rest.enum === undefined) return schema;
  const around = present({ description, examples, default: normal });
  // The Java code that generators write for a choice between a scalar and a list does not compile, so this schema has no type. Its description states the accepted
  // values.
  if (types.length > 1 && types.includes("array")) return around;
  const values = Array.isArray(rest.enum) ? { enum: rest.enum.filter((each) => each !== null) } : {};
  const alternatives = type.map((each) => ({
    type: each,
    ...only({ ...rest, ...values }, KEYWORDS_OF[each] ?? []),
  }));
  return { oneOf: alternatives, ...around };
}

function present(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** The keywords that apply to each type in a list of types. */
const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern", "format", "enum"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties"],
};

function only(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => keywords.includes(name)));
}
