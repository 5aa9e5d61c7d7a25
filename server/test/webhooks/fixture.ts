import { vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { EVENT_SCOPES, type EventType } from "../../src/kernel/events.ts";
import type { Database } from "../../src/platform/database/index.ts";
import { runningEmbedded } from "../../src/platform/embedded/index.ts";
import { freshDatabase, openPatiently } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { serverHere } from "../fixtures/serverHere.ts";
import {
  daybook,
  newDataFolder,
  type RunningCommand,
  type RunningServer,
  serverBelow,
  startServer,
} from "../process/daybook.ts";
import { migratedDataFolder } from "../process/migratedFolder.ts";
import type { ReceiverServer } from "./receiverServer.ts";

/** An installation with a server and workers. Each worker runs in a separate process. */
export interface WebhookApp {
  /** Separate connections to the database, for the test itself. */
  readonly database: Database;
  readonly connectionString: string;
  readonly server: Pick<RunningServer, "address">;
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

/** The settings of the server and the workers. */
const SETTINGS = {
  DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
  DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1",
  DAYBOOK_WEBHOOK_ALLOW_HTTP: "1",
};

/**
 * Starts an API server on the PostgreSQL server of the test run. The server runs in this process, because starting another process
 * takes more than a second of CPU time, and these tests kill only workers.
 */
export async function openWebhookApp(): Promise<WebhookApp> {
  const dataDir = newDataFolder();
  const { connectionString, drop } = await freshDatabase();
  const secret = "s".repeat(32);
  const server = await serverHere(connectionString, {
    secret,
    webhooks: { allowPrivate: true, allowHttp: true },
  });
  const database = openPatiently({ connectionString });
  const environment = { DATABASE_URL: connectionString, DAYBOOK_SECRET: secret, DAYBOOK_DATA_DIR: dataDir };
  const workers = workersWith({ ...SETTINGS, ...environment });
  return {
    ...{ database, connectionString, server },
    newSalon: salonsAt(database, server.address),
    startWorker: workers.start,
    async close() {
      await workers.close();
      await database.close();
      await server.close();
      await drop();
    },
  };
}

/** Starts a server process with an embedded database, which has fsync on and which tests can kill. */
export async function openInstallation(): Promise<WebhookApp & { readonly server: RunningServer }> {
  const dataDir = await migratedDataFolder();
  const server = await startServer(dataDir, { command: "web", ...SETTINGS });
  const connectionString = (await runningEmbedded(dataDir)) ?? "";
  const database = openPatiently({ connectionString });
  const workers = workersWith({ ...SETTINGS, DAYBOOK_DATA_DIR: dataDir });
  return {
    ...{ database, connectionString, server },
    newSalon: salonsAt(database, server.address),
    startWorker: workers.start,
    async close() {
      await workers.close();
      await database.close();
      await server.stop();
    },
  };
}

function salonsAt(database: Database, address: string): WebhookApp["newSalon"] {
  return async (options) => {
    const salon = await createSalon(database, systemClock, options);
    return { salon, call: callerTo(address, salon) };
  };
}

/** Returns a function that starts a worker process with these settings, and a function that stops all of them. */
function workersWith(settings: Readonly<Record<string, string>>): {
  readonly start: WebhookApp["startWorker"];
  close(): Promise<void>;
} {
  const workers: RunningCommand[] = [];
  return {
    async start(more = {}) {
      const worker = daybook(["worker"], { ...settings, ...more });
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
