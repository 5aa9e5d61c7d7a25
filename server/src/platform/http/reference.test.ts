import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/fixtures/testApp.ts";

let salon: TestApp;

beforeAll(async () => {
  salon = await testApp();
});

afterAll(async () => {
  await salon.close();
});

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

test("GET /docs answers a page to anyone, whose policy allows scripts and requests of this server only", async () => {
  const answer = await salon.app.inject("/docs");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(answer.headers["content-security-policy"]).toBe(POLICY);
});

test("the page names no other host, and loads one script of this server", async () => {
  const { body } = await salon.app.inject("/docs");
  expect(body).not.toMatch(/\/\/\w/);
  expect([...body.matchAll(/\ssrc="([^"]*)"/g)].map(([, source]) => source)).toEqual(["/docs/scalar.js"]);
});

test("the script starts Scalar with the description of this server and without fonts, telemetry, agent or proxy", async () => {
  const answer = await salon.app.inject("/docs/scalar.js");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  const [, settings = "{}"] = /Scalar\.createApiReference\("#app", (\{.*\})\);\s*$/.exec(answer.body) ?? [];
  expect(JSON.parse(settings)).toMatchObject({
    url: "/api/v1/openapi.json",
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
  });
  expect(settings).not.toMatch(/proxy|https?:/);
  // A source map would cause a request for a file that is not served.
  expect(answer.body).not.toContain("sourceMappingURL");
});

test.each(["/docs", "/docs/scalar.js", "/api/v1/openapi.json"])(
  "%s is compressed, and answers 304 while it is unchanged",
  async (url) => {
    const plain = await salon.app.inject({ url });
    const { headers, rawPayload } = await salon.app.inject({
      url,
      headers: { "accept-encoding": "br;q=0, gzip;q=0.9" },
    });
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(gunzipSync(rawPayload).equals(plain.rawPayload)).toBe(true);
    const smaller = await salon.app.inject({ url, headers: { "accept-encoding": "gzip, deflate, br" } });
    expect(smaller.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(smaller.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const refused = await salon.app.inject({ url, headers: { "accept-encoding": "gzip;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();

    const again = await salon.app.inject({ url, headers: { "if-none-match": `"x", W/${headers.etag}` } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
    const changed = await salon.app.inject({ url, headers: { "if-none-match": '"x"' } });
    expect(changed.statusCode).toBe(200);
  },
);
