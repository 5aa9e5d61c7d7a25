import fc from "fast-check";
import { anyCodePoint } from "../fixtures/anyCodePoint.ts";

/** The JSON Schema keywords that the OpenAPI description uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}

type Ids = Readonly<Record<string, string>>;

/**
 * Generates values for a schema. Most are valid, some slightly invalid and a few completely invalid. `ids` maps field and
 * parameter names to ids of existing records.
 */
export function anyValueOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  ids: Ids,
  name = "",
): fc.Arbitrary<unknown> {
  const again = (inner: JsonSchema, innerName = name) => anyValueOf(inner, components, ids, innerName);
  const referred = schema.$ref === undefined ? undefined : components[schema.$ref.split("/").at(-1) ?? ""];
  if (referred !== undefined) return again(referred);
  if (schema.const !== undefined) return mostly(fc.constant(schema.const));
  if (schema.enum !== undefined) return mostly(fc.constantFrom(...schema.enum));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => again(choice)));
  const types = [schema.type ?? "object"].flat();
  return mostly(fc.oneof(...types.map((type) => anyOfType(type, schema, again, ids, name))));
}

function anyOfType(
  type: string,
  schema: JsonSchema,
  again: (inner: JsonSchema, name?: string) => fc.Arbitrary<unknown>,
  ids: Ids,
  name: string,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 100_000 }),
        fc.constantFrom((schema.minimum ?? 0) - 1, (schema.maximum ?? 2 ** 31) + 1, 0.5),
      );
    case "array":
      return fc.array(again(schema.items ?? {}, name.replace(/s$/, "")), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4) + 1,
      });
    case "object":
      return anyObject(schema, again);
    default:
      return anyText(schema, ids, name);
  }
}

function anyObject(
  schema: JsonSchema,
  again: (inner: JsonSchema, name?: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, again(inner, name)] as const,
  );
  const required = fc.double({ min: 0, max: 1, noNaN: true }).chain((chance) =>
    // Omits required fields only rarely, so that most of the generated values are valid.
    fc.record(Object.fromEntries(properties), {
      requiredKeys: chance < 0.9 ? [...(schema.required ?? [])] : [],
    }),
  );
  const more = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    },
  );
  return fc.tuple(required, more).map(([fields, extra]) => ({ ...fields, ...extra }));
}

function anyText(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<string> {
  const known = [ids[name], ids[`${name}_id`]].filter((id) => id !== undefined);
  const examples = (schema.examples ?? []).filter((example) => typeof example === "string");
  const likely = fc.constantFrom(...known, ...known, ...examples, ...known, "");
  const length = { minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 300) + 1 };
  const made = (): fc.Arbitrary<string> => {
    if (schema.format === "uuid") return fc.uuid();
    if (schema.format === "date") return anyDay().map((day) => day.slice(0, 10));
    if (schema.format?.includes("date-time")) return anyDay();
    if (schema.format === "email") return fc.emailAddress();
    if (schema.format === "uri") return fc.webUrl();
    if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
    return fc.string({ unit: "grapheme", ...length });
  };
  return fc.oneof(
    { weight: 12, arbitrary: likely },
    { weight: 6, arbitrary: made() },
    { weight: 1, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 30 }) },
  );
}

/** Generates times near the fixture's appointments with all kinds of UTC offsets. */
function anyDay(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.date({
        min: new Date("2027-02-20T00:00:00Z"),
        max: new Date("2027-04-20T00:00:00Z"),
        noInvalidDate: true,
      }),
      fc.constantFrom("Z", "+02:00", "-11:30", "+23:59"),
    )
    .map(([date, offset]) => date.toISOString().replace("Z", offset));
}

/** Generates the given value in most cases, otherwise any JSON value. */
function mostly(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
}
