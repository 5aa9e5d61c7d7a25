import type { FastifyInstance } from "fastify";
import { routesToDescribe } from "../../src/routesToDescribe.ts";

/** Ids by the name of their path parameter. Several may be given: it is enough that one returns data. */
export type IdsByName = Readonly<Record<string, readonly string[]>>;

/**
 * The paths of GET routes a key may call that return no data for any of the ids: an empty list, a record with
 * empty lists only, or null.
 */
export async function emptyReads(
  app: FastifyInstance,
  key: string,
  ids: IdsByName,
  given: Readonly<Record<string, string>>,
): Promise<string[]> {
  const reads = routesToDescribe().filter(
    ({ method, access }) =>
      method === "GET" &&
      (access.kind === "caller" || (access.kind === "business" && access.scope !== "app_only")),
  );
  const empty: string[] = [];
  for (const { path, query } of reads) {
    const { required = [], properties = {} } = (query ?? {}) as {
      required?: readonly string[];
      properties?: Record<string, { format?: string }>;
    };
    const value = (name: string) => {
      const text = given[name] ?? "";
      return properties[name]?.format === "date" ? text.slice(0, 10) : text;
    };
    const asked = new URLSearchParams(required.map((name): [string, string] => [name, value(name)]));
    let found = false;
    for (const filled of pathsWith(path, ids)) {
      const url = `/api/v1${filled}${asked.size === 0 ? "" : `?${asked}`}`;
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
      if (answer.statusCode !== 200)
        throw new Error(`GET ${url} answered ${answer.statusCode}: ${answer.body}`);
      found ||= hasData(answer.json().data);
    }
    if (!found) empty.push(path);
  }
  return empty;
}

function pathsWith(path: string, ids: IdsByName): string[] {
  let filled = [path];
  for (const [, name = ""] of path.matchAll(/:(\w+)/g))
    filled = (ids[name] ?? []).flatMap((id) => filled.map((one) => one.replace(`:${name}`, id)));
  return filled;
}

function hasData(data: Readonly<Record<string, unknown>> | null): boolean {
  // Ids of the parent records were sent in the request, so they do not count as data.
  return Object.entries(data ?? {}).some(([name, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && !name.endsWith("_id"),
  );
}
