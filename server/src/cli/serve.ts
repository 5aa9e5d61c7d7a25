import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { countAttempts, measureDatabase } from "../databaseMetrics.ts";
import { DEMO_BOUNDS, type LoadedDemo, loadDemo } from "../demo/index.ts";
import { hasAnyUser } from "../features/access/accounts/index.ts";
import { firstAccountToken } from "../features/access/sessions/index.ts";
import { type PaymentProvider, stripeProvider } from "../features/checkout/index.ts";
import { buildHealthServer } from "../healthServer.ts";
import { systemClock, trueDatabaseClock } from "../kernel/clock.ts";
import { SCOPES } from "../kernel/scopes.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import { type Config, metricsAccess } from "../platform/config.ts";
import { migrate, openDatabase, type PooledDatabase, type PoolerUse } from "../platform/database/index.ts";
import { openMailer } from "../platform/email/index.ts";
import { addressOf } from "../platform/http/address.ts";
import { type Drain, openDrain } from "../platform/http/drain.ts";
import { bufferedLines, type Log, type LogStream, logOptions, openLog } from "../platform/log/index.ts";
import { type Metrics, measurePool, openMetrics } from "../platform/metrics/index.ts";
import { loadOrCreateSecret } from "../platform/secret.ts";
import { openTextSender, type TextSender } from "../platform/sms/index.ts";
import { startWorker, type Worker } from "../worker.ts";
import { openConnection } from "./connection.ts";
import { versionText } from "./help.ts";
import { listen } from "./listen.ts";
import type { Session } from "./session.ts";
import { type ServingCommand, type Tasks, tasksOf } from "./tasks.ts";
import { requireSharedSecret, warnAboutExposure, warnAboutWebhookTargets } from "./warnings.ts";

/**
 * `daybook start`, `web` and `worker`: migrates the database, loads the demo salon into an empty one (`start` only), and runs the
 * server, the worker or both until the process receives a stop signal. Then it ends connections (`platform/http/drain.ts`) and
 * background work within `DAYBOOK_SHUTDOWN_SECONDS` and closes everything it has opened.
 */
export async function serve(command: ServingCommand, config: Config, session: Session): Promise<void> {
  const tasks = tasksOf(command, config.role);
  if (!tasks.web) requireSharedSecret(config);
  const logStream = bufferedLines(process.stderr);
  process.once("exit", logStream.flush);
  const log = openLog({ level: config.log, stream: logStream });
  const secret = loadOrCreateSecret(config);
  // A server may start the embedded database; a worker connects to a running one.
  const { connectionString, pooler } = await openConnection(
    config,
    // Logs the embedded database's messages as warnings: it reports only what an operator should see.
    { ...session, say: log.warn },
    tasks.web ? command : "worker",
  );
  await migrate(connectionString, log.info, { allowNewer: config.allowNewerSchema });
  const database = openDatabase({
    connectionString,
    poolSize: config.databaseConnections,
    log: log.warn,
    clock: systemClock,
    pooler,
  });
  session.beforeEnd(database.close);
  const demo =
    command === "start" && tasks.web
      ? await loadedDemo({ connectionString, pooler }, { config, secret, log })
      : undefined;
  const paymentProvider = config.stripe === undefined ? null : stripeProvider(config.stripe);
  const textSender = config.twilio === undefined ? null : openTextSender(config.twilio);
  if (textSender !== null) session.beforeEnd(textSender.close);
  const metrics = measured(database, log.warn);
  const drain = openDrain();
  const parts: ServerParts = {
    tasks,
    config,
    session,
    log: log.warn,
    logStream,
    connectionString,
    database,
    secret,
    paymentProvider,
    textSender,
    metrics,
    drain,
  };
  const app = await openApp(parts);
  const work = tasks.worker ? prepareWork(parts) : undefined;
  let worker: Worker | undefined;
  session.beforeEnd(() => shutDown({ app, worker, drain }, config.shutdownSeconds * 1_000));
  const address = app === undefined ? undefined : addressOf(await listen(app, config));
  // The worker starts only after all steps that may prevent the start.
  worker = work?.(config.publicUrl ?? address);
  warnAboutWebhookTargets(config, log.warn);
  warnAboutExposure(config, log.warn);
  if (tasks.web && config.signUp === "invited" && !(await hasAnyUser(database)))
    console.log(
      `There is no account yet. Create the first one with daybook business create, or once with this link:\n  ${config.publicUrl ?? address}/first-account?token=${firstAccountToken(secret)}\n`,
    );
  console.log(startMessage(tasks, tasks.web ? (config.publicUrl ?? address) : address, demo));
  // Never resolves: the session ends the process when the server is to stop.
  await new Promise<never>(() => {});
}

/**
 * Loads the demo salon on separate connections, because the prepared statements of the load take 26 MB and are not used again.
 */
async function loadedDemo(
  connection: { readonly connectionString: string; readonly pooler: PoolerUse },
  { config, secret, log }: { readonly config: Config; readonly secret: string; readonly log: Log },
): Promise<LoadedDemo | undefined> {
  const database = openDatabase({ ...connection, bounds: DEMO_BOUNDS });
  try {
    const blobs = openBlobs(config);
    return await loadDemo({ database, clock: systemClock, log: log.info, blobs, secret });
  } finally {
    await database.close();
  }
}

