import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { testApp } from "../../../test/fixtures/testApp.ts";

const salon = await testApp({ isShared: true });

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SCALAR_PAGES = ["/docs/reference/appointments", "/docs/reference/all"];

test.each(SCALAR_PAGES)(
  "%s is a page whose policy allows scripts and requests of this server only",
  async (url) => {
    const answer = await salon.app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toBe(POLICY);
    expect(answer.body).not.toMatch(/\/\/\w/);
    expect([...answer.body.matchAll(/\ssrc="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      "/docs/scalar.js",
    ]);
  },
);

test("GET /docs lists every operation and event once, with a link to the reference of its tag", async () => {
  const { statusCode, headers, body } = await salon.app.inject("/docs");
  expect(statusCode).toBe(200);
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri/,
  );
  expect(body).not.toMatch(/\/\/\w/);
  const description = (await salon.app.inject("/api/v1/openapi.json")).json();
  const ids = Object.values<Record<string, { operationId?: string }>>(description.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId }) => operationId ?? []);
  const links = [...body.matchAll(/<li><a href="(\/docs\/reference\/[\w-]+)(?:#tag\/[\w-]+\/(\w+))?"><b>/g)];
  expect(links.flatMap(([, , id]) => id ?? []).toSorted()).toEqual(ids.toSorted());
  // `test` is the body of a test delivery, which is no event.
  const { test: _, ...events } = description.webhooks;
  expect(links).toHaveLength(ids.length + Object.keys(events).length);
  for (const path of new Set(links.map(([, path = ""]) => path)))
    expect((await salon.app.inject(path)).statusCode, path).toBe(200);
});

test("an unknown section of the reference is not found", async () => {
  for (const path of [
    "/docs/reference/pets",
    "/docs/reference/toString",
    "/docs/descriptions/pets",
    "/docs/descriptions/all",
  ])
    expect((await salon.app.inject(path)).statusCode, path).toBe(404);
});

test("the script starts Scalar with the description that the page names, and without fonts, telemetry, agent or proxy", async () => {
  const answer = await salon.app.inject("/docs/scalar.js");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  const [, settings = "{}"] =
    /Scalar\.createApiReference\(app, \{ \.\.\.(\{.*\}), url: app\.dataset\.description, generateOperationSlug \}\);\s*\}\s*\}\)\(sessionStorage\);\s*$/.exec(
      answer.body,
    ) ?? [];
  expect(JSON.parse(settings)).toMatchObject({
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

test.each([
  "/docs",
  "/docs/reference/appointments",
  "/docs/descriptions/appointments",
  "/docs/scalar.js",
  "/api/v1/openapi.json",
])("%s is compressed, and answers 304 while it is unchanged", async (url) => {
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
});
