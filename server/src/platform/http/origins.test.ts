import { expect, test } from "vitest";
import { testApp } from "../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });

type Method = "GET" | "POST" | "PATCH" | "DELETE" | "OPTIONS";

async function fromElsewhere(method: Method, path: string, headers: Record<string, string> = {}) {
  const answer = await open.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site", ...headers },
  });
  const allowed = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
  return { status: answer.statusCode, headers: answer.headers, allowed, body: answer.json() };
}

test("a preflight request from another origin is not granted", async () => {
  const collection = `/businesses/${open.salon.businessId}/clients`;
  for (const wanted of ["GET", "POST", "PATCH", "DELETE"]) {
    for (const path of [collection, "/me", "/openapi.json", "/nowhere"]) {
      const answer = await fromElsewhere("OPTIONS", path, {
        "access-control-request-method": wanted,
        "access-control-request-headers": "authorization,content-type,idempotency-key",
        "access-control-request-private-network": "true",
      });
      expect([404, 405], path).toContain(answer.status);
      expect(answer.body).toMatchObject({ success: false });
      expect(answer.allowed, path).toEqual([]);
    }
  }
});

test("no answer to a request with an API key can be read by a page of another origin", async () => {
  const authorization = `Bearer ${open.salon.key}`;
  for (const path of ["/me", `/businesses/${open.salon.businessId}/clients`, "/nowhere"]) {
    const answer = await fromElsewhere("GET", path, { authorization });
    expect(answer.allowed, path).toEqual([]);
  }
});

test("the description can be read by pages of any origin, without credentials", async () => {
  const answer = await fromElsewhere("GET", "/openapi.json");
  expect(answer).toMatchObject({ status: 200, body: { openapi: "3.1.0" } });
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.allowed).toEqual(["access-control-allow-origin"]);
});

test("every answer forbids caching, framing and content sniffing", async () => {
  const authorization = `Bearer ${open.salon.key}`;
  for (const [path, headers] of [
    ["/me", { authorization }],
    ["/me", {}],
    ["/nowhere", {}],
    [`/businesses/${open.salon.businessId}/clients/x`, { authorization }],
  ] as const) {
    const answer = await fromElsewhere("GET", path, headers);
    expect(answer.headers, path).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(answer.headers).not.toHaveProperty("x-powered-by");
    expect(answer.headers).not.toHaveProperty("server");
  }
});
