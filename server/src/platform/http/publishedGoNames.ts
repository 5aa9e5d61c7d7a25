import type { JsonObject } from "./publishedForm.ts";

/** Names that oapi-codegen's Go clients use themselves: a schema with such a name has another one in Go. */
const GO_NAMES: Readonly<Record<string, string>> = { Client: "ClientRecord" };

/**
 * The schemas with `x-go-name` where Go needs it. oapi-codegen applies the name of a schema to the fields that refer to it
 * too, so these fields state their own.
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

/** The name that oapi-codegen gives to a field: `merged_client` is `MergedClient`. */
function pascalCase(field: string): string {
  return field.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
