import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { certificate } from "../fixtures/certificate.ts";

/** A misbehaving receiver that counts its requests, bytes and connections. */
export interface HostileReceiver {
  readonly url: string;
  /** The first lines of the requests received. */
  readonly requests: string[];
  /** Returns the number of bytes of responses that the receiver has sent. */
  writtenBytes(): number;
  openConnections(): number;
  /** Returns whether the number of open connections has dropped to zero since the first connection. */
  wasLeft(): boolean;
  maxConnections(): number;
  close(): Promise<void>;
}

type Behaviour = (socket: Socket) => void;

const KIB = 1024;
const CHUNK = Buffer.alloc(64 * KIB, "a");

/** Writes `head` and then `piece` repeatedly while the client reads. */
function flood(socket: Socket, head: string, piece: string | Buffer = CHUNK): void {
  socket.write(head);
  const flow = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", flow);
  flow();
}

/** Writes `head` and then a byte every 100 milliseconds. */
function drip(socket: Socket, head: string): void {
  socket.write(head);
  const dripping = setInterval(() => socket.write("a"), 100);
  socket.on("close", () => clearInterval(dripping));
}

const answer = (status: string, more = "") => `HTTP/1.1 ${status}\r\n${more}\r\n`;
const many = (line: string) => line.repeat(Math.ceil((64 * KIB) / line.length));

/** Returns the misbehaviours of receivers by name. `notTo` is the target of the redirects; it must receive no requests. */
export function behaviours(notTo: string): Readonly<Record<string, Behaviour>> {
  const location = `Location: ${notTo}\r\nContent-Length: 0\r\n`;
  return {
    "says nothing": () => {},
    resets: (socket) => socket.resetAndDestroy(),
    "hangs up": (socket) => socket.end(),
    "hangs up in the midst": (socket) => socket.end(answer("200 OK", "Content-Length: 9\r\n")),
    "301": (socket) => socket.end(answer("301 Moved Permanently", location)),
    "308": (socket) => socket.end(answer("308 Permanent Redirect", location)),
    "410": (socket) => socket.end(answer("410 Gone", "Content-Length: 0\r\n")),
    "500": (socket) => socket.end(`${answer("500 Oh No", "Content-Length: 2\r\n")}no`),
    garbage: (socket) => socket.end("\x00\x01Zitrone\r\n\r\n"),
    "endless answer": (socket) => flood(socket, answer("200 OK")),
    "endless refusal": (socket) => flood(socket, answer("500 Oh No")),
    "a gigabyte": (socket) => flood(socket, answer("200 OK", `Content-Length: ${1024 ** 3}\r\n`)),
    "endless headers": (socket) => flood(socket, "HTTP/1.1 200 OK\r\n", many("X-Zitrone: yes\r\n")),
    "endless promises": (socket) => flood(socket, "", many(answer("102 Processing"))),
    "endless trailers": (socket) =>
      flood(socket, `${answer("200 OK", "Transfer-Encoding: chunked\r\n")}0\r\n`, many("X-Zitrone: yes\r\n")),
    "endless extensions": (socket) =>
      flood(socket, `${answer("200 OK", "Transfer-Encoding: chunked\r\n")}1;`, "a".repeat(64 * KIB)),
    "drips its headers": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nX-Zitrone: "),
    "drips its answer": (socket) => drip(socket, answer("200 OK", "Content-Length: 100000\r\n")),
  };
}

export async function openHostile(behave: Behaviour): Promise<HostileReceiver> {
  return opened(createServer({ allowHalfOpen: false }), "http", (socket, hear) => {
    let heard = "";
    let hasBehaved = false;
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      // Waits for the whole request, because an earlier response could reset the connection, and the client might not receive
      // the response.
      if (hasBehaved || !isWhole(heard)) return;
      hasBehaved = true;
      hear(heard.split("\r\n")[0] ?? "");
      behave(socket);
    });
  });
}

/** Returns whether a text is a whole HTTP request with a `Content-Length`. */
function isWhole(request: string): boolean {
  const [head = "", body] = request.split("\r\n\r\n");
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return body !== undefined && body.length >= length;
}

/** Opens a receiver with an https URL that sends `words` or nothing instead of TLS. */
export function openTlsGarbage(words: string | undefined): Promise<HostileReceiver> {
  return opened(createServer(), "https", (socket, hear) => {
    socket.once("data", () => {
      hear("ClientHello");
      if (words !== undefined) socket.write(words);
    });
  });
}

export function openSelfSigned(): Promise<HostileReceiver> {
  return opened(createTlsServer(certificate), "https", () => {});
}

async function opened(
  server: ReturnType<typeof createServer>,
  scheme: "http" | "https",
  meet: (socket: Socket, hear: (request: string) => void) => void,
): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let written = 0;
  let max = 0;
  let left = false;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    max = Math.max(max, sockets.size);
    socket.on("error", () => {});
    socket.on("close", () => {
      // Excludes buffered bytes that were never sent.
      written += socket.bytesWritten - socket.writableLength;
      sockets.delete(socket);
      if (sockets.size === 0) left = true;
    });
    meet(socket, (request) => requests.push(request));
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    requests,
    writtenBytes: () =>
      [...sockets].reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, written),
    openConnections: () => sockets.size,
    wasLeft: () => left,
    maxConnections: () => max,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
