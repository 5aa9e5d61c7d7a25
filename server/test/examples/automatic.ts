import { exampleOf } from "../../src/platform/http/schemaExamples.ts";
import { Id } from "../../src/platform/http/shapes.ts";
import type { Operation } from "./operations.ts";
import type { Ids } from "./story.ts";

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** Builds a body from the schema's examples with the salon's ids. Returns undefined for an operation without a body. */
export function autoBody({ body }: Operation, ids: Ids): unknown {
  return body === undefined ? undefined : withIds(exampleOf(body), ids);
}

/** Returns the kinds of missing records that a body refers to, such as `promotion` for a `promotion_id`. */
export function unknownIds(body: unknown, name = ""): string[] {
  if (Array.isArray(body)) return body.flatMap((inner) => unknownIds(inner, name.replace(/s$/, "")));
  if (body !== null && typeof body === "object")
    return Object.entries(body).flatMap(([key, inner]) => unknownIds(inner, key));
  return body === exampleOf(Id) ? [name.replace(/_id$/, "")] : [];
}

/** Returns the required query parameters. */
export function autoQuery({ query }: Operation, ids: Ids): Record<string, string> {
  const { required = [] } = (query ?? {}) as Shape;
  const values = query === undefined ? {} : (withIds(exampleOf(query), ids) as Record<string, unknown>);
  return Object.fromEntries(required.map((name) => [name, String(values[name])]));
}

/**
 * Returns the request with a common error: a missing or misspelled field, a page limit above the maximum or an unknown
 * parameter.
 */
export function mistaken(
  operation: Operation,
  request: { readonly query: Readonly<Record<string, string>>; readonly body?: unknown },
): { query?: Record<string, string>; body?: unknown } {
  const { required = [] } = (operation.body ?? {}) as Shape;
  const fields = typeof request.body === "object" ? Object.entries(request.body as object) : [];
  if (operation.body !== undefined && fields.length > 0) {
    const [missing] = required;
    return missing === undefined
      ? {
          body: Object.fromEntries(
            fields.map(([name, value], nth) => [nth === 0 ? mistyped(name) : name, value]),
          ),
        }
      : { body: Object.fromEntries(fields.filter(([name]) => name !== missing)) };
  }
  const parameters = (operation.query ?? {}) as Shape;
  if (parameters.properties?.limit !== undefined) return { query: { ...request.query, limit: "5000" } };
  return { query: { ...request.query, page: "2" } };
}

function mistyped(name: string): string {
  return name.replace(/(.)(.)$/, "$2$1");
}

/**
 * Replaces the date in the schema's examples with a day on which the salon has appointments, and the ids with ids of the
 * salon's records.
 */
function withIds(value: unknown, ids: Ids, name = ""): unknown {
  if (Array.isArray(value)) return value.map((inner) => withIds(inner, ids, name.replace(/s$/, "")));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, ids, key)]));
  return typeof value === "string" ? (ids[name] ?? value.replace("2027-03-29", "2026-05-11")) : value;
}
