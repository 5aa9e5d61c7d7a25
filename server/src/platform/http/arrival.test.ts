import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { png, pngChunk } from "../../../test/fixtures/images.ts";
import { signedUp } from "../../../test/fixtures/signedIn.ts";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { addMembership } from "../../features/access/accounts/index.ts";

const open = await testApp({
  server: { arrivalLimits: { headerMs: 600, windowMs: 1_500, minBytesPerSecond: 1_000, checkMs: 50 } },
});
await open.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = open.app.server.address() as AddressInfo;
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
});

/** Opens a connection, sends a text, and records everything it receives. */
function connected(sent: string) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  socket.write(sent);
  return {
    socket,
    received: () => received,
    closed: new Promise((resolve) => socket.once("close", resolve)),
  };
}

const head = (length: number, type = "application/json") =>
  `POST /api/v1/businesses/${open.salon.businessId}/clients HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${open.salon.key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

const REFUSED =
  /^HTTP\/1\.1 400 .*x-request-id: [\w-]{36}.*connection: close.*"The body arrived too slowly\. Send at least \d+ bytes per second\."/is;

/** Sends a body in pieces, one every 30 ms, until the server closes the connection. */
async function trickle(socket: Socket, body: Buffer, bytes: number) {
  for (let at = 0; at < body.length && !socket.destroyed; at += bytes) {
    socket.write(body.subarray(at, at + bytes));
    await delay(30);
  }
}

test("headers that do not arrive in time are refused, and the connection is closed", async () => {
  const silent = connected("");
  const stalled = connected("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-More: ");
  await Promise.all([silent.closed, stalled.closed]);
  expect(stalled.received()).toMatch(/^HTTP\/1\.1 400 .*"The request headers arrived too slowly\."/s);
});

test("a stalled body is refused with the envelope, and the connection is closed", async () => {
  const { received, closed } = connected(`${head(1_000)}{"first_name"`);
  await closed;
  expect(received()).toMatch(REFUSED);
});

test("a body that trickles is refused, also after the answer", async () => {
  const { socket, received, closed } = connected(
    "POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
  );
  await Promise.all([closed, trickle(socket, Buffer.alloc(100_000, "x"), 1)]);
  expect(received()).toMatch(/^HTTP\/1\.1 404 /);
});

test("a body slightly below the rate is refused, and one that stalls after a fast start", async () => {
  const body = Buffer.from(`{"first_name":"Ada"${" ".repeat(15_000)}}`);
  const slow = connected(head(body.length));
  const stalled = connected(head(body.length));
  stalled.socket.write(body.subarray(0, 10_000));
  // 20 bytes every 30 ms are at most 667 bytes per second, which is less than the minimum rate.
  await Promise.all([slow.closed, stalled.closed, trickle(slow.socket, body, 20)]);
  expect([slow.received(), stalled.received()]).toEqual([
    expect.stringMatching(REFUSED),
    expect.stringMatching(REFUSED),
  ]);
});

test("a large body at a sufficient rate may take longer than the limits", async () => {
  const body = Buffer.from(`{"first_name":"Ada"${" ".repeat(100_000)}}`);
  const { socket, received } = connected(head(body.length));
  await trickle(socket, body, 1_000);
  await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 201 /);
});

describe("the upload of a photo", async () => {
  const { app, clock, database, salon } = open;
  const user = await signedUp(app);
  const membership = { userId: user.userId, businessId: salon.businessId, role: "reception" as const };
  await database.transaction((tx) => addMembership(tx, { ...membership, staffId: null, now: clock.now() }));
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const body = Buffer.concat([
    Buffer.from(field("stage", "before") + field("taken_at", "2027-03-01T06:00:00Z")),
    Buffer.from(field("consent", '{"given":true,"date":"2027-03-01"}')),
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    png({ chunks: [pngChunk("paDd", "x".repeat(100_000))] }),
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const upload = `POST /api/v1/businesses/${salon.businessId}/clients/${salon.clientId}/photos HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: ${user.cookie()}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`;

  test("is refused when it stalls in the file, and when it trickles", async () => {
    const [stalled, slow] = [connected(upload), connected(upload)];
    stalled.socket.write(body.subarray(0, 20_000));
    await Promise.all([stalled.closed, slow.closed, trickle(slow.socket, body, 20)]);
    expect([stalled.received(), slow.received()]).toEqual([
      expect.stringMatching(REFUSED),
      expect.stringMatching(REFUSED),
    ]);
  });

  test("may take longer than the limits at a sufficient rate", async () => {
    const { socket, received } = connected(upload);
    await trickle(socket, body, 1_000);
    await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 201 /);
  });
});

test("an idle connection stays open after an answer", async () => {
  const { socket, received } = connected("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 200 /);
  await delay(1_500);
  socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(received, { timeout: 20_000 }).toMatch(/200 OK.*200 OK/s);
});

test.each([
  [
    "an unknown expectation",
    "GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n\r\n",
    "The Expect header must be 100-continue.",
  ],
  [
    "two Host headers",
    "GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\n\r\n",
    "The Host header must appear only once.",
  ],
  [
    "an over-long URL",
    `GET /health/live?${"x".repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    "The request line and headers exceed the limit of 16384 bytes.",
  ],
  ["a text that is not HTTP", "HELLO\r\n\r\n", "The request is not valid HTTP."],
  ["TRACE", "TRACE /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", "There is no such route."],
  ["TRACE of the API", "TRACE /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n", "There is no such route."],
  [
    "CONNECT",
    "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n",
    "The method CONNECT is not allowed.",
  ],
])("%s is answered with the error envelope", async (_name, sent, message) => {
  const { received } = connected(sent);
  await expect
    .poll(received, { timeout: 20_000 })
    .toMatch(/^HTTP\/1\.1 4\d\d .*content-type: application\/json.*"success":false/is);
  expect(received()).toContain(message);
});

test("Expect: 100-continue is accepted", async () => {
  const { socket, received } = connected(
    head(20).replace("Content-Length", "Expect: 100-continue\r\nContent-Length"),
  );
  await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 100 /);
  socket.write('{"first_name":"Ada" }'.slice(0, 20));
  await expect.poll(received, { timeout: 20_000 }).toMatch(/HTTP\/1\.1 (201|4\d\d) /);
});
