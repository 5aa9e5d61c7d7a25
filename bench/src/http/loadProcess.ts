import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { idOf } from "./ids.ts";
import type { Load, LoadResult } from "./load.ts";

/**
 * The load generator, a separate process. Each connection sends its next request after it has received the response.
 * Uses plain sockets, because an HTTP client would use as much CPU as the measured server.
 */
const load = JSON.parse(await text(process.stdin)) as Load;
const until = performance.now() + load.seconds * 1000;
const statuses: Record<string, number> = {};
const micros: number[] = [];
let next = load.first;

await Promise.all(Array.from({ length: load.connections }, () => sendRequests()));

micros.sort((one, other) => one - other);
const result: LoadResult = {
  statuses,
  next,
  responses: micros.length,
  p50Millis: (micros[micros.length >> 1] ?? Number.NaN) / 1000,
  p99Millis: (micros[Math.floor(micros.length * 0.99)] ?? Number.NaN) / 1000,
};
process.stdout.write(JSON.stringify(result));

function sendRequests(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, "127.0.0.1");
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      if (performance.now() >= until) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(requestText(next++));
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("end", () => reject(new Error("the server closed a connection")));
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const head = received.toString("latin1", 0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (Number.isNaN(length)) return void reject(new Error(`a response has no Content-Length:\n${head}`));
      if (received.length < headEnd + 4 + length) return;
      const status = head.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      micros.push((performance.now() - sentAt) * 1000);
      received = Buffer.alloc(0);
      send();
    });
  });
}

function requestText(number: number): string {
  const { kind, keys } = load;
  const key = keys[number % keys.length];
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  if (kind.name === "get") {
    return `${head("GET", kind.paths[number % kind.paths.length] as string)}\r\n`;
  }
  const body = JSON.stringify({
    location_id: kind.locationId,
    client_id: idOf(kind.salon, "client", 1 + (number % kind.clients)),
    starts_at: new Date(kind.firstAt + startOf(number, kind.staff)).toISOString(),
    items: [{ service_id: kind.serviceId, staff_id: idOf(kind.salon, "staff", 1 + (number % kind.staff)) }],
  });
  return `${head("POST", kind.path)}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/**
 * Returns the start of a booking in milliseconds after the first start. Each staff member gets 18 half-hour bookings a
 * day, so bookings never overlap.
 */
function startOf(number: number, staff: number): number {
  const slot = Math.floor(number / staff);
  return Math.floor(slot / 18) * 86_400_000 + (slot % 18) * 1_800_000;
}
