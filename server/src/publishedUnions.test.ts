import { expect, test } from "vitest";
import { NO_EXAMPLES } from "./platform/http/recordedExamples.ts";
import { publishedDescription } from "./published.ts";
import { routesToDescribe } from "./routesToDescribe.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}
type Place = readonly [where: string, schema: Schema];

const SCALARS: readonly unknown[] = ["string", "boolean", "integer", "number"];
const description = publishedDescription(routesToDescribe(), NO_EXAMPLES);
const { schemas } = description.components as { readonly schemas: Readonly<Record<string, Schema>> };
const places = schemasIn(description, "");

test("a choice of scalars is oneOf, and never a list of types", () => {
  const lists = places.filter(([, { type }]) => Array.isArray(type) && isChoice(type));
  expect(lists.map(([where]) => where)).toEqual([]);
  const anyOfs = places.filter(([, { anyOf = [] }]) => anyOf.some((each) => isScalar(each)));
  expect(anyOfs.map(([where]) => where)).toEqual([]);
  expect(places.filter(([, { oneOf = [] }]) => oneOf.filter(isScalar).length > 1).length).toBeGreaterThan(2);
});

test("a nullable schema has a form that Java compiles", () => {
  const problems = places.flatMap(([where, schema]) => [
    // The Java generator creates a class for several alternatives with null, and cannot create a class for null alone.
    ...((schema.anyOf ?? []).some(isNull) ? [`${where}: anyOf with null`] : []),
    ...(schema.type === "null" && !/\/(oneOf|anyOf)\/\d+$/.test(where) ? [`${where}: always null`] : []),
    ...(schema.enum?.includes(null) ? [`${where}: an enum with null`] : []),
    ...(Array.isArray(schema.type) && schema.type.includes("null") && !SCALARS.includes(schema.type[0])
      ? [`${where}: a list of types with ${schema.type[0]} and null`]
      : []),
    ...((schema.oneOf ?? []).filter((each) => isNull(each)).length > 1 ? [`${where}: null twice`] : []),
    ...(typeof schema.const === "boolean" ? [`${where}: a constant boolean`] : []),
  ]);
  expect(problems).toEqual([]);
});

test("no choice has a list beside another alternative: Java compiles none", () => {
  const found = places.filter(([, { oneOf, anyOf }]) => {
    const alternatives = (oneOf ?? anyOf ?? []).filter((each) => !isNull(each));
    return alternatives.length > 1 && alternatives.some((each) => resolved(each).type === "array");
  });
  expect(found.map(([where]) => where)).toEqual([]);
  // A field that can be a list or a scalar has no type in the schema. Its description lists the possible values.
  const untyped = places.filter(([where, schema]) => /\/properties\/[^/]+$/.test(where) && hasNoType(schema));
  expect(untyped.map(([where]) => where.replace("/components/schemas/", ""))).toEqual([
    "FormAnswer/properties/value",
    "FormAnswerInput/properties/value",
  ]);
});

test("the union of events names each of its alternatives by the type of the event", () => {
  const { oneOf = [], discriminator } = schemas.Event ?? {};
  expect(discriminator?.propertyName).toBe("type");
  const byType = oneOf.map((each) => [resolved(each).properties?.type?.const, each.$ref]);
  expect(byType.length).toBeGreaterThan(9);
  expect(discriminator?.mapping).toEqual(Object.fromEntries(byType));
});

function schemasIn(value: unknown, where: string): Place[] {
  if (typeof value !== "object" || value === null || /\/(example|examples|default)$/.test(where)) return [];
  const inner = Object.entries(value).flatMap(([name, each]) => schemasIn(each, `${where}/${name}`));
  return Array.isArray(value) ? inner : [[where, value as Schema], ...inner];
}

function isChoice(types: readonly string[]): boolean {
  return types.filter((each) => each !== "null").length > 1;
}

function isScalar(schema: Schema): boolean {
  const { type } = resolved(schema);
  return SCALARS.includes(type);
}

function isNull({ type }: Schema): boolean {
  return type === "null";
}

function hasNoType(schema: Schema): boolean {
  return ["$ref", "type", "oneOf", "anyOf", "allOf", "enum", "const"].every(
    (keyword) => !(keyword in schema),
  );
}

function resolved(schema: Schema): Schema {
  return schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
}
