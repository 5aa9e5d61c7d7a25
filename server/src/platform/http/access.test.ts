import { Type } from "typebox";
import { expect, test } from "vitest";
import { notFound } from "../../kernel/errors.ts";
import { type Route, route, scoped } from "./route.ts";
import { buildServer } from "./server.ts";

const sound = route({
  method: "GET",
  path: "/businesses/:business/teapots",
  access: scoped("services:read"),
  operationId: "listTeapots",
  tag: "Teapots",
  summary: "List the teapots",
  data: Type.Object({}),
  run: async () => ({ data: {} }),
});

async function start(changes: Record<string, unknown>): Promise<void> {
  const changed = { ...sound, ...changes } as unknown as Route;
  const app = await buildServer({ routes: [changed], authenticate: () => Promise.reject(notFound()) });
  await app.close();
}

test("a route with an access that fits its path is mounted", async () => {
  await start({});
});

test.each([
  ["declares no access", { access: undefined }, /GET .* declares no access/],
  ["declares no scope", { access: { kind: "business", roles: ["owner"] } }, /declares no scope/],
  ["declares no roles", { access: { kind: "business", scope: "any", roles: [] } }, /declares no roles/],
  [
    "has a business in its path but other access",
    { access: { kind: "caller" } },
    /The access of the route .* does not match its path/,
  ],
  [
    "is public below a business",
    { access: { kind: "public" } },
    /The access of the route .* does not match its path/,
  ],
  [
    "has business access without a business in its path",
    { path: "/teapots" },
    /The access of the route .* does not match its path/,
  ],
  ["is cached and is not a GET of a business", { method: "POST", cached: () => null }, /must not be cached/],
])("a server with a route that %s does not start", async (_, changes, why) => {
  await expect(start(changes)).rejects.toThrow(why);
});

test("a route without access does not compile", () => {
  const { access: _, ...nameless } = sound;
  // @ts-expect-error: a route must have `access`.
  const forgetful: Route = nameless;
  expect(forgetful).not.toHaveProperty("access");
});
