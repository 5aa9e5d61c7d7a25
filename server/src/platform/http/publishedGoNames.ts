import type { JsonObject } from "./publishedForm.ts";

/** Names that oapi-codegen's Go clients use themselves, with the Go name of a schema that has such a name. */
const GO_NAMES: Readonly<Record<string, string>> = { Client: "ClientRecord" };

/**
 * Returns the schemas, with `x-go-name` where Go needs it. oapi-codegen also applies the name of a schema to the fields that
 * refer to it, so these fields state their own names.
 */
export function withGoNames(schemas: JsonObject): JsonObject {
  const named = Object.entries(schemas).map(([name, schema]) => {
    const goName = GO_NAMES[name];
    const inner = withFieldNames(schema) as JsonObject;
    return [name, goName === undefined ? inner : { ...inner, "x-go-name": goName }];
  });
  return Object.fromEntries(named);
}

function withFieldNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFieldNames);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([keyword, inner]) => [
    keyword,
    keyword === "properties" ? withNames(inner as JsonObject) : withFieldNames(inner),
  ]);
  return Object.fromEntries(entries);
}

function withNames(properties: JsonObject): JsonObject {
  const named = Object.entries(properties).map(([field, schema]) => {
    const { $ref } = schema as { readonly $ref?: string };
    const isRenamed = $ref !== undefined && Object.hasOwn(GO_NAMES, $ref.split("/").at(-1) ?? "");
    return [
      field,
      isRenamed ? { ...(schema as JsonObject), "x-go-name": pascalCase(field) } : withFieldNames(schema),
    ];
  });
  return Object.fromEntries(named);
}

/** Returns the name that oapi-codegen gives to a field: `MergedClient` for `merged_client`. */
function pascalCase(field: string): string {
  return field.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
