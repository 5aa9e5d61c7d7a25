import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { closedAtEnd } from "../../../test/fixtures/closeAtEnd.ts";
import { openPatiently } from "../../../test/fixtures/database.ts";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { buildApp } from "../../app.ts";
import { newId } from "../../kernel/ids.ts";
import type { Database } from "../database/index.ts";
import { requestBuckets } from "../limits/index.ts";
import { route } from "./route.ts";
import { buildServer } from "./server.ts";
import { Deleted } from "./shapes.ts";

const databases: Database[] = [];
/** Two servers on one database, with a limit of ten requests a minute for each caller. */
const apps: FastifyInstance[] = [];
const open = await testApp();
for (let process = 0; process < 2; process++) {
  const database = openPatiently({ connectionString: open.connectionString });
  databases.push(database);
  const options = { database, clock: open.clock, checkAnswers: true, rateLimitPerMinute: 10 };
  apps.push(closedAtEnd(await buildApp(options)));
}

async function ask(
  key: string | null,
  sent: { path?: string; method?: "GET" | "PUT" | "POST"; payload?: string; app?: number } = {},
) {
  const answer = await (apps[sent.app ?? 0] as FastifyInstance).inject({
    method: sent.method ?? "GET",
    url: `/api/v1${sent.path ?? "/me"}`,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  });
  const {
    "ratelimit-limit": limit,
    "ratelimit-remaining": remaining,
    "ratelimit-reset": reset,
  } = answer.headers;
  const numbers = { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), ...numbers };
}

test("every answer to an authenticated caller has the rate-limit headers", async () => {
  const key = await open.keyWith("staff:read");
  const mine = `/businesses/${open.salon.businessId}`;
  const requests: [number, Parameters<typeof ask>[1]][] = [
    [200, {}],
    [404, { path: `/businesses/${newId()}` }],
    [403, { path: `${mine}/clients` }],
    [422, { path: `${mine}/staff?no=such` }],
    [404, { path: `${mine}/staff/${newId()}/hours` }],
    [404, { path: "/nowhere" }],
    [405, { method: "PUT" }],
  ];
  for (const [index, [status, sent]] of requests.entries()) {
    const answer = await ask(key, sent);
    expect(answer.status, JSON.stringify(sent)).toBe(status);
    expect(answer, JSON.stringify(sent)).toMatchObject({ limit: 10, remaining: 9 - index });
    expect(answer.reset).toBeGreaterThan(6 * index);
    expect(answer.reset).toBeLessThanOrEqual(6 * (index + 1));
  }
});

test("a caller over the limit gets 429 before any other check until the bucket has a token", async () => {
  const key = await open.keyWith("staff:read");
  for (let index = 0; index < 10; index++) expect((await ask(key, { app: index % 2 })).status).toBe(200);
  for (const sent of [
    {},
    { path: `/businesses/${newId()}` },
    { path: "/nowhere" },
    { method: "PUT" },
    { app: 1 },
  ] as const) {
    const refused = await ask(key, sent);
    expect(refused).toMatchObject({ status: 429, limit: 10, remaining: 0, body: { code: "rate_limited" } });
    const seconds = refused.body.details.retry_after;
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(seconds).toBeLessThanOrEqual(6);
    expect(refused.headers["retry-after"]).toBe(String(seconds));
    expect(refused.body).toMatchObject({
      success: false,
      message: expect.stringContaining("Too many requests"),
    });
  }
  expect((await ask(await open.keyWith("staff:read"))).status).toBe(200);
});

test("a request with an invalid key answers 401 and is not counted", async () => {
  for (let index = 0; index < 15; index++) {
    for (const key of [null, "dbk_nobody"]) {
      const answer = await ask(key);
      expect(answer.status).toBe(401);
      expect(answer.headers).not.toHaveProperty("ratelimit-limit");
    }
  }
  expect((await ask(null, { path: "/nowhere" })).status).toBe(404);
});

test("without a limit no answer has rate-limit headers", async () => {
  const answer = await open.call("GET", "/staff");
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
});

test("a public route is limited by address, each route with a limit of its own", async () => {
  const database = databases[0] as Database;
  const buckets = requestBuckets({ database });
  const opened = (operationId: string, perAddressPerMinute?: number) =>
    route({
      method: "GET",
      path: `/${operationId}`,
      access: { kind: "public" },
      operationId,
      summary: "Open",
      tag: "Open",
      data: Deleted,
      ...(perAddressPerMinute === undefined ? {} : { perAddressPerMinute }),
      run: async () => ({ data: { id: newId(), deleted: true as const } }),
    });
  const app = await buildServer({
    routes: [opened("strict", 2), opened("normal")],
    authenticate: () => Promise.reject(new Error("This test must not authenticate.")),
    limits: { buckets, perMinute: 0 },
    trustProxy: true,
  });
  const from = async (address: string, path: string) =>
    (await app.inject({ url: `/api/v1/${path}`, headers: { "x-forwarded-for": address } })).statusCode;
  expect([await from("203.0.113.1", "strict"), await from("203.0.113.1", "strict")]).toEqual([200, 200]);
  expect(await from("203.0.113.1", "strict")).toBe(429);
  expect(await from("203.0.113.2", "strict")).toBe(200);
  expect(await from("203.0.113.1", "normal")).toBe(200);
  // A trusted proxy may send any text as the address. An address too long for a bucket name must not make the batch fail.
  const long = randomBytes(3_000).toString("base64url");
  const together = await Promise.all([
    from(long, "strict"),
    from("203.0.113.3", "strict"),
    from(long, "strict"),
  ]);
  expect(together).toEqual([200, 200, 200]);
  expect(await from(`${long}x`, "strict")).toBe(429);
  await app.close();
});
