import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { secondProcess } from "../../../test/fixtures/secondProcess.ts";
import { type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { createApiKey, revokeApiKey } from "../../features/access/api-keys/index.ts";
import { logOptions } from "../log/index.ts";
import { cacheMemory } from "../memoryCache.ts";
import { cachedReads } from "./cachedReads.ts";
import type { Route } from "./route.ts";

let open: TestApp;
let origin: string;
/** The number of requests that have reached the hooks. Requests that are answered from the cache do not reach them. */
let handled = 0;
/** The lines of the request log. */
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  open = await testApp({
    server: { logger: logOptions({ level: "info", stream }), rateLimitPerMinute: 600 },
  });
  open.app.addHook("onRequest", (_request, _reply, done) => {
    handled++;
    done();
  });
  await open.app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  handled = 0;
  lines.length = 0;
});

let day = 8;
/** Returns the path of a request that no other test sends, because each call uses the next day. */
function newQuestion(salon = open.salon): string {
  const date = `2027-03-${String(day++).padStart(2, "0")}`;
  const search = new URLSearchParams({
    location_id: salon.locationId,
    service_ids: salon.cut,
    from: date,
    to: date,
  });
  return `/api/v1/businesses/${salon.businessId}/availability?${search}`;
}

async function get(path: string, key: string = open.salon.key, headers: Record<string, string> = {}) {
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const body = (await answer.json()) as { code?: string; data?: { slots: { starts_at: string }[] } };
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
}

/** Sends a request twice, so that the server has cached the response and remembers the URL. */
async function askTwice(path: string): Promise<void> {
  await get(path);
  await get(path);
  handled = 0;
}

test("a repeated request has the same response as the first, without reaching the hooks", async () => {
  const path = newQuestion();
  const first = await get(path);
  expect(handled).toBe(1);
  const second = await get(path);
  expect(handled).toBe(1);
  const own = { date: "", "x-request-id": "", "ratelimit-remaining": "", "ratelimit-reset": "" };
  expect({ ...second, headers: { ...second.headers, ...own } }).toEqual({
    ...first,
    headers: { ...first.headers, ...own },
  });
  expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  const route = "/api/v1/businesses/:business/availability";
  await expect
    .poll(() => lines.filter(({ message }) => message === "request"))
    .toMatchObject([
      { request_id: first.headers["x-request-id"], method: "GET", route, status: 200, caller: "key" },
      { request_id: second.headers["x-request-id"], method: "GET", route, status: 200, caller: "key" },
    ]);
});

test("a booking of another process is in the next response", async () => {
  const path = newQuestion();
  await askTwice(path);
  const before = (await get(path)).body.data?.slots ?? [];
  const other = await secondProcess(open);
  const call = other.callerFor(open.salon);
  for (const staffId of [open.salon.anna, open.salon.ben]) {
    const booked = await call("POST", "/appointments", {
      location_id: open.salon.locationId,
      client_id: open.salon.clientId,
      starts_at: before[0]?.starts_at,
      items: [{ service_id: open.salon.cut, staff_id: staffId }],
    });
    expect(booked.status).toBe(201);
  }
  const after = (await get(path)).body.data?.slots ?? [];
  expect(after.map((slot) => slot.starts_at)).not.toContain(before[0]?.starts_at);
});

test("a revoked key is refused at its next request", async () => {
  const path = newQuestion();
  const { businessId, ownerId: userId } = open.salon;
  const now = open.clock.now();
  const { key, id } = await open.database.transaction((tx) =>
    createApiKey(tx, { businessId, userId, label: "Brief", scopes: ["appointments:read"], now }),
  );
  await askTwice(path);
  expect((await get(path, key)).status).toBe(200);
  expect(handled).toBe(0);
  await open.database.transaction((tx) => revokeApiKey(tx, businessId, id, now));
  expect(await get(path, key)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
});

test("a key without the scope, of another business or without a valid form is refused as by the route", async () => {
  const path = newQuestion();
  await askTwice(path);
  const narrow = await open.keyWith("clients:read");
  expect(await get(path, narrow)).toMatchObject({ status: 403, body: { code: "forbidden_role" } });
  const other = await testApp({ beside: open });
  expect(await get(path, other.salon.key)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await get(path, "dbk_short")).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  expect(await get(path.toUpperCase().replace("/API/V1/BUSINESSES", "/api/v1/businesses"))).toMatchObject({
    status: 404,
  });
  expect((await get(path)).status).toBe(200);
});

test("an invalid question stays invalid", async () => {
  const path = `${newQuestion()}&limit=5`;
  for (let n = 0; n < 3; n++) expect((await get(path)).status).toBe(422);
  expect(handled).toBe(3);
});

test("the rate limit counts responses from the cache", async () => {
  const path = newQuestion();
  await askTwice(path);
  const key = await open.keyWith("appointments:read");
  const startedAt = performance.now();
  const statuses: number[] = [];
  for (let n = 0; n < 26; n++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 25 }, async () => (await get(path, key)).status))),
    );
  const allowed = statuses.filter((status) => status === 200).length;
  // Ten tokens are added per second.
  const added = Math.ceil((performance.now() - startedAt) / 100);
  expect(allowed).toBeGreaterThanOrEqual(Math.min(600, statuses.length - added));
  expect(allowed).toBeLessThanOrEqual(600 + added);
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
});

test("a sandbox is answered by the route, which knows its test clock", async () => {
  const sandbox = await testApp({ beside: open, sandbox: true });
  const path = newQuestion(sandbox.salon);
  for (let n = 1; n <= 3; n++) {
    const answer = await get(path, sandbox.salon.key);
    expect([answer.status, answer.headers["service-sandbox"]]).toEqual([200, "true"]);
    expect(handled).toBe(n);
  }
});

test("the URLs of questions count towards the memory of the caches, least recently used first", () => {
  const { maxBytes } = cacheMemory;
  const reads = cachedReads({
    authenticateKey: () => Promise.reject(new Error("unused")),
    limits: undefined,
  });
  const asked: number[] = [];
  const request = (n: number) => ({
    route: { cached: () => () => void asked.push(n) } as unknown as Route,
    businessId: "",
    query: {},
  });
  try {
    cacheMemory.limit(200_000);
    for (let n = 0; n < 1_000; n++) reads.remember(`/${n}`, request(n));
    expect(cacheMemory.bytes).toBeLessThanOrEqual(200_000);
    for (const n of [0, 999]) reads.find({ url: `/${n}`, headers: { authorization: "Bearer key" } } as never);
    expect(asked).toEqual([999]);
  } finally {
    cacheMemory.limit(maxBytes);
  }
});
