import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COMPLETE, deliveryReportOf, writtenEvents } from "./deliveryReport.ts";
import {
  type Answer,
  done,
  openWebhookApp,
  type ServedSalon,
  subscribe,
  type WebhookApp,
} from "./fixture.ts";
import {
  behaviours,
  type HostileReceiver,
  openHostile,
  openSelfSigned,
  openTlsGarbage,
} from "./hostileReceivers.ts";
import { openReceiverServer, type ReceiverServer } from "./receiverServer.ts";

let fixture: WebhookApp;
let receivers: ReceiverServer;
const hostile = new Map<string, HostileReceiver>();
let forbidden: HostileReceiver;
beforeEach(async () => {
  receivers = await openReceiverServer();
  fixture = await openWebhookApp();
  forbidden = await openHostile((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
  for (const [what, behave] of Object.entries(behaviours(forbidden.url)))
    hostile.set(what, await openHostile(behave));
  hostile.set("TLS garbage", await openTlsGarbage("HTTP/1.1 400 Bad Request\r\n\r\n"));
  hostile.set("TLS that says nothing", await openTlsGarbage(undefined));
  hostile.set("a certificate of its own", await openSelfSigned());
});
afterEach(async () => {
  await fixture.close();
  for (const receiver of [...hostile.values(), forbidden]) await receiver.close();
  receivers.close();
});

/**
 * The number of endpoints at each hostile receiver. Together with the well-behaved endpoints, the business has a hundred
 * endpoints, which is the limit.
 */
const EACH = 4;
const WELL = 16;
const EVENTS = 3;
const ANSWER_TIMEOUT_MS = 10_000;
/** The maximum number of connections per endpoint: one active connection and connections that are closing. */
const MAX_CONNECTIONS = 4;
const MIB = 1024 ** 2;

/** The expected delivery log of the first attempt at each receiver: the response status and the error. */
const RECORDED: Record<string, [status: number | null, error: string | null]> = {
  "says nothing": [null, "no response within 10 seconds"],
  resets: [null, "the connection was reset"],
  "hangs up": [null, "the connection was closed before the response was complete"],
  "hangs up in the midst": [200, "the connection was closed before the response was complete"],
  "301": [301, "returned 301"],
  "308": [308, "returned 308"],
  "410": [410, "returned 410"],
  "500": [500, "returned 500"],
  garbage: [null, "the response is not HTTP"],
  "endless answer": [200, null],
  "endless refusal": [500, "returned 500"],
  "a gigabyte": [200, null],
  "endless headers": [null, "the response headers are too long"],
  "endless promises": [null, "the response is too long"],
  "endless trailers": [200, "the response headers are too long"],
  "endless extensions": [200, "the response is too long"],
  "drips its headers": [null, "no response within 10 seconds"],
  "drips its answer": [200, "no response within 10 seconds"],
  "TLS garbage": [null, "the TLS handshake failed"],
  "TLS that says nothing": [null, "no response within 10 seconds"],
  "a certificate of its own": [null, "the certificate is self-signed"],
};

/**
 * Receivers whose responses end at a limit of bytes. A busy machine may need longer than the time limit to receive as many bytes from all of
 * them; outboundHttp.test.ts tests the limit of bytes with one receiver.
 */
const FLOODS = ["endless promises", "endless extensions"];

test("receivers that hang, flood or send invalid responses do not affect others, and the log names each failure", async () => {
  const salon = await fixture.newSalon();
  const endpoints = new Map<string, string[]>();
  for (const [what, { url }] of hostile) {
    const ids: string[] = [];
    for (let nth = 0; nth < EACH; nth++)
      ids.push(
        (await done(salon.call("POST", "/webhooks", { url: `${url}/${nth}`, events: ["client.created"] })))
          .id,
      );
    endpoints.set(what, ids);
  }
  const names: string[] = [];
  for (let nth = 0; nth < WELL; nth++) {
    names.push(`well-${nth}`);
    await subscribe(salon, receivers, `well-${nth}`, ["client.created"]);
  }
  const worker = await fixture.startWorker({ PORT: "0" });
  const address = /ready at (http:\/\/\S+)/.exec(worker.output())?.[1] ?? "";
  for (let nth = 1; nth < EVENTS; nth++) await done(salon.call("POST", "/clients", { first_name: "Ada" }));

  // The well-behaved receivers get all deliveries while the silent receivers still hold their connections. On a busy machine,
  // the silent receivers may time out first, and this check is skipped. fairness.test.ts always makes this check.
  const silent = hostile.get("says nothing") as HostileReceiver;
  await vi.waitUntil(() => silent.requests.length > 0, { timeout: 60_000, interval: 10 });
  const silentSince = performance.now();
  await vi.waitUntil(() => receivers.deliveries.length === WELL * EVENTS, { timeout: 120_000, interval: 10 });
  if (performance.now() - silentSince < ANSWER_TIMEOUT_MS) expect(silent.wasLeft()).toBe(false);
  const written = await writtenEvents(fixture.database, salon.salon.businessId);
  expect(deliveryReportOf(receivers, names, written)).toEqual({ ...COMPLETE, repeated: [] });

  const recorded = new Map<string, unknown[][]>();
  await vi.waitUntil(
    async () => {
      for (const [what, ids] of endpoints) {
        const attempts = recorded.has(what) ? undefined : await firstAttempts(salon, ids);
        if (attempts !== undefined) recorded.set(what, attempts);
      }
      return recorded.size === hostile.size;
    },
    { timeout: 120_000, interval: 500 },
  );
  for (const what of FLOODS)
    for (const attempt of recorded.get(what) ?? [])
      if (attempt[1] === "no response within 10 seconds") attempt[1] = "the response is too long";
  expect(Object.fromEntries(recorded)).toEqual(
    Object.fromEntries(Object.entries(RECORDED).map(([what, record]) => [what, Array(EACH).fill(record)])),
  );
  expect(forbidden.requests).toEqual([]);
  // The worker must close its connections to each hostile receiver.
  const isKept = () => [...hostile].filter(([, receiver]) => !receiver.wasLeft()).map(([what]) => what);
  await vi.waitUntil(() => isKept().length === 0, { timeout: 120_000 });
  for (const [what, receiver] of hostile) {
    expect([what, receiver.maxConnections()]).toEqual([
      what,
      expect.toSatisfy((max: number) => max <= MAX_CONNECTIONS * EACH),
    ]);
    // The limit allows for buffers of the operating system. The worker must not read an endless response to its end.
    expect([what, receiver.writtenBytes() / Math.max(1, receiver.requests.length) / MIB]).toEqual([
      what,
      expect.toSatisfy((mebibytes: number) => !(mebibytes > 16)),
    ]);
  }
  const { text } = await textOf(`${address}/metrics`);
  expect(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / MIB).toBeLessThan(400);
  expect(worker.errors()).not.toMatch(/Zitrone/);
}, 300_000);

async function textOf(url: string): Promise<{ text: string }> {
  return { text: await (await fetch(url)).text() };
}

/**
 * Returns the status and error of the first attempt at each of these endpoints; undefined until every endpoint has an
 * attempt.
 */
async function firstAttempts(
  { call }: ServedSalon,
  ids: readonly string[],
): Promise<unknown[][] | undefined> {
  const logs: Answer["data"][] = await Promise.all(
    ids.map((id) => done(call("GET", `/webhooks/${id}/deliveries?limit=100`))),
  );
  const firsts = logs.map(({ items }) => items.flatMap((item: { attempts: object[] }) => item.attempts)[0]);
  if (firsts.some((first) => first === undefined)) return undefined;
  return firsts.map(({ response_status, error }) => [response_status, error]);
}
