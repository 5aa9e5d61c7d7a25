import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterEach, expect, test, vi } from "vitest";
import { certificate } from "../../../test/fixtures/certificate.ts";
import { type LookUp, type OutboundHttp, openOutboundHttp } from "./index.ts";

const STRICT = { allowPrivate: false, allowHttp: true };
const OPEN = { allowPrivate: true, allowHttp: true };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function opened(options: Parameters<typeof openOutboundHttp>[0]): OutboundHttp {
  const outgoing = openOutboundHttp(options);
  closing.push(() => outgoing.close());
  return outgoing;
}

async function post(outgoing: OutboundHttp, url: string, body = "{}") {
  const answer = await outgoing.post({ url, headers: { "Content-Type": "application/json" }, body });
  // A connection can be reused in the event-loop turn after its response.
  await new Promise(setImmediate);
  return answer;
}

/** Listens on every address of the machine, so that Daybook and not the operating system rejects a notation of loopback. */
async function listening<S extends Server>(server: S, host = "::"): Promise<{ server: S; port: number }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening").catch(async () => {
    server.listen(0, "0.0.0.0");
    await once(server, "listening");
  });
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: { path: string; body: string }[] = [];
  const connections = { count: 0 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      requests.push({ path: request.url ?? "", body });
      answer(request, response);
    });
  });
  server.on("connection", () => connections.count++);
  const { port } = await listening(server, "127.0.0.1");
  return { port, requests, connections };
}

async function raw(onConnection: (socket: Socket) => void) {
  const { port } = await listening(createRawServer(onConnection), "127.0.0.1");
  return port;
}

test("a post arrives as it was sent, and 2xx is a success", async () => {
  const { port, requests } = await answering((_request, response) => response.writeHead(204).end());
  const outgoing = opened({ policy: OPEN });
  const answer = await post(outgoing, `http://127.0.0.1:${port}/a/b?c=d#e`, '{"schön":1}');
  expect(answer).toEqual({ status: 204, durationMs: expect.any(Number), connection: "made", body: "" });
  expect(requests).toEqual([{ path: "/a/b?c=d", body: '{"schön":1}' }]);
});

const LOOPBACK = [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "0177.1",
  "2130706433",
  "0.0.0.0",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "169.254.169.254",
  "[fd00::1]",
  "[fe80::1]",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
];

test("no spelling of a private address is connected to", async () => {
  const { server, port } = await listening(createServer());
  let connections = 0;
  server.on("connection", () => connections++);
  const outgoing = opened({ policy: STRICT });
  for (const host of LOOPBACK)
    expect([host, await post(outgoing, `http://${host}:${port}/`)]).toEqual([
      host,
      {
        error: "the address is not public",
        durationMs: expect.any(Number),
        connection: "none",
        body: "",
      },
    ]);
  expect(connections).toBe(0);
});

