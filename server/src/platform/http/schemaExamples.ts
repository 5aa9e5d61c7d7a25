interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/**
 * Returns a valid value of the schema for the published description: its first example, else its default or the simplest value. Optional
 * fields are included only if they have an example.
 */
export function exampleOf(schema: unknown, name = ""): unknown {
  const shape = schema as Shape;
  const types = [shape.type ?? []].flat();
  const isNullable = types.includes("null") || shape.anyOf?.some((each) => each.type === "null");
  // A nullable time is null in examples, because most appointments are neither cancelled nor missed.
  if (
    isNullable &&
    (shape.format === "date-time" || shape.anyOf?.some((each) => each.format === "date-time"))
  )
    return null;
  if (shape.const !== undefined) return shape.const;
  if (shape.examples?.[0] !== undefined) return laterEnd(name, shape.examples[0]);
  if (shape.default !== undefined) return shape.default;
  if (shape.enum !== undefined) return shape.enum[0];
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first !== undefined) return exampleOf(first, name);
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

/** Sets the example of an end to 90 minutes after the example of a start, because all date-times have the same example. */
function laterEnd(name: string, example: unknown): unknown {
  const isEnd = name === "ends_at" || name === "ends" || name === "to";
  return isEnd && typeof example === "string" ? example.replace("09:00", "10:30") : example;
}
