import { Type } from "typebox";
import { expect, test } from "vitest";
import { failureLog } from "./failureLog.ts";
import { route } from "./route.ts";
import { buildServer } from "./server.ts";

test("a request that fails with 500 writes one log line with its id and without rows of the database", async () => {
  const lines: string[] = [];
  const breaks = route({
    method: "GET",
    path: "/breaks",
    access: { kind: "public" },
    operationId: "break",
    tag: "Test",
    summary: "Breaks",
    data: Type.Object({}),
    run: () => {
      throw Object.assign(new Error("duplicate key value violates unique constraint"), {
        code: "23505",
        constraint: "clients_pkey",
        detail: "Key (email)=(zoe@example.com) already exists.",
      });
    },
  });
  const app = await buildServer({
    routes: [breaks],
    authenticate: () => Promise.reject(new Error("nobody is asked")),
    logger: failureLog({ write: (line) => void lines.push(line) }),
  });
  const answer = await app.inject({ url: "/api/v1/breaks" });
  await app.close();
  expect(answer.json()).toMatchObject({ success: false, code: "internal_error" });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    msg: "a request failed",
    requestId: answer.headers["x-request-id"],
    err: { code: "23505", constraint: "clients_pkey" },
  });
  expect(lines[0]).not.toContain("zoe@example.com");
});
