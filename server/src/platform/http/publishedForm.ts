import { isDeepStrictEqual } from "node:util";
import { Id } from "./shapes.ts";

/** A schema or another part of the published description, as plain JSON. */
export type JsonObject = { [name: string]: unknown };

/**
 * The schema in the form that generators of clients understand (decision 43); its inner schemas are unchanged. The validator
 * has the original.
 */
export function publishedForm(schema: JsonObject, isOpen: boolean): JsonObject {
  const { style: _, explode: __, ...kept } = schema;
  if (FAMILIAR_FORMATS.has(kept.format)) delete kept.examples;
  if (isDeepStrictEqual(kept.items, Id)) kept.items = { type: "string", format: "uuid" };
  // Java makes an enum of a constant, which does not compile for a boolean. Its description names the value.
  if (typeof kept.const === "boolean") delete kept.const;
  // An answer may get fields in later versions.
  if (isOpen && kept.additionalProperties === false) delete kept.additionalProperties;
  // Generators support `additionalProperties`, but not this pattern for any name.
  const patterns = kept.patternProperties as JsonObject | undefined;
  if (patterns !== undefined && Object.keys(patterns).join() === "^.*$") {
    delete kept.patternProperties;
    kept.additionalProperties = patterns["^.*$"];
  }
  return withoutTypeList(withoutNullType(withOneOf(kept)));
}

/** An example of these formats would be the same at hundreds of fields. */
const FAMILIAR_FORMATS: ReadonlySet<unknown> = new Set(["uuid", "date-time", "date"]);

/** `anyOf` remains between objects, because an object can match several open schemas. */
function withOneOf({ anyOf, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(anyOf)) return schema;
  const isExclusive = anyOf.filter(({ type }) => type !== "null").length < 2;
  return { ...schema, [isExclusive ? "oneOf" : "anyOf"]: anyOf };
}

/** Java has no class for a field that is always null; a nullable object without fields has one. */
function withoutNullType(schema: JsonObject): JsonObject {
  return schema.type === "null" && schema.description !== undefined
    ? { ...schema, type: ["object", "null"] }
    : schema;
}

/**
 * A list of types as `oneOf`, because Go has no type for it. Only a scalar or null stays a list, which every generator makes
 * a nullable field; an enum or null does not, so that the enum can be a component.
 */
function withoutTypeList(schema: JsonObject): JsonObject {
  const { type, description, examples, default: normal, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((each) => each !== "null");
  const isScalar = types.length === 1 && types[0] !== "object" && types[0] !== "array";
  if (isScalar && rest.enum === undefined) return schema;
  const around = present({ description, examples, default: normal });
  // Java compiles no choice between a scalar and a list: such a value has no type, and its description says what it is.
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

/** Keywords that belong to one type of a list of types. */
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