/** The dependencies of the server and the worker. */
interface ServerParts {
  readonly tasks: Tasks;
  readonly config: Config;
  readonly session: Session;
  readonly log: Log["warn"];
  /** The destination of the request log. */
  readonly logStream: LogStream;
  readonly connectionString: string;
  readonly database: PooledDatabase;
  readonly secret: string;
  /** The payment provider; null if online payments are off. */
  readonly paymentProvider: PaymentProvider | null;
  /** The sender of text messages; null if none are sent. */
  readonly textSender: TextSender | null;
  readonly metrics: Metrics;
  readonly drain: Drain;
}

function measured(database: PooledDatabase, log: ServerParts["log"]): Metrics {
  const metrics = openMetrics({ log, aboutProcess: true });
  measurePool(metrics, database);
  measureDatabase(metrics, database);
  return metrics;
}

/**
 * Opens the API server, or for a worker the health server if a port is set. It has no default port, because several workers on
 * one machine could not share it.
 */
async function openApp(parts: ServerParts): Promise<FastifyInstance | undefined> {
  const { tasks, config, database, secret, paymentProvider, textSender, metrics, log, drain } = parts;
  const exposure = { metricsAccess: metricsAccess(config), loopbackHostsOnly: config.isAlone };
  if (!tasks.web)
    return config.isPortGiven ? buildHealthServer({ database, metrics, drain, ...exposure }) : undefined;
  const { trustProxy, rateLimitPerMinute, webhooks, publicUrl } = config;
  return buildApp({
    database,
    clock: systemClock,
    secret,
    // A short timeout, because requests wait for these e-mails.
    mailer: openMail(parts, 10_000),
    blobs: openBlobs(config),
    // Uploads are stored in the data folder, because `/tmp` may be in memory.
    uploadFolder: join(config.dataDir, "uploads"),
    paymentProvider,
    ...(config.stripe?.publishableKey === undefined ? {} : { publishableKey: config.stripe.publishableKey }),
    textSender,
    metrics,
    drain,
    ...exposure,
    signUp: { mode: config.signUp, confirmsAddress: !config.isAlone },
    logger: logOptions({ level: config.log, stream: parts.logStream }),
    log,
    trustProxy,
    rateLimitPerMinute,
    webhooks,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(config.viteUrl === undefined ? {} : { pages: { devServer: config.viteUrl } }),
  });
}

/** Prepares the worker; the returned function starts it. */
function prepareWork(parts: ServerParts): (appUrl: string | undefined) => Worker {
  const { config, database, secret, paymentProvider, textSender, metrics, log } = parts;
  // A long timeout, because mail servers may be slow to accept an e-mail.
  const mailer = openMail(parts, 60_000);
  const counters = countAttempts(metrics);
  return (appUrl) =>
    startWorker({
      database,
      clock: systemClock,
      databaseClock: trueDatabaseClock,
      secret,
      webhooks: config.webhooks,
      blobs: openBlobs(config),
      // In the data folder, because `/tmp` may be in memory.
      exportFiles: {
        connectionString: parts.connectionString,
        folder: join(config.dataDir, "exports"),
        daybookVersion: versionText(),
      },
      paymentProvider,
      mailer,
      textSender,
      counters,
      log,
      ...(appUrl === undefined ? {} : { appUrl }),
    });
}

function openMail({ config, session, log }: ServerParts, timeoutMs: number) {
  const mailer = openMailer({ ...config.mail, dataDir: config.dataDir, log, timeoutMs });
  session.beforeEnd(async () => mailer.close());
  return mailer;
}

async function shutDown(
  running: {
    readonly app: FastifyInstance | undefined;
    readonly worker: Worker | undefined;
    readonly drain: Drain;
  },
  boundMs: number,
): Promise<void> {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, boundMs);
  await Promise.all([
    running.app && running.drain.end(running.app, boundMs),
    Promise.race([running.worker?.close(), timedOut]),
  ]);
  clearTimeout(timeout);
}

function startMessage(tasks: Tasks, address: string | undefined, demo: LoadedDemo | undefined): string {
  if (!tasks.web) return `Daybook's worker is ready${address === undefined ? "" : ` at ${address}`}\n`;
  const lines = [`Daybook is ready at ${address}`, "", `Open the app: ${address}/app`];
  if (demo) {
    lines.push(
      `The demo salon's booking page: ${address}/b/${demo.slug}`,
      "",
      "A demo salon was loaded. The login of its owner, shown this once:",
      `  ${demo.login.email}  ${demo.login.password}`,
      "",
      "Its API key, shown this once as well:",
      `  ${demo.key}`,
      "Try it:",
      `  curl -H "Authorization: Bearer ${demo.key}" ${address}/api/v1/businesses/${demo.businessId}/services`,
    );
  } else {
    lines.push(
      "",
      "To create a key (ID_OR_SLUG is your business, demo-salon if you keep the demo):",
      `  npm run daybook -- key create --business ID_OR_SLUG --label "My key" --scopes ${SCOPES.join(",")}`,
    );
  }
  if (!tasks.worker) lines.push("", "Webhooks and e-mails are sent by daybook worker: run it as well.");
  return `${lines.join("\n")}\n`;
}
