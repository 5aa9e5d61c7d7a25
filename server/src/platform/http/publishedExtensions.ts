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
 * The schemas, in which a record that has all fields of another one and more refers to it: LocationWithConflicts is a
 * Location with `conflicts`. Only answers can do so, because a closed schema refuses the fields of its extension.
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
    // Another record with the same fields by chance would be a wrong base.
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
