import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { countAttempts, measureDatabase } from "../databaseMetrics.ts";
import { type PaymentProvider, stripeProvider } from "../features/checkout/index.ts";
import { buildHealthServer } from "../healthServer.ts";
import { systemClock, trueDatabaseClock } from "../kernel/clock.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import { type Config, metricsAccess } from "../platform/config.ts";
import type { PooledDatabase, ReplicaReads } from "../platform/database/index.ts";
import { openMailer } from "../platform/email/index.ts";
import { addressOf } from "../platform/http/address.ts";
import { type Drain, openDrain } from "../platform/http/drain.ts";
import { bufferedLines, type Log, type LogStream, logOptions, openLog } from "../platform/log/index.ts";
import { cacheMemory } from "../platform/memoryCache.ts";
import { type Metrics, measurePool, openMetrics } from "../platform/metrics/index.ts";
import { openTextSender, type TextSender } from "../platform/sms/index.ts";
import { startWorker, type Worker } from "../worker.ts";
import { versionText } from "./help.ts";
import { listen } from "./listen.ts";
import { openReplica } from "./openReplica.ts";
import { prepareInstallation } from "./prepareInstallation.ts";
import { findMainProcess, type MainProcess } from "./processMessages.ts";
import { releaseMemory } from "./releaseMemory.ts";
import type { Session } from "./session.ts";
import { announceStart } from "./startMessage.ts";
import { type ServingCommand, type Tasks, tasksOf } from "./tasks.ts";
import { requireSharedSecret } from "./warnings.ts";

/**
 * `daybook start`, `web` and `worker`: migrates the database, loads the demo salon into an empty database (`start` only), and
 * runs the server, the worker or both until the process receives a stop signal. Then ends connections
 * (`platform/http/drain.ts`) and background work within `DAYBOOK_SHUTDOWN_SECONDS`, and closes all resources that it has
 * opened. With `DAYBOOK_PROCESSES` above 1, the main process runs `serveProcesses` instead and starts this process.
 */
export async function serve(command: ServingCommand, config: Config, session: Session): Promise<void> {
  const tasks = tasksOf(command, config.role);
  const main = findMainProcess();
  if (!tasks.web) requireSharedSecret(config);
  const logStream = bufferedLines(process.stderr);
  process.once("exit", logStream.flush);
  const log = openLog({ level: config.log, stream: logStream, process: main?.name });
  const installation = await prepareInstallation(command, {
    config,
    session,
    log,
    isPrepared: main !== undefined,
  });
  const { connectionString, database, secret } = installation;
  const paymentProvider = config.stripe === undefined ? null : stripeProvider(config.stripe);
  const textSender = config.twilio === undefined ? null : openTextSender(config.twilio);
  if (textSender !== null) session.beforeEnd(textSender.close);
  const metrics = measured(database, log.warn, main);
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
    main,
    replica: tasks.web ? openReplica(config, session, { database, metrics, log: log.warn }) : undefined,
  };
  const app = await openApp(parts);
  const work = tasks.worker ? prepareWork(parts) : undefined;
  let worker: Worker | undefined;
  session.beforeEnd(() => shutDown({ app, worker, drain }, config.shutdownSeconds * 1_000));
  releaseMemory();
  const address = app === undefined ? undefined : addressOf(await listen(app, config));
  // The worker starts only after all steps that may fail.
  worker = work?.(config.publicUrl ?? address ?? main?.webAddress);
  if (main === undefined) await announceStart({ tasks, config, log, address, installation });
  else main.serving(address);
  // This promise never resolves, because the session ends the process when it receives a stop signal.
  await new Promise<never>(() => {});
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
  /** The main process that has started this process; undefined if this process runs alone. */
  readonly main: MainProcess | undefined;
  /** The replica from which reports and lists are read; undefined without a replica. */
  readonly replica: ReplicaReads | undefined;
}

function measured(database: PooledDatabase, log: ServerParts["log"], main: MainProcess | undefined): Metrics {
  const metrics = openMetrics({
    log,
    aboutProcess: true,
    ...(main === undefined ? {} : { processes: main }),
  });
  measurePool(metrics, database);
  measureDatabase(metrics, database);
  return metrics;
}

/**
 * Opens the API server, or for a worker the health server if a port is set. The health server has no default port, because
 * several workers on one machine could not share it.
 */
async function openApp(parts: ServerParts): Promise<FastifyInstance | undefined> {
  const { tasks, config, database, secret, paymentProvider, textSender, metrics, log, drain, main } = parts;
  const exposure = { metricsAccess: metricsAccess(config), loopbackHostsOnly: config.isAlone };
  if (!tasks.web)
    return config.isPortGiven ? buildHealthServer({ database, metrics, drain, ...exposure }) : undefined;
  const { trustProxy, rateLimitPerMinute, webhooks, publicUrl } = config;
  if (config.cacheMb !== undefined) cacheMemory.limit(config.cacheMb * 2 ** 20);
  return buildApp({
    database,
    clock: systemClock,
    secret,
    // The timeout is short, because requests wait for these e-mails.
    mailer: openMail(parts, 10_000),
    blobs: openBlobs(config),
    // Uploads are stored in the data folder, because `/tmp` may be in memory.
    uploadFolder: join(config.dataDir, "uploads"),
    paymentProvider,
    ...(config.stripe?.publishableKey === undefined ? {} : { publishableKey: config.stripe.publishableKey }),
    textSender,
    metrics,
    drain,
    ...(main === undefined ? {} : { areAllServing: main.areAllServing }),
    ...(parts.replica === undefined ? {} : { replica: parts.replica }),
    ...exposure,
    signUp: { mode: config.signUp, confirmsAddress: !config.isAlone },
    logger: logOptions({ level: config.log, stream: parts.logStream, process: main?.name }),
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
  // The timeout is long, because mail servers may be slow to accept an e-mail.
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
      // Temporary files are stored in the data folder, because `/tmp` may be in memory.
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
  // After the launcher was killed, the next start may already be waiting for the data folder, for less time than a probe takes.
  const waitsForProbe = process.connected !== false;
  await Promise.all([
    running.app && running.drain.end(running.app, { boundMs, waitsForProbe }),
    Promise.race([running.worker?.close(), timedOut]),
  ]);
  clearTimeout(timeout);
}
