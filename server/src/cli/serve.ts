import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { countAttempts, measureDatabase } from "../databaseMetrics.ts";
import { type LoadedDemo, loadDemo } from "../demo/index.ts";
import { type PaymentProvider, stripeProvider } from "../features/checkout/index.ts";
import { buildHealthServer } from "../healthServer.ts";
import { systemClock, trueDatabaseClock } from "../kernel/clock.ts";
import { SCOPES } from "../kernel/scopes.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase, type PooledDatabase } from "../platform/database/index.ts";
import { openMailer } from "../platform/email/index.ts";
import { addressOf } from "../platform/http/address.ts";
import { failureLog } from "../platform/http/failureLog.ts";
import { type Metrics, measurePool, openMetrics } from "../platform/metrics/index.ts";
import { keepSecret } from "../platform/secret.ts";
import { startWorker, type Worker } from "../worker.ts";
import { openConnection } from "./connection.ts";
import { listen } from "./listen.ts";
import type { Session } from "./session.ts";
import { type ServingCommand, type Tasks, tasksOf } from "./tasks.ts";
import { requireSharedSecret, warnAboutWebhookTargets } from "./warnings.ts";

/**
 * `daybook start`, `web` and `worker`: brings the database up to date, lets `start` fill an empty one with the demo
 * salon, and serves, works, or both, until the process is asked to stop. Then nothing new is begun, what is under way
 * may end (ten seconds at most), and what was opened is closed.
 */
export async function serve(command: ServingCommand, config: Config, session: Session): Promise<void> {
  const tasks = tasksOf(command, config.role);
  if (!tasks.web) requireSharedSecret(config);
  const secret = keepSecret(config);
  // A process that serves may own the embedded database; a worker joins whoever does.
  const { connectionString, lost } = await openConnection(config, session, tasks.web ? command : "worker");
  await migrate(connectionString, session.say);
  const log = (message: string, error: unknown) =>
    session.say(`${message}: ${error instanceof Error ? error.message : error}`);
  const database = openDatabase({
    connectionString,
    poolSize: 8,
    log: (message) => session.say(message),
  });
  session.beforeEnd(database.close);
  const demo =
    command === "start" && tasks.web ? await loadedDemo(connectionString, config, session) : undefined;
  const paymentProvider = config.stripe === undefined ? null : stripeProvider(config.stripe);
  const metrics = measured(database, log);
  const house: ServerParts = { tasks, config, session, log, database, secret, paymentProvider, metrics };
  const app = await openApp(house);
  const work = tasks.worker ? prepareWork(house) : undefined;
  let worker: Worker | undefined;
  session.beforeEnd(() => shutDown(app, worker));
  const address = app === undefined ? undefined : addressOf(await listen(app, config));
  // Behind everything that can stop the start.
  worker = work?.();
  warnAboutWebhookTargets(config, session.say);
  console.log(startMessage(tasks, tasks.web ? (config.publicUrl ?? address) : address, demo));
  // Only the loss of the database ends a server by itself; everything else is asked of the session.
  await lost;
}

/** By connections of its own: what the loading has made the database remember of them is 26 MB, and nobody asks it again. */
async function loadedDemo(
  connectionString: string,
  config: Config,
  session: Session,
): Promise<LoadedDemo | undefined> {
  const database = openDatabase({ connectionString });
  try {
    return await loadDemo({ database, clock: systemClock, log: session.say, blobs: openBlobs(config) });
  } finally {
    await database.close();
  }
}

/** What the parts of a serving process are opened with. */
interface ServerParts {
  readonly tasks: Tasks;
  readonly config: Config;
  readonly session: Session;
  readonly log: (message: string, error: unknown) => void;
  readonly database: PooledDatabase;
  readonly secret: string;
  /** Null: nothing is paid online. */
  readonly paymentProvider: PaymentProvider | null;
  readonly metrics: Metrics;
}

function measured(database: PooledDatabase, log: ServerParts["log"]): Metrics {
  const metrics = openMetrics({ log, aboutProcess: true });
  measurePool(metrics, database);
  measureDatabase(metrics, database);
  return metrics;
}

/** The API; of a worker, its health, and only when it was told a port: several of them are not to fight for one. */
async function openApp(house: ServerParts): Promise<FastifyInstance | undefined> {
  const { tasks, config, database, secret, paymentProvider, metrics, log } = house;
  if (!tasks.web) return config.isPortGiven ? buildHealthServer({ database, metrics }) : undefined;
  const { trustProxy, rateLimitPerMinute, webhooks, publicUrl } = config;
  return buildApp({
    database,
    clock: systemClock,
    secret,
    // Somebody waits for these letters.
    mailer: openMail(house, 10_000),
    blobs: openBlobs(config),
    // Beside the photos: there is room for what is large, where /tmp may be memory.
    uploadFolder: join(config.dataDir, "uploads"),
    paymentProvider,
    metrics,
    logger: failureLog(process.stderr),
    log,
    trustProxy,
    rateLimitPerMinute,
    webhooks,
    ...(publicUrl === undefined ? {} : { publicUrl }),
  });
}

/** Makes the worker ready, and answers how to start it. */
function prepareWork(house: ServerParts): () => Worker {
  const { config, database, secret, paymentProvider, metrics, log } = house;
  // Mail servers may look long at a letter before they take it.
  const mailer = openMail(house, 60_000);
  const counters = countAttempts(metrics);
  return () =>
    startWorker({
      database,
      clock: systemClock,
      databaseClock: trueDatabaseClock,
      secret,
      webhooks: config.webhooks,
      blobs: openBlobs(config),
      paymentProvider,
      mailer,
      counters,
      log,
    });
}

function openMail({ config, session }: ServerParts, timeoutMs: number) {
  const mailer = openMailer({ ...config.mail, dataDir: config.dataDir, log: session.say, timeoutMs });
  session.beforeEnd(async () => mailer.close());
  return mailer;
}

/** How long requests, deliveries and letters under way may take once we were asked to stop. */
const shutdownTimeoutMs = 10_000;

async function shutDown(app: FastifyInstance | undefined, worker: Worker | undefined): Promise<void> {
  const { promise: outOfPatience, resolve } = Promise.withResolvers<void>();
  const impatience = setTimeout(() => {
    app?.server.closeAllConnections();
    resolve();
  }, shutdownTimeoutMs);
  await Promise.all([app?.close(), Promise.race([worker?.close(), outOfPatience])]);
  clearTimeout(impatience);
}

function startMessage(tasks: Tasks, address: string | undefined, demo: LoadedDemo | undefined): string {
  if (!tasks.web) return `Daybook's worker is ready${address === undefined ? "" : ` at ${address}`}\n`;
  const lines = [`Daybook is ready at ${address}`, ""];
  if (demo) {
    lines.push(
      "A demo salon was loaded. Its key and its owner's login, shown this once:",
      `  ${demo.key}`,
      `  ${demo.login.email}  ${demo.login.password}`,
      "",
      "Try it:",
      `  curl -H "Authorization: Bearer ${demo.key}" ${address}/api/v1/businesses/${demo.businessId}/services`,
    );
  } else {
    lines.push(
      "To make a key (ID_OR_SLUG is your business, demo-salon if you keep the demo):",
      `  npm run daybook -- key create --business ID_OR_SLUG --label "My key" --scopes ${SCOPES.join(",")}`,
    );
  }
  if (!tasks.worker)
    lines.push("", "Deliveries and mail go out by daybook worker, which is to run beside this.");
  return `${lines.join("\n")}\n`;
}
