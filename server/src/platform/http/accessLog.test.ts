import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Type } from "typebox";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../kernel/errors.ts";
import { type LogLevel, logOptions } from "../log/index.ts";
import { route } from "./route.ts";
import { buildServer } from "./server.ts";

const released = Promise.withResolvers<void>();
const about = { operationId: "test", tag: "Test", summary: "Test", data: Type.Object({}) } as const;
const routes = [
  route({
    ...about,
    method: "GET",
    path: "/businesses/:business/breaks",
    access: { kind: "business", scope: "clients:read", roles: ["owner"] },
    run: () => {
      throw Object.assign(new Error("duplicate key value violates unique constraint"), {
        code: "23505",
        constraint: "clients_pkey",
        detail: "Key (email)=(zoe@example.com) already exists.",
      });
    },
  }),
  route({
    ...about,
    method: "GET",
    path: "/invalid",
    access: { kind: "public" },
    run: () => {
      throw Object.assign(new Error('invalid input syntax for type date: "zoe@example.com"'), {
        code: "22007",
      });
    },
  }),
  route({
    ...about,
    method: "GET",
    path: "/slow",
    access: { kind: "public" },
    run: async () => {
      await released.promise;
      return { data: {} };
    },
  }),
];

const lines: string[] = [];
const logged = () => lines.map((line) => JSON.parse(line));
afterEach(() => void lines.splice(0));

function openServer(level: LogLevel) {
  return buildServer({
    routes,
    authenticate: async (request) => {
      if (request.headers.authorization === undefined) throw new ApiError("unauthenticated", "No key.");
      const businessId = "0196e3f0-0000-7000-8000-000000000001";
      const scopes = request.headers.authorization === "Bearer all" ? (["clients:read"] as const) : [];
      return { kind: "key", keyId: "k", userId: "u", businessId, label: "Zoe", scopes };
    },
    logger: logOptions({ level, stream: { write: (line) => void lines.push(line) } }),
  });
}

const url = "/api/v1/businesses/0196e3f0-0000-7000-8000-000000000001/breaks";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("every request writes one line with id, route, status, duration and kind of caller", async () => {
  const app = await openServer("info");
  const requests = [
    {
      url: `/api/v1/nowhere/zoe@example.com?name=Zoe`,
      expected: { route: "(none)", status: 404, caller: "none" },
    },
    { url: `/api/v1/businesses/zoe/breaks?name=Zoe`, expected: { status: 401, caller: "none" } },
    { url, headers: { authorization: "Bearer zoe" }, expected: { status: 403, caller: "key" } },
  ];
  for (const { expected, ...request } of requests) {
    const answer = await app.inject(request);
    expect(logged().at(-1)).toEqual({
      level: "info",
      time: expect.stringMatching(TIME),
      request_id: answer.headers["x-request-id"],
      method: "GET",
      route: "/api/v1/businesses/:business/breaks",
      ...expected,
      ms: expect.any(Number),
      message: "request",
    });
  }
  await app.close();
  expect(lines).toHaveLength(requests.length);
  expect(lines.join("")).not.toMatch(/zoe/i);
});

test("a request that fails with 500 also writes its error, without rows of the database and without values", async () => {
  const app = await openServer("info");
  const answer = await app.inject({ url, headers: { authorization: "Bearer all" } });
  const invalid = await app.inject({ url: "/api/v1/invalid" });
  await app.close();
  expect(answer.json()).toMatchObject({ success: false, code: "internal_error" });
  const failure = (id: unknown, error: object) => ({
    level: "error",
    time: expect.stringMatching(TIME),
    request_id: id,
    error: {
      type: "Error",
      stack: expect.arrayContaining([expect.stringContaining("accessLog.test.ts")]),
      ...error,
    },
    message: "a request failed",
  });
  expect(logged().filter(({ level }) => level === "error")).toEqual([
    failure(answer.headers["x-request-id"], {
      message: "duplicate key value violates unique constraint",
      code: "23505",
      constraint: "clients_pkey",
    }),
    failure(invalid.headers["x-request-id"], {
      message: "invalid input syntax for type date",
      code: "22007",
    }),
  ]);
  expect(lines).toHaveLength(4);
  expect(lines.join("")).not.toMatch(/zoe/i);
});

test("with the level warn only failures are logged", async () => {
  const app = await openServer("warn");
  await app.inject({ url: "/api/v1/nowhere" });
  await app.inject({ url: "/api/v1/invalid" });
  await app.close();
  expect(logged().map(({ level }) => level)).toEqual(["error"]);
});

test("a request whose client leaves is logged once, with status 499", async () => {
  const app = await openServer("info");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  const arrived = once(app.server, "request");
  socket.write("GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await arrived;
  socket.destroy();
  await vi.waitUntil(() => lines.some((line) => line.includes('"status":499')), { timeout: 60_000 });
  released.resolve();
  await app.close();
  expect(logged().filter(({ route }) => route === "/api/v1/slow")).toMatchObject([
    { status: 499, caller: "none" },
  ]);
});
