import type { FastifyInstance } from "fastify";
import { routesToDescribe } from "../../src/routesToDescribe.ts";

/** Ids that paths and queries of reads name, by those names; the first that tell anything are enough. */
export type IdsByName = Readonly<Record<string, readonly string[]>>;

/**
 * The reads of the route table that a key may ask and that tell nothing, whatever id is put into their paths: a list
 * without a record, a record whose lists are all empty, or null.
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
    const required = (query as { required?: readonly string[] } | undefined)?.required ?? [];
    const asked = new URLSearchParams(required.map((name): [string, string] => [name, given[name] ?? ""]));
    let tells = false;
    for (const filled of filledIn(path, ids)) {
      const url = `/api/v1${filled}${asked.size === 0 ? "" : `?${asked}`}`;
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
      if (answer.statusCode !== 200)
        throw new Error(`GET ${url} answered ${answer.statusCode}: ${answer.body}`);
      tells ||= tellsSomething(answer.json().data);
    }
    if (!tells) empty.push(path);
  }
  return empty;
}

function filledIn(path: string, ids: IdsByName): string[] {
  let filled = [path];
  for (const [, name = ""] of path.matchAll(/:(\w+)/g))
    filled = (ids[name] ?? []).flatMap((id) => filled.map((one) => one.replace(`:${name}`, id)));
  return filled;
}

function tellsSomething(data: Readonly<Record<string, unknown>> | null): boolean {
  // Of an answer that is no record it is known without asking whose it is.
  return Object.entries(data ?? {}).some(([name, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && !name.endsWith("_id"),
  );
}
