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

test("a route that says who may call it starts", async () => {
  await start({});
});

test.each([
  ["says nothing", { access: undefined }, /GET .* does not say who may call it/],
  ["forgets its scope", { access: { kind: "business", roles: ["owner"] } }, /names no scope/],
  ["names no role", { access: { kind: "business", scope: "any", roles: [] } }, /names no role/],
  ["forgets its business", { access: { kind: "caller" } }, /the access of another kind of path/],
  ["is public below a business", { access: { kind: "public" } }, /the access of another kind of path/],
  ["asks for a business it has not got", { path: "/teapots" }, /the access of another kind of path/],
])("a server with a route that %s does not start", async (_, changes, why) => {
  await expect(start(changes)).rejects.toThrow(why);
});

test("a route that forgets its access does not compile", () => {
  const { access: _, ...nameless } = sound;
  // @ts-expect-error: a route must say who may call it.
  const forgetful: Route = nameless;
  expect(forgetful).not.toHaveProperty("access");
});
