import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SinkAnswer, SinkRequest } from "./sink.ts";

// Whoever asks below /hang is never answered; everybody else at once. What arrives again counts once.
let told = new Set<string>();
let wanted = Number.POSITIVE_INFINITY;
let lastAt = 0;

const server = createServer((request, response) => {
  request.resume();
  const path = request.url ?? "";
  if (path.startsWith("/hang")) return;
  response.statusCode = 204;
  response.end();
  told.add(`${path} ${request.headers["service-event-id"]}`);
  lastAt = performance.timeOrigin + performance.now();
  look();
});
server.keepAliveTimeout = 60_000;

function look(): void {
  if (told.size < wanted) return;
  told = new Set();
  wanted = Number.POSITIVE_INFINITY;
  say({ lastAt });
}

function say(answer: SinkAnswer): void {
  process.send?.(answer);
}

process.on("message", ({ count }: SinkRequest) => {
  wanted = count;
  look();
});
process.on("disconnect", () => process.exit());
server.listen(0, "0.0.0.0", 4_096, () => say({ port: (server.address() as AddressInfo).port }));
