import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { updateBusiness } from "../../../server/src/features/business/businesses/index.ts";
import { logOptions } from "../../../server/src/platform/log/index.ts";
import { openMetrics } from "../../../server/src/platform/metrics/index.ts";
import { type BookingApp, bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

const metrics = openMetrics({ log: () => {} });
const lines: Record<string, unknown>[] = [];
ensureBuilt();
const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
const logger = logOptions({ level: "info", stream });
const salon = await bookingApp({ server: { metrics, logger, loopbackHostsOnly: true } });
await salon.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = salon.app.server.address() as AddressInfo;
const path = `/b/${salon.slug}?lang=en`;
await get();
afterEach(() => void lines.splice(0));

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

function get(headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = send({ port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** The headers that differ between responses or that belong to the connection. */
const CHANGING = ["date", "connection", "keep-alive", "x-request-id"];

function lasting(headers: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING.includes(name)));
}

/** Returns the log lines of requests for the page, without the API requests that rendering the page sends. */
const pageLines = () => lines.filter(({ route }) => route === "/b/:slug");

/** Returns the number of requests for /b/:slug with the status 200, according to the metrics. */
async function counted(): Promise<number> {
  const text = await metrics.registry.metrics();
  const counts = text.matchAll(/daybook_http_requests_total\{.*route="\/b\/:slug",status="200"\} (\d+)/g);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

test("a start page from memory has the headers, the log line and the metrics of the route", async () => {
  // `inject` calls the route directly and bypasses the in-memory response cache.
  const routed = await salon.app.inject({ method: "GET", url: path, headers: { host: "localhost" } });
  // The first request of this file rendered the page.
  await expect.poll(pageLines).toHaveLength(2);
  const before = await counted();
  const stored = await get();
  expect([stored.status, String(stored.body)]).toEqual([200, routed.body]);
  expect(lasting(stored.headers)).toEqual(lasting(routed.headers));
  await expect.poll(pageLines).toHaveLength(3);
  const [, one = {}, other = {}] = pageLines();
  expect(Object.keys(other)).toEqual(Object.keys(one));
  expect(other).toMatchObject({ method: "GET", route: "/b/:slug", status: 200, caller: "none" });
  expect(other.request_id).toBe(stored.headers["x-request-id"]);
  expect(other.request_id).not.toBe(one.request_id);
  await expect.poll(counted).toBe(before + 1);
});

test("it is compressed as the client accepts, and 304 for a client that has it", async () => {
  const plain = await get();
  const coded = await get({ "accept-encoding": "gzip, br" });
  expect(coded.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(coded.body)).toEqual(plain.body);
  expect(coded.body.length).toBeLessThan(plain.body.length / 3);
  const unchanged = await get({ "if-none-match": String(plain.headers.etag) });
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
  expect(unchanged.headers.etag).toBe(plain.headers.etag);
});

test("requests with a foreign host or another method reach the route", async () => {
  const foreign = await get({ host: "attacker.example" });
  expect([foreign.status, String(foreign.body)]).toEqual([
    400,
    expect.stringContaining("The Host header must be"),
  ]);
  const head = await get({}, "HEAD");
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test("a page in memory is not shown once another business with the same version has its slug", async () => {
  const other = await bookingApp({ beside: salon });
  const versionOf = async ({ salon: { businessId } }: BookingApp) =>
    (
      await sql(salon.database)<{ snapshot_version: number }>`
      select snapshot_version from calendars where business_id = ${businessId}`
    )[0]?.snapshot_version ?? Number.NaN;
  const change = (open: BookingApp, input: { slug: string } | { name: string }) =>
    open.database.transaction((tx) => updateBusiness(tx, open.salon.businessId, input, open.clock.now()));
  for (let names = 0; (await versionOf(salon)) <= (await versionOf(other)) + 1; names++)
    await change(salon, { name: `Salon ${names}` });
  await get();
  const version = await versionOf(salon);
  await change(salon, { slug: "former-name" });
  for (let names = 0; (await versionOf(other)) < version - 1; names++)
    await change(other, { name: `The other salon ${names}` });
  await change(other, { slug: salon.slug });
  expect(await versionOf(other)).toBe(version);
  expect(String((await get()).body)).toContain("The other salon");
});
