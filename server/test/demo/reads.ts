import type { FastifyInstance } from "fastify";
import { routesToDescribe } from "../../src/routesToDescribe.ts";

/** Ids by path parameter. If a parameter has several ids, at least one of them must return data. */
export type IdsByName = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the GET routes that accept API keys and return no data for any of the ids. An empty list, a record that contains only
 * empty lists, and null count as no data.
 */
export async function emptyReads(
  app: FastifyInstance,
  key: string,
  ids: IdsByName,
  given: Readonly<Record<string, string>>,
): Promise<string[]> {
  const reads = routesToDescribe().filter(
    ({ method, path, access }) =>
      method === "GET" &&
      // Only sandboxes have a test clock.
      !path.endsWith("/test-clock") &&
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
    const parameters = new URLSearchParams(required.map((name): [string, string] => [name, value(name)]));
    let found = false;
    for (const filled of pathsWith(path, ids)) {
      const url = `/api/v1${filled}${parameters.size === 0 ? "" : `?${parameters}`}`;
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
  // Ids of parent records come from the request, so they do not count as data.
  return Object.entries(data ?? {}).some(([name, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && !name.endsWith("_id"),
  );
}
