import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { testApp } from "../fixtures/testApp.ts";

const open = await testApp();
await open.app.listen({ host: "127.0.0.1", port: 0 });
const port = (open.app.server.address() as AddressInfo).port;

/**
 * Sends the bytes unchanged. Resolves when the response is complete, when the server closes the connection, or after 20
 * seconds without data.
 */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const parts: Buffer[] = [];
    socket.on("data", (part) => {
      parts.push(part);
      if (isComplete(Buffer.concat(parts).toString("latin1"))) socket.destroy();
    });
    socket.on("close", () => resolve(Buffer.concat(parts).toString("latin1")));
    socket.on("error", reject);
    socket.setTimeout(20_000, () => socket.destroy());
    socket.write(bytes);
  });
}

function isComplete(answer: string): boolean {
  const [head = "", body] = answer.split("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}

const head = (line: string, ...headers: string[]) => [line, "Host: x", ...headers, "", ""].join("\r\n");
const close = "Connection: close";

test.each<[string, string | Buffer]>([
  ["bytes that are no HTTP", Buffer.from([0, 1, 2, 255, 13, 10, 13, 10])],
  ["a greeting of TLS", Buffer.from("16030100a5010000a10303", "hex")],
  ["no version", "GET /api/v1/me\r\n\r\n"],
  ["another version", head("GET /api/v1/me HTTP/9.9")],
  ["a method that is none", head("G\u0000T /api/v1/me HTTP/1.1")],
  ["a space in the path", head("GET /api/v1/m e HTTP/1.1")],
  ["a header without a name", head("GET /api/v1/me HTTP/1.1", ": x")],
  ["a header with a control character", head("GET /api/v1/me HTTP/1.1", "Authorization: Bearer \u0001")],
  ["headers of more than 64 KiB", head("GET /api/v1/me HTTP/1.1", `X: ${"x".repeat(70_000)}`)],
  ["a length that is no number", head("POST /api/v1/me HTTP/1.1", "Content-Length: x")],
  ["two lengths", head("POST /api/v1/me HTTP/1.1", "Content-Length: 1", "Content-Length: 2")],
  [
    "a length and chunks",
    head("POST /api/v1/me HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked"),
  ],
  ["chunks that are none", `${head("POST /api/v1/me HTTP/1.1", "Transfer-Encoding: chunked", close)}zz\r\n`],
  ["HTTP/1.1 without a host", "GET /api/v1/me HTTP/1.1\r\n\r\n"],
  ["an absolute URL of another host", head("GET http://evil.example/api/v1/me HTTP/1.1", close)],
  ["a path that goes up", head("GET /api/v1/../../etc/passwd HTTP/1.1", close)],
  ["a path with NUL", head("GET /api/v1/%00 HTTP/1.1", close)],
  ["CONNECT", head("CONNECT evil.example:443 HTTP/1.1")],
  ["TRACE", head("TRACE /api/v1/me HTTP/1.1", close)],
  ["an unsupported method", head("PROPFIND /api/v1/me HTTP/1.1", close)],
  ["an upgrade", head("GET /api/v1/me HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket")],
])("%s gets the envelope of a refusal, or nothing", async (_, bytes) => {
  const answer = await exchange(bytes);
  if (answer === "") return;
  const [headers = "", body = ""] = answer.split("\r\n\r\n");
  expect(headers).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(headers.toLowerCase()).toContain("content-type: application/json");
  expect(headers.toLowerCase()).toContain("x-request-id: ");
  expect(JSON.parse(body)).toMatchObject({ success: false, code: expect.stringMatching(/^[a-z_]+$/) });
});

test("the server still answers after all malformed requests", async () => {
  const answer = await exchange(
    head("GET /api/v1/me HTTP/1.1", `Authorization: Bearer ${open.salon.key}`, close),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
