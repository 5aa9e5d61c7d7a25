import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { signedUp } from "../test/fixtures/signedIn.ts";
import { temporaryFolder } from "../test/fixtures/temporaryFolder.ts";
import { testServer } from "../test/fixtures/testApp.ts";

const folder = temporaryFolder("pages");
const PAGE = "<!doctype html><title>Daybook</title>";
const SCRIPT = "export const answer = 42;".repeat(100);
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), PAGE);
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  writeFileSync(join(folder, "sw.js"), "// worker");
  writeFileSync(join(folder, "assets", "index-abc123.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "index-abc123.js.br"), brotliCompressSync(SCRIPT));
  ({ app } = await testServer({ pages: { folder } }));
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

test("/ leads to signing in, and with a session to the app", async () => {
  expect((await get("/")).headers.location).toBe("/app/sign-in");
  const visitor = await signedUp(app);
  const signedIn = await get("/", { cookie: visitor.cookie(), host: "localhost:80" });
  expect([signedIn.statusCode, signedIn.headers.location]).toEqual([302, "/app"]);
});

test.each([
  "/app",
  "/app/",
  "/app/sign-in",
  "/app/01a20565-3a33-7d4c-bf13-0311931fdc6a/calendar?date=2027-03-01",
])("%s is the page, with a policy that allows scripts of this server only", async (url) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, body, headers["content-type"]]).toEqual([200, PAGE, "text/html; charset=utf-8"]);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
  expect(headers["cache-control"]).toBe("no-cache");
});

test("the page of the calendar announces its first requests", async () => {
  const business = "01a20565-3a33-7d4c-bf13-0311931fdc6a";
  const { headers } = await get(`/app/${business}/calendar?date=2027-03-01`);
  const links = [headers.link].flat().join(", ");
  expect(links.split(", ")).toHaveLength(5);
  expect(links).toContain(
    `</api/v1/businesses/${business}/staff?limit=100>; rel=preload; as=fetch; crossorigin`,
  );
  for (const url of ["/app/sign-in", `/app/${business}/clients`, "/app/x%3E;/calendar"])
    expect((await get(url)).headers.link, url).toBeUndefined();
});

test("files with a hash in their name are cached permanently, and sent as the build compressed them", async () => {
  const url = "/app/assets/index-abc123.js";
  const plain = await get(url);
  expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT]);
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const small = await get(url, { "accept-encoding": "gzip, deflate, br" });
  expect(small.headers["content-encoding"]).toBe("br");
  expect(small.rawPayload.length).toBeLessThan(SCRIPT.length / 5);
  expect((await get("/app/icon.svg")).headers["content-type"]).toContain("image/svg+xml");
});

test("the service worker may load files of this server, and is read again each time", async () => {
  const { headers, body } = await get("/app/sw.js");
  expect([body, headers["cache-control"]]).toEqual(["// worker", "public, max-age=0"]);
  expect(headers["content-security-policy"]).toBe("default-src 'none'; connect-src 'self'");
});

test("a missing asset answers 404 instead of the page, so that a browser never runs the page as a script", async () => {
  const { statusCode, headers } = await get("/app/assets/index-gone.js");
  expect(statusCode).toBe(404);
  expect(String(headers["content-type"])).not.toContain("html");
  expect((await get("/app/assets/..%2f..%2findex.html")).statusCode).not.toBe(200);
});

test("a new build is served without a restart", async () => {
  const next = `${PAGE}<p>New</p>`;
  writeFileSync(join(folder, "index.html"), next);
  await expect.poll(async () => (await get("/app")).body).toBe(next);
  writeFileSync(join(folder, "index.html"), PAGE);
});

test("without a build the app says how to make one", async () => {
  const other = await testServer({ pages: { folder: join(folder, "missing") } });
  const answer = await other.app.inject({ method: "GET", url: "/app" });
  expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringContaining("npm run build")]);
  await other.close();
});
