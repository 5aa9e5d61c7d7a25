import type { TObject } from "typebox";
import type { FieldProblem } from "../../kernel/errors.ts";

interface Property {
  readonly type?: string | readonly string[];
  readonly format?: string;
}

/**
 * Converts a query string to the types of its schema for the strict validator: integers, booleans (`1`, `true`, `0`, `false`), and lists
 * (comma-separated, repeated or both). Values that cannot be converted remain text, and the validator reports them. A repeated parameter
 * that is not a list is rejected as ambiguous.
 */
export function readQuery(
  schema: TObject | undefined,
  search: string,
): { query: Record<string, unknown>; problems: FieldProblem[] } {
  const properties = (schema?.properties ?? {}) as Record<string, Property>;
  const query: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(query, name) ? query[name] : undefined;
    if (Array.isArray(before)) before.push(...listOf(value));
    else if (before !== undefined) problems.push({ path: `/${name}`, message: "must appear only once" });
    else if (!Object.hasOwn(properties, name))
      problems.push({ path: `/${name}`, message: "is not a parameter of this operation" });
    else query[name] = typed(properties[name] as Property, value);
  }
  return { query, problems };
}

function listOf(value: string): string[] {
  return value === "" ? [] : value.split(",");
}

function typed(property: Property, value: string): unknown {
  if (property.type === "integer") return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (property.type === "boolean")
    return value === "1" || value === "true" ? true : value === "0" || value === "false" ? false : value;
  if (property.type === "array") return listOf(value);
  // URLSearchParams converts the `+` of an unencoded offset to a space (contract §1).
  if (property.format === "date-time" || property.format === "date-or-date-time")
    return value.replace(/ (?=\d\d:\d\d$)/, "+");
  return value;
}
