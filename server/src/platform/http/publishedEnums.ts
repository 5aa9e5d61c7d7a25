import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "./publishedForm.ts";

/** The component name of each enum, with one field that uses the enum, such as `Appointment.status`. */
export type EnumNames = Readonly<Record<string, string>>;

/**
 * Converts the named enums to components and replaces every enum with the same values by a reference. Reads the values from the named
 * field, so that they are listed only once.
 *
 * @throws when a field does not exist or is not an enum, because the component would be missing.
 */
export function withNamedEnums(document: JsonObject, schemas: JsonObject, names: EnumNames): JsonObject {
  const enums = Object.entries(names).map(([name, field]) => ({ name, schema: enumOf(field, schemas) }));
  const components = Object.fromEntries(
    enums.map(({ name, schema }) => [
      name,
      { type: "string", enum: schema.enum, description: `${spaced(name)}: one of these values` },
    ]),
  );

  function named(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(named);
    if (value === null || typeof value !== "object") return value;
    const { type, enum: values, description, default: normal } = value as JsonObject;
    const known =
      type === "string" && enums.find(({ schema }) => isDeepStrictEqual(schema.enum, values))?.name;
    if (!known) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner)]));
    return {
      $ref: `#/components/schemas/${known}`,
      ...(description === undefined ? {} : { description }),
      ...(normal === undefined ? {} : { default: normal }),
    };
  }

  const { components: kept, ...rest } = named(document) as { components: { schemas: JsonObject } };
  return { ...rest, components: { ...kept, schemas: { ...kept.schemas, ...components } } };
}

interface Shape {
  readonly enum?: readonly string[];
  readonly items?: Shape;
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

function enumOf(field: string, schemas: JsonObject): Shape {
  const [component = "", ...fields] = field.split(".");
  const found = fields.reduce<Shape | undefined>(
    (shape, field) => (shape?.oneOf?.[0] ?? shape)?.properties?.[field],
    schemas[component] as Shape | undefined,
  );
  const schema = [found, found?.items, found?.oneOf?.[0]].find((each) => each?.enum !== undefined);
  if (schema === undefined)
    throw new Error(`The field ${field} is declared as a named enum, but its schema has no enum.`);
  return schema;
}

/** Converts AppointmentStatus to "Appointment status". */
function spaced(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
