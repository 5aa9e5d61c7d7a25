import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { testApp } from "../../../test/fixtures/testApp.ts";

const open = await testApp({
  server: { timeLimits: { headerMs: 600, graceMs: 600, periodMs: 400, minBytes: 400, checkMs: 50 } },
});
await open.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = open.app.server.address() as AddressInfo;
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await open.close();
});

/** A connection that has sent this text, with all that it received. */
function connected(sent: string) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  socket.write(sent);
  return { socket, received: () => received, closed: once(socket, "close") };
}

const head = (length: number, type = "application/json") =>
  `POST /api/v1/businesses/${open.salon.businessId}/clients HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${open.salon.key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

test("headers that do not arrive in time are refused, and the connection is closed", async () => {
  const silent = connected("");
  const stalled = connected("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-More: ");
  await Promise.all([silent.closed, stalled.closed]);
  expect(stalled.received()).toMatch(/^HTTP\/1\.1 400 .*"code":"malformed_request"/s);
});

test("a stalled body is refused with the envelope, and the connection is closed", async () => {
  const { received, closed } = connected(`${head(1_000)}{"first_name"`);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 400 .*connection: close.*"The body arrived too slowly\."/is);
});

test("a body that trickles is refused, also after the answer", async () => {
  const { socket, closed } = connected(
    "POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
  );
  const timer = setInterval(() => socket.write("x"), 50);
  await closed;
  clearInterval(timer);
});

test("a large body at a sufficient rate may take longer than the limits", async () => {
  const body = `{"first_name":"Ada"${" ".repeat(15_000)}}`;
  const { socket, received } = connected(head(body.length));
  for (let at = 0; at < body.length; at += 250) {
    socket.write(body.slice(at, at + 250));
    await delay(30);
  }
  await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 201 /);
});

test("an idle connection after an answer is kept", async () => {
  const { socket, received } = connected("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 200 /);
  await delay(1_500);
  socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(received, { timeout: 20_000 }).toMatch(/200 OK.*200 OK/s);
});

test.each([
  ["an unknown expectation", "GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n\r\n"],
  ["two Host headers", "GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\n\r\n"],
  ["an over-long URL", `GET /health/live?${"x".repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ["TRACE", "TRACE /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["TRACE of the API", "TRACE /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"],
])("%s is answered with the error envelope", async (_name, sent) => {
  const { received } = connected(sent);
  await expect
    .poll(received, { timeout: 20_000 })
    .toMatch(/^HTTP\/1\.1 4\d\d .*content-type: application\/json.*"success":false/is);
});

test("Expect: 100-continue goes on", async () => {
  const { socket, received } = connected(
    head(20).replace("Content-Length", "Expect: 100-continue\r\nContent-Length"),
  );
  await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 100 /);
  socket.write('{"first_name":"Ada" }'.slice(0, 20));
  await expect.poll(received, { timeout: 20_000 }).toMatch(/HTTP\/1\.1 (201|4\d\d) /);
});
