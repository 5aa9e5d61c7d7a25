import { vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { EVENT_SCOPES, type EventType } from "../../src/kernel/events.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import { runningEmbedded } from "../../src/platform/embedded/index.ts";
import { type FreshDatabase, freshDatabase } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import {
  daybook,
  newDataFolder,
  type RunningCommand,
  type RunningServer,
  serverBelow,
  startServer,
} from "../process/daybook.ts";
import type { ReceiverServer } from "./receiverServer.ts";

/** An installation with a server and workers, each in a separate process. */
export interface WebhookApp {
  /** Separate connections to the database, for the test itself. */
  readonly database: Database;
  readonly connectionString: string;
  readonly server: RunningServer;
  newSalon(options?: Parameters<typeof createSalon>[2]): Promise<ServedSalon>;
  startWorker(more?: Record<string, string>): Promise<RunningWorker>;
  close(): Promise<void>;
}

export interface RunningWorker extends RunningCommand {
  /** Kills the worker process with `kill -9`. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM to the worker. Resolves to its exit code. */
  stop(): Promise<number | null>;
}

export interface ServedSalon {
  readonly salon: Salon;
  /** Sends a request with the salon's key to a path relative to its business. */
  call(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  /** The body as received, before parsing. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly data: any;
}

export const ALL_EVENTS = Object.keys(EVENT_SCOPES) as EventType[];

/**
 * Starts an API server on the PostgreSQL server of the test run. With `ownDatabase`, it starts an embedded database instead,
 * which has fsync on and which tests can kill.
 */
export async function openWebhookApp({ ownDatabase = false } = {}): Promise<WebhookApp> {
  const { dataDir, remove } = newDataFolder();
  const fresh: FreshDatabase | undefined = ownDatabase ? undefined : await freshDatabase();
  const settings: Record<string, string> = {
    DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
    DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1",
    DAYBOOK_WEBHOOK_ALLOW_HTTP: "1",
    ...(fresh === undefined ? {} : { DATABASE_URL: fresh.connectionString, DAYBOOK_SECRET: "s".repeat(32) }),
  };
  const server = await startServer(dataDir, { command: "web", ...settings });
  const connectionString = fresh?.connectionString ?? (await runningEmbedded(dataDir)) ?? "";
  const database = openDatabase({ connectionString });
  const workers: RunningCommand[] = [];
  return {
    database,
    connectionString,
    server,
    async newSalon(options) {
      const salon = await createSalon(database, systemClock, options);
      return { salon, call: callerTo(server.address, salon) };
    },
    async startWorker(more = {}) {
      const worker = daybook(["worker"], { ...settings, DAYBOOK_DATA_DIR: dataDir, ...more });
      workers.push(worker);
      const isReady = () => worker.output().includes("worker is ready");
      await vi.waitUntil(() => isReady() || worker.child.exitCode !== null, { timeout: 220_000 });
      if (!isReady()) throw new Error(`The worker did not start: ${worker.errors()}`);
      return {
        ...worker,
        async kill() {
          process.kill(serverBelow(worker.child.pid as number), "SIGKILL");
          await worker.ended;
        },
        stop() {
          worker.child.kill("SIGTERM");
          return worker.ended;
        },
      };
    },
    async close() {
      for (const { child } of workers) child.kill("SIGTERM");
      await Promise.all(workers.map(({ ended }) => ended));
      await database.close();
      server.child.kill("SIGTERM");
      await server.ended;
      await fresh?.drop();
      remove();
    },
  };
}

export function callerTo(address: string, salon: { businessId: string; key: string }): ServedSalon["call"] {
  const call: ServedSalon["call"] = async (method, path, body) => {
    const answer = await fetch(`${address}/api/v1/businesses/${salon.businessId}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${salon.key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, data: (JSON.parse(text) as { data?: unknown }).data };
  };
  return async (...request) => {
    let answer: Answer | undefined;
    // Repeats the request after a 503, as a client would. On a busy machine, the server rejects requests that have waited too
    // long for a connection.
    await vi.waitUntil(
      async () => {
        answer = await call(...request);
        return !(answer.status === 503 && answer.text.includes(OVERLOADED));
      },
      { timeout: 120_000, interval: 100 },
    );
    return answer as Answer;
  };
}

const OVERLOADED = "The server is overloaded.";

/** Returns the `data` of a response, or throws on an error response. */
export async function done(answer: Promise<Answer>): Promise<Answer["data"]> {
  const { status, text, data } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return data;
}

/** Creates an endpoint for a named receiver of the server. Returns the endpoint's id. */
export async function subscribe(
  { call }: ServedSalon,
  receivers: ReceiverServer,
  name: string,
  events: readonly EventType[] = ALL_EVENTS,
): Promise<string> {
  const { id, secret } = await done(call("POST", "/webhooks", { url: receivers.urlOf(name), events }));
  receivers.setSecret(name, secret);
  return id;
}
