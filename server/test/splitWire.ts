import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** A proxy in front of a PostgreSQL server, listening on a unix socket of its own. */
export interface SplitWire {
  readonly connectionString: string;
  /** How many times the proxy separated CopyDone from the messages after it. */
  splits(): number;
  close(): Promise<void>;
}

const COPY_DONE = "c".charCodeAt(0);
const HEADER_BYTES = 5;
/** Long enough for the client to read CopyDone as a packet of its own. */
const LATENCY_MS = 5;

/**
 * Opens a proxy that delivers CopyDone and the CommandComplete that follows it in separate packets, as a network may. On
 * a fast unix socket both nearly always arrive together.
 */
export async function openSplitWire(connectionString: string): Promise<SplitWire> {
  const { host, port, user, database } = new pg.Client({ connectionString });
  const folder = mkdtempSync(join(tmpdir(), "split-wire-"));
  let splits = 0;
  const proxy = createServer((client) => {
    const server = connect(
      host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) },
    );
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
    client.pipe(server);
    void forwardMessages(server, client, () => splits++);
  });
  proxy.listen(join(folder, ".s.PGSQL.5432"));
  await once(proxy, "listening");
  return {
    connectionString: `postgresql://${user}@/${database}?host=${encodeURIComponent(folder)}&port=5432`,
    splits: () => splits,
    async close() {
      proxy.close();
      await once(proxy, "close");
      rmSync(folder, { recursive: true });
    },
  };
}

/** Forwards whole messages of the server: each is a type byte, a length that counts itself, and the content. */
async function forwardMessages(server: Socket, client: Socket, onSplit: () => void): Promise<void> {
  let received = Buffer.alloc(0);
  for await (const chunk of server as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    let end = 0;
    while (received.length >= end + HEADER_BYTES) {
      const next = end + 1 + received.readUInt32BE(end + 1);
      if (received.length < next) break;
      const isCopyDone = received[end] === COPY_DONE;
      end = next;
      if (!isCopyDone) continue;
      client.write(received.subarray(0, end));
      received = received.subarray(end);
      end = 0;
      onSplit();
      await delay(LATENCY_MS);
    }
    if (end > 0) client.write(received.subarray(0, end));
    received = received.subarray(end);
  }
  client.end();
}
