import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SinkReport, SinkRequest } from "./sink.ts";

// The receiver never responds to requests below /hang. It responds to requests below /after/<milliseconds> after that time,
// and to all others immediately. A repeated delivery counts once.
let received = new Set<string>();
let expected = Number.POSITIVE_INFINITY;
let lastAt = 0;

const server = createServer((request, response) => {
  request.resume();
  const path = request.url ?? "";
  if (path.startsWith("/hang")) return;
  response.statusCode = 204;
  const [, afterMs] = /^\/after\/(\d+)/.exec(path) ?? [];
  if (afterMs === undefined) response.end();
  else setTimeout(() => response.end(), Number(afterMs));
  received.add(`${path} ${request.headers["service-event-id"]}`);
  lastAt = performance.timeOrigin + performance.now();
  reportWhenComplete();
});
server.keepAliveTimeout = 60_000;

function reportWhenComplete(): void {
  if (received.size < expected) return;
  received = new Set();
  expected = Number.POSITIVE_INFINITY;
  report({ lastAt });
}

function report(message: SinkReport): void {
  process.send?.(message);
}

process.on("message", ({ count }: SinkRequest) => {
  expected = count;
  reportWhenComplete();
});
process.on("disconnect", () => process.exit());
server.listen(0, "0.0.0.0", 4_096, () => report({ port: (server.address() as AddressInfo).port }));