test.each(["localhost", "localhost.", "LOCALHOST", "anything.example.com"])(
  "a name that resolves to %s is not connected to",
  async (host) => {
    const { server, port } = await listening(createServer());
    let connections = 0;
    server.on("connection", () => connections++);
    const ask: LookUp = async () => [
      { address: "8.8.8.8", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const outgoing = opened({ policy: STRICT, ask });
    expect(await post(outgoing, `http://${host}:${port}/`)).toMatchObject({
      error: "the address is not public",
    });
    expect(await post(outgoing, `https://${host}:${port}/`)).toMatchObject({
      error: "the address is not public",
    });
    expect(connections).toBe(0);
  },
);

test("a name that was public when it was subscribed and is loopback now is not connected to", async () => {
  const { server, port } = await listening(createServer());
  let connections = 0;
  server.on("connection", () => connections++);
  const answers = ["8.8.8.8", "127.0.0.1"];
  let lookUps = 0;
  const ask: LookUp = async () => [{ address: answers[lookUps++] ?? "127.0.0.1", family: 4 }];
  // The first address is public and unreachable from the test machine. The test checks that the name is not resolved a second time.
  const outgoing = opened({ policy: STRICT, ask, timeoutMs: 300 });
  const first = await post(outgoing, `http://rebound.example.com:${port}/`);
  expect("error" in first).toBe(true);
  expect(lookUps).toBe(1);
  expect(await post(outgoing, `http://rebound.example.com:${port}/`)).toMatchObject({
    error: "the address is not public",
  });
  expect(connections).toBe(0);
});

test("each connection resolves the name once, and connects to a checked address", async () => {
  const { port, requests } = await answering((_request, response) => response.end("ok"));
  let lookUps = 0;
  const ask: LookUp = async () => {
    lookUps++;
    return [{ address: "127.0.0.1", family: 4 }];
  };
  const outgoing = opened({ policy: OPEN, ask });
  expect(await post(outgoing, `http://receiver.example.com:${port}/`)).toMatchObject({ status: 200 });
  expect(await post(outgoing, `http://receiver.example.com:${port}/`)).toMatchObject({ status: 200 });
  expect([lookUps, requests.length]).toEqual([1, 2]);
});

test("a redirect is a failure and is not followed", async () => {
  const inside = await answering((_request, response) => response.end("secret"));
  for (const status of [301, 302, 303, 307, 308]) {
    const outside = await answering((_request, response) =>
      response.writeHead(status, { Location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    const answer = await post(opened({ policy: OPEN }), `http://127.0.0.1:${outside.port}/`);
    expect(answer).toMatchObject({ status, error: `returned ${status}` });
  }
  expect(inside.requests).toEqual([]);
});

test.each([400, 404, 410, 429, 500, 503])("an answer of %i is a failure", async (status) => {
  const { port } = await answering((_request, response) => response.writeHead(status).end("no"));
  expect(await post(opened({ policy: OPEN }), `http://127.0.0.1:${port}/`)).toMatchObject({
    status,
    error: `returned ${status}`,
  });
});

test("an endless response is read up to 64 KiB and then discarded", async () => {
  let written = 0;
  let isClosed = false;
  const { port } = await answering((_request, response) => {
    const chunk = Buffer.alloc(16 * 1024, 97);
    const flow = () => {
      while (!isClosed && response.write(chunk)) written += chunk.length;
    };
    response.on("drain", flow).on("close", () => {
      isClosed = true;
    });
    flow();
  });
  expect(await post(opened({ policy: OPEN }), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(isClosed).toBe(true), 60_000);
  // Two sockets may buffer data that has not arrived. Without the limit the stream would never end.
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test.each([
  { what: "provisional answers", start: "", piece: "HTTP/1.1 102 Processing\r\n\r\n" },
  {
    what: "extensions of a chunk",
    start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    piece: "extension",
  },
])("an endless response of $what is read up to a limit", async ({ start, piece }) => {
  const pieces = piece.repeat(10_000);
  let written = 0;
  const ended = Promise.withResolvers<void>();
  const port = await raw((socket) => {
    const flow = () => {
      while (!socket.destroyed && socket.write(pieces)) written += pieces.length;
    };
    socket.on("drain", flow).on("close", () => ended.resolve());
    socket.once("data", () => {
      socket.write(start);
      flow();
    });
  });
  const answer = await post(opened({ policy: OPEN }), `http://127.0.0.1:${port}/`);
  expect(answer).toMatchObject({ error: "the response is too long" });
  await ended.promise;
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test("many short responses on one connection are not rejected as one long response", async () => {
  const { port, connections } = await answering((_request, response) => response.end(Buffer.alloc(60_000)));
  const outgoing = opened({ policy: OPEN });
  for (let i = 0; i < 40; i++)
    expect(await post(outgoing, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
  expect(connections.count).toBe(1);
});

test("a receiver without TLS at an https URL is not reported as a bad certificate", async () => {
  const port = await raw((socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  );
  expect(await post(opened({ policy: OPEN }), `https://127.0.0.1:${port}/`)).toMatchObject({
    error: "the TLS handshake failed",
  });
});

test("an answer of up to 64 KiB keeps its connection", async () => {
  const { port, connections } = await answering((_request, response) => response.end(Buffer.alloc(60_000)));
  const outgoing = opened({ policy: OPEN });
  for (let i = 0; i < 3; i++) await post(outgoing, `http://127.0.0.1:${port}/`);
  expect(connections.count).toBe(1);
});

const LATE = { error: "no response within 0.2 seconds" };
const withShortTimeout = () => opened({ policy: OPEN, timeoutMs: 200 });

test("a request to a receiver that never answers times out, and its connection is closed", async () => {
  const ended = Promise.withResolvers<void>();
  const port = await raw((socket) => socket.on("close", () => ended.resolve()).resume());
  expect(await post(withShortTimeout(), `http://127.0.0.1:${port}/`)).toMatchObject(LATE);
  await ended.promise;
});

test("headers that arrive byte by byte do not extend the timeout", async () => {
  const port = await raw((socket) => {
    const letters = `HTTP/1.1 200 OK\r\nX-Slow: ${"a".repeat(10_000)}`;
    let at = 0;
    const dripping = setInterval(() => socket.write(letters.charAt(at++)), 20);
    socket.on("close", () => clearInterval(dripping));
  });
  expect(await post(withShortTimeout(), `http://127.0.0.1:${port}/`)).toMatchObject(LATE);
});

test("a body that arrives byte by byte does not extend the timeout, even after a 200", async () => {
  const { port } = await answering((_request, response) => {
    const dripping = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(dripping));
  });
  const answer = await post(withShortTimeout(), `http://127.0.0.1:${port}/`);
  expect(answer).toMatchObject({ ...LATE, status: 200 });
});

test("a lookup that never ends and endless 100 Continue responses do not extend the timeout", async () => {
  const ask: LookUp = () => new Promise(() => {});
  const outgoing = opened({ policy: OPEN, timeoutMs: 200, ask });
  expect(await post(outgoing, "http://hanging.example.com/")).toMatchObject(LATE);
  const port = await raw((socket) => {
    const dripping = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 20);
    socket.on("close", () => clearInterval(dripping));
  });
  expect("error" in (await post(withShortTimeout(), `http://127.0.0.1:${port}/`))).toBe(true);
});

test.each([
  [
    "reset",
    (socket: Socket) => socket.once("data", () => socket.resetAndDestroy()),
    "the connection was reset",
  ],
  [
    "closed without an answer",
    (socket: Socket) => socket.once("data", () => socket.end()),
    "the connection was closed before the response was complete",
  ],
  [
    "cut in the middle of an answer",
    (socket: Socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
    "the connection was closed before the response was complete",
  ],
  [
    "answered with what is not HTTP",
    (socket: Socket) => socket.once("data", () => socket.end("220 smtp.example.com ESMTP\r\n")),
    "the response is not HTTP",
  ],
])("a connection that is %s is a failure of its own", async (_, onConnection, error) => {
  const port = await raw(onConnection);
  expect(await post(opened({ policy: OPEN }), `http://127.0.0.1:${port}/secret-path`)).toMatchObject({
    error,
  });
});

test("a closed port, and an unknown name", async () => {
  const gone = createRawServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, "close");
  const outgoing = opened({ policy: OPEN });
  expect(await post(outgoing, `http://127.0.0.1:${port}/`)).toMatchObject({
    error: "the connection was refused",
  });
  const unknown: LookUp = () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }));
  expect(await post(opened({ policy: OPEN, ask: unknown }), "http://gone.example.com/")).toMatchObject({
    error: "the host name has no address",
  });
});

test("a name with several addresses is reached even if one address does not answer", async () => {
  const { port } = await answering((_request, response) => response.end());
  const ask: LookUp = async () => [
    { address: "127.0.0.2", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  expect(await post(opened({ policy: OPEN, ask }), `http://two.example.com:${port}/`)).toMatchObject({
    status: 200,
  });
});

test("a receiver must have a certificate for its name, and receives the name in the request", async () => {
  const heard: string[] = [];
  const server = createTlsServer(certificate, (request, response) => {
    heard.push(`${request.headers.host} ${(request.socket as TLSSocket).servername}`);
    request.resume().on("end", () => response.end("ok"));
  });
  const { port } = await listening(server, "127.0.0.1");
  const ask: LookUp = async () => [{ address: "127.0.0.1", family: 4 }];
  const to = (host: string) => post(opened({ policy: OPEN, ask }), `https://${host}:${port}/`);
  expect(await to("receiver.example.com")).toMatchObject({
    connection: "made",
    error: "the certificate is self-signed",
  });
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, certificate.cert]);
  try {
    expect(await to("receiver.example.com")).toMatchObject({ status: 200, connection: "made" });
    expect(await to("elsewhere.example.com")).toMatchObject({
      connection: "made",
      error: "the certificate is for another name",
    });
    expect(await to("127.0.0.1")).toMatchObject({
      connection: "made",
      error: "the certificate is for another name",
    });
  } finally {
    setDefaultCACertificates(usual);
  }
  expect(heard).toEqual([`receiver.example.com:${port} receiver.example.com`]);
});

test("a receiver without TLS receives nothing of an https request", async () => {
  const { port, requests } = await answering((_request, response) => response.end());
  const answer = await post(opened({ policy: OPEN }), `https://127.0.0.1:${port}/`);
  expect("error" in answer).toBe(true);
  expect(requests).toEqual([]);
});

test("the start of an answer is returned as text, cut off between characters and without NUL", async () => {
  const { port } = await answering((_request, response) => {
    response.statusCode = 500;
    response.end(`\0${"ü".repeat(40_000)}`);
  });
  const outgoing = opened({ policy: OPEN });
  const { body, ...answer } = await post(outgoing, `http://127.0.0.1:${port}/`);
  expect(answer).toMatchObject({ status: 500, error: "returned 500", connection: "made" });
  expect(body).toBe(`\uFFFD${"ü".repeat(2_047)}`);
});

test("a refused connection and a name that cannot be looked up are failures to connect, a response that does not come is none", async () => {
  const { port } = await listening(createRawServer());
  const ask: LookUp = async () => {
    throw Object.assign(new Error("no network"), { code: "ESERVFAIL" });
  };
  const outgoing = opened({ policy: OPEN, ask, timeoutMs: 300 });
  const url = `http://127.0.0.1:${port}/`;
  expect(await post(outgoing, url)).toMatchObject({
    connection: "made",
    error: "no response within 0.3 seconds",
  });
  expect(await post(outgoing, "http://receiver.example.com/")).toMatchObject({ connection: "failed" });
  expect(await outgoing.canConnect(["http://receiver.example.com/", url])).toBe(true);
  // The server was opened before the client.
  const [closeServer, closeClient] = closing.splice(-2);
  await closeServer?.();
  closing.push(closeClient as () => Promise<unknown>);
  expect(await post(outgoing, url)).toMatchObject({
    connection: "failed",
    error: "the connection was refused",
  });
  expect(await outgoing.canConnect(["http://receiver.example.com/", url])).toBe(false);
  expect(await outgoing.canConnect([])).toBe(false);
});

test("hosts that the policy forbids are not connected to", async () => {
  const { port } = await listening(createRawServer());
  expect(await opened({ policy: STRICT }).canConnect([`http://127.0.0.1:${port}/`])).toBe(false);
});
