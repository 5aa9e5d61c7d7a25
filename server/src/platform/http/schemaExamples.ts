interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/**
 * A value that fits the schema, for the published description: what the schema itself gives as an example, else the
 * plainest value there is. Of optional fields only those are shown that bring an example of their own.
 */
export function exampleOf(schema: unknown, name = ""): unknown {
  const shape = schema as Shape;
  const types = [shape.type ?? []].flat();
  const isNullable = types.includes("null") || shape.anyOf?.some((each) => each.type === "null");
  // Most visits are neither cancelled nor missed.
  if (
    isNullable &&
    (shape.format === "date-time" || shape.anyOf?.some((each) => each.format === "date-time"))
  )
    return null;
  if (shape.const !== undefined) return shape.const;
  if (shape.examples?.[0] !== undefined) return laterEnd(name, shape.examples[0]);
  if (shape.default !== undefined) return shape.default;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf !== undefined) return exampleOf(shape.anyOf[0], name);
  if (isNullable) return null;
  switch (types[0]) {
    case "object":
      return exampleOfObject(shape);
    case "array":
      return [exampleOf(shape.items, name)];
    case "integer":
    case "number":
      return shape.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return "Text".padEnd(shape.minLength ?? 0, ".");
  }
}

function exampleOfObject(shape: Shape): Record<string, unknown> {
  const shown = Object.entries(shape.properties ?? {}).filter(
    ([name, inner]) => shape.required?.includes(name) || inner.examples !== undefined,
  );
  return Object.fromEntries(shown.map(([name, inner]) => [name, exampleOf(inner, name)]));
}

/** What ends has begun before: every date-time has the same example, so ends are moved to an hour and a half later. */
function laterEnd(name: string, example: unknown): unknown {
  const isEnd = name === "ends_at" || name === "ends" || name === "to";
  return isEnd && typeof example === "string" ? example.replace("09:00", "10:30") : example;
}
