import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "./publishedForm.ts";

interface ObjectSchema {
  readonly description?: string;
  readonly type: "object";
  readonly properties: JsonObject;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/**
 * Replaces records that extend another record by a reference and the additional fields: LocationWithConflicts is a Location with
 * `conflicts`. Only response schemas can be extended, because a closed schema rejects additional fields.
 */
export function withExtensions(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, extended(name, schema as ObjectSchema, schemas)]),
  );
}

const MIN_FIELDS = 4;

function extended(name: string, schema: ObjectSchema, schemas: JsonObject): unknown {
  if (!isOpenRecord(schema)) return schema;
  const bases = Object.entries(schemas).filter(
    // The names must match too, because an unrelated record may have the same fields.
    ([other, base]) =>
      (name.startsWith(`${other}With`) || name === `Exported${other}`) &&
      isOpenRecord(base) &&
      extendsIt(schema, base),
  ) as [string, ObjectSchema][];
  const [first] = bases.sort(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  if (first === undefined) return schema;
  const [baseName, base] = first;
  const own = Object.entries(schema.properties).filter(([field]) => !Object.hasOwn(base.properties, field));
  const required = schema.required?.filter((field) => !base.required?.includes(field)) ?? [];
  const additions = {
    type: "object",
    properties: Object.fromEntries(own),
    ...(required.length === 0 ? {} : { required }),
  };
  const { description } = schema;
  return { description, allOf: [{ $ref: `#/components/schemas/${baseName}` }, additions] };
}

function isOpenRecord(schema: unknown): schema is ObjectSchema {
  const { type, properties, additionalProperties } = schema as Partial<ObjectSchema>;
  return type === "object" && properties !== undefined && additionalProperties === undefined;
}

function extendsIt(schema: ObjectSchema, base: ObjectSchema): boolean {
  const fields = Object.entries(base.properties);
  return (
    fields.length >= MIN_FIELDS &&
    sizeOf(schema) > fields.length &&
    fields.every(([field, inner]) => isDeepStrictEqual(schema.properties[field], inner)) &&
    (base.required ?? []).every((field) => schema.required?.includes(field))
  );
}

function sizeOf({ properties }: ObjectSchema): number {
  return Object.keys(properties).length;
}
