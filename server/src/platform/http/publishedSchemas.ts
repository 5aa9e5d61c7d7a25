import { isDeepStrictEqual } from "node:util";

/** A schema or another part of the published description, as plain JSON. */
export type JsonObject = { [name: string]: unknown };

export interface PublishedSchemas {
  /** The published schema: schemas with an `$id` become references to named components. */
  publish(schema: unknown): JsonObject;
  /** The named components so far. */
  readonly components: JsonObject;
}

/**
 * Collects named components while schemas are published.
 *
 * @throws when two different schemas have the same `$id`, because the description of one would be wrong.
 */
export function publishedSchemas(): PublishedSchemas {
  const components: JsonObject = {};

  function published(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(published);
    if (value === null || typeof value !== "object") return value;
    const { $id, ...schema } = value as JsonObject;
    if (typeof $id !== "string") return plain(schema);
    const component = plain(schema);
    const known = components[$id];
    if (known !== undefined && !isDeepStrictEqual(known, component))
      throw new Error(`Two different shapes are named ${$id}.`);
    components[$id] = component;
    return { $ref: `#/components/schemas/${$id}` };
  }

  function plain(schema: JsonObject): JsonObject {
    const keywords = Object.entries(schema).filter(([name]) => name !== "style" && name !== "explode");
    return Object.fromEntries(keywords.flatMap(([name, value]) => keyword(name, value, schema.format)));
  }

  function keyword(name: string, value: unknown, format: unknown): [string, unknown][] {
    if (name === "examples" && FAMILIAR_FORMATS.has(format)) return [];
    if (VALUES.has(name)) return [[name, value]];
    if (name === "properties") return [[name, eachPublished(value as JsonObject)]];
    // Type generators support `additionalProperties`, but not this pattern for any name.
    if (name === "patternProperties" && Object.keys(value as JsonObject).join() === "^.*$")
      return [["additionalProperties", published((value as JsonObject)["^.*$"])]];
    return [[name, published(value)]];
  }

  /** Names of fields are not keywords: a field may be named `$id`. */
  function eachPublished(properties: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, published(schema)]));
  }

  return { components, publish: (schema) => published(schema) as JsonObject };
}

/** An example of these formats would be the same at hundreds of fields. */
const FAMILIAR_FORMATS: ReadonlySet<unknown> = new Set(["uuid", "date-time", "date"]);

/** Keywords whose values are not schemas. */
const VALUES: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "required"]);
