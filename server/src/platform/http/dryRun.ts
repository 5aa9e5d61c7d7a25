import type { FastifyRequest } from "fastify";
import { type TObject, Type } from "typebox";
import { type AnyAnswer, type Route, takesDryRun } from "./route.ts";

/** The `dry_run` parameter, which every authenticated write without an upload accepts (decision 45). */
export const DryRunParameter = Type.Boolean({
  description:
    "With `1` the response is that of the write, with ids of records that do not exist, and nothing changes: no event, no e-mail, no stored response. Secrets, tokens and links are omitted",
});

const NAME = "dry_run";

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false });
const schemasWithDryRun = new WeakMap<TObject, TObject>();

/**
 * Returns the query schema of the route, with `dry_run` if the route accepts it. Routes with the same parameters share a schema, so its
 * validator is compiled once.
 */
export function queryWithDryRun(route: Route): TObject | undefined {
  if (!takesDryRun(route)) return route.query;
  const own = route.query ?? NO_PARAMETERS;
  const known = schemasWithDryRun.get(own);
  if (known !== undefined) return known;
  const properties = { ...own.properties, [NAME]: Type.Optional(DryRunParameter) };
  const schema = Type.Object(properties, { additionalProperties: false });
  schemasWithDryRun.set(own, schema);
  return schema;
}

/** Returns the query without `dry_run`, as `run` receives it. */
export function withoutDryRun(query: Record<string, unknown>): Record<string, unknown> {
  const { [NAME]: _, ...rest } = query;
  return rest;
}

/** Returns whether a request asks for a dry run. Invalid values return false; the validation rejects them later. */
export function asksForDryRun(route: Route, request: FastifyRequest): boolean {
  const start = request.url.indexOf("?");
  if (!takesDryRun(route) || start < 0) return false;
  // The query is parsed, because the name may be percent-encoded.
  const values = new URLSearchParams(request.url.slice(start + 1)).getAll(NAME);
  return values.length === 1 && (values[0] === "1" || values[0] === "true");
}

/** Returns the fields that are omitted from the response to a dry run of this route. */
export function omittedFrom(route: Route): ReadonlySet<string> {
  return new Set([...(route.replaysWithout ?? []), ...(route.dryRunsWithout ?? [])]);
}

/** Returns the result of `run` without these fields, at any depth. */
export function withoutFields(answer: AnyAnswer, names: ReadonlySet<string>): AnyAnswer {
  if (names.size === 0 || !("data" in answer)) return answer;
  return { ...answer, data: stripped(answer.data, names) };
}

function stripped(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => stripped(each, names));
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(fields.map(([name, each]) => [name, stripped(each, names)]));
}
