import { isDeepStrictEqual } from "node:util";
import { type JsonObject, publishedForm } from "./publishedForm.ts";
import { CreatedAt, Currency, Id, TimeZone, UpdatedAt } from "./shapes.ts";

export type { JsonObject };

/** The use of a schema: objects in requests are closed, objects in responses are open (contract §1). */
export type SchemaUse = "input" | "answer";

export interface PublishedSchemas {
  /** Returns the published schema. Schemas with an `$id` become references to named components. */
  publish(schema: unknown, use?: SchemaUse): JsonObject;
  /** Adds a component that no route's schema contains and returns the reference to it. */
  add(name: string, component: JsonObject): JsonObject;
  /** The named components collected so far. */
  readonly components: JsonObject;
}

/**
 * Creates a collector of named components for the publication of schemas.
 *
 * @throws when two different schemas have the same name, because one of them would be described wrongly.
 */
export function publishedSchemas(): PublishedSchemas {
  const components: JsonObject = {};

  function add(name: string, component: JsonObject): JsonObject {
    const known = components[name];
    if (known !== undefined && !isDeepStrictEqual(known, component))
      throw new Error(`Two different schemas are named ${name}.`);
    components[name] = component;
    return { $ref: `#/components/schemas/${name}` };
  }

  function published(value: unknown, use: SchemaUse): unknown {
    if (Array.isArray(value)) return value.map((each) => published(each, use));
    if (value === null || typeof value !== "object") return value;
    const { $id, ...schema } = value as JsonObject;
    if (typeof $id !== "string") return plain(schema, use);
    return add(componentName($id, use), plain(schema, use));
  }

  function plain(schema: JsonObject, use: SchemaUse): JsonObject {
    const keywords = Object.entries(publishedForm(schema, use === "answer"));
    return Object.fromEntries(keywords.map(([name, value]) => [name, keyword(name, value, use)]));
  }

  function keyword(name: string, value: unknown, use: SchemaUse): unknown {
    if (VALUES.has(name)) return value;
    if (name === "properties") return eachPublished(value as JsonObject, use);
    return published(value, use);
  }

  /** Returns the published schemas of an object's fields. Field names are not keywords, so a field may be named `$id`. */
  function eachPublished(properties: JsonObject, use: SchemaUse): JsonObject {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, fieldPublished(schema, use)]),
    );
  }

  function fieldPublished(schema: unknown, use: SchemaUse): unknown {
    const shared = COMMON_FIELDS.find(([, field]) => isDeepStrictEqual(field, schema));
    return shared === undefined
      ? published(schema, use)
      : add(shared[0], plain(shared[1] as JsonObject, use));
  }

  return { components, add, publish: (schema, use = "answer") => published(schema, use) as JsonObject };
}

/** Fields that many records have, with the names of their components. */
const COMMON_FIELDS = Object.entries({ Id, CreatedAt, UpdatedAt, TimeZone, Currency });

/** Returns the component name of a record. Records in requests have separate closed components: Money in a request is MoneyInput. */
function componentName($id: string, use: SchemaUse): string {
  return use === "answer" || /(Input|Changes)$/.test($id) ? $id : `${$id}Input`;
}

/** The keywords whose values are not schemas. */
const VALUES: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "default",
  "examples",
  "required",
  "discriminator",
]);
