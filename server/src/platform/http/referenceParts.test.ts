import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { JsonObject } from "./publishedSchemas.ts";
import { referenceParts } from "./referenceParts.ts";

const description: JsonObject = JSON.parse(
  readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"),
);
const parts = referenceParts(description);

/** Returns `method path` of the operations in `paths` or `webhooks`. */
function operationsOf(paths: unknown): string[] {
  return Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "servers")
      .map((method) => `${method} ${path}`),
  );
}

test("the parts contain each operation and event of the description once", () => {
  for (const kind of ["paths", "webhooks"] as const) {
    const inParts = Object.values(parts).flatMap((part) => operationsOf(part[kind]));
    expect(inParts.toSorted()).toEqual(operationsOf(description[kind]).toSorted());
  }
});

test.each(Object.entries(parts))(
  "the part %s has every component that it refers to, and no other",
  (_, part) => {
    const components = part.components as Record<string, Record<string, unknown>>;
    const own = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind}/${name}`),
    );
    const references = [...JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    expect(own.filter((name) => !name.startsWith("securitySchemes/")).toSorted()).toEqual(
      [...new Set(references)].toSorted(),
    );
    expect(JSON.stringify(part).length).toBeLessThan(JSON.stringify(description).length / 2);
  },
);

test("operations outside the API prefix keep their server", () => {
  const paths = parts["signing-in"]?.paths as Record<string, { servers: unknown }>;
  for (const path of Object.values(paths)) expect(path.servers).toMatchObject([{ url: "/api/auth" }]);
});
