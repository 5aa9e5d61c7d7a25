import { expect, test } from "vitest";
import { testApp } from "../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

async function send(payload: unknown, headers: Record<string, string> = {}, { app, salon } = open) {
  const answer = await app.inject({
    method: "POST",
    url: "/mcp",
    headers: {
      authorization: `Bearer ${salon.key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      host: "localhost:3000",
      ...headers,
    },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  return { ...answer, status: answer.statusCode, text: answer.body };
}

test("a request without a valid API key gets 401", async () => {
  for (const authorization of ["", "Bearer dbk_unknown"]) {
    const { status, headers, text } = await send(LIST, { authorization });
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toBe("Bearer");
    expect(JSON.parse(text).code).toBe("unauthenticated");
  }
});

test("a page of another web site is refused, one of this server is not", async () => {
  expect((await send(LIST, { origin: "https://evil.example" })).status).toBe(403);
  expect((await send(LIST, { origin: "http://localhost:3000" })).status).toBe(200);
});

test.each([
  ["a batch", JSON.stringify([LIST, LIST]), 400],
  ["a subscription", JSON.stringify({ ...LIST, method: "subscriptions/listen" }), 400],
  ["no JSON", "{", 400],
  ["no message", "{}", 400],
  ["more than 256 KiB", JSON.stringify({ ...LIST, params: { text: "x".repeat(300_000) } }), 413],
])("%s is refused", async (_title, payload, status) => {
  expect((await send(payload)).status).toBe(status);
});

test.each(["GET", "DELETE"] as const)("%s is not allowed, because there are no sessions", async (method) => {
  const { statusCode } = await open.app.inject({
    method,
    url: "/mcp",
    headers: { authorization: `Bearer ${open.salon.key}`, accept: "text/event-stream" },
  });
  expect(statusCode).toBe(405);
});

test("requests count against the limit of the key", async () => {
  const limited = await testApp({ server: { rateLimitPerMinute: 2 } });
  try {
    const statuses = [];
    for (let nth = 0; nth < 3; nth++) statuses.push((await send(LIST, {}, limited)).status);
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await limited.close();
  }
});
