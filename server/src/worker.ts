import * as access from "./features/access/index.ts";
import * as booking from "./features/booking/index.ts";
import * as business from "./features/business/index.ts";
import * as checkout from "./features/checkout/index.ts";
import * as clients from "./features/clients/index.ts";
import * as scheduling from "./features/scheduling/index.ts";
import * as transfer from "./features/transfer/index.ts";
import { fanOut, openDeliverer, sandboxDeliveries, webhookJobs } from "./features/webhooks/index.ts";
import type { Clock, DatabaseClock } from "./kernel/clock.ts";
import type { BlobStore } from "./platform/blobs/index.ts";
import { businessClock, type Sandboxes } from "./platform/businessTime.ts";
import type { Database } from "./platform/database/index.ts";
import { type EmailOutcome, emailJobs, type Mailer } from "./platform/email/index.ts";
import { createEncryption } from "./platform/encryption.ts";
import { createCursorSeal } from "./platform/http/cursorSeal.ts";
import { idempotencyJobs } from "./platform/idempotency/index.ts";
import { type DueWork, type Job, startJobs } from "./platform/jobs/index.ts";
import { limitJobs } from "./platform/limits/index.ts";
import { type OutboundPolicy, openOutboundHttp } from "./platform/outbound-http/index.ts";
import { perBusiness } from "./platform/outbox/perBusiness.ts";
import { hasNewEvents, openRelay } from "./platform/outbox/relay.ts";
import type { TextSender } from "./platform/sms/index.ts";

export interface WorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly databaseClock: DatabaseClock;
  /** The installation's secret, which decrypts the data that the server has encrypted. */
  readonly secret: string;
  /** The policy for the URLs that may receive webhooks. */
  readonly webhooks: OutboundPolicy;
  readonly blobs: BlobStore;
  /** The settings for writing export files; if absent, this worker writes no exports. */
  readonly exportFiles?: transfer.ExportFiles;
  /** The payment provider; null disables online payments. */
  readonly paymentProvider: checkout.PaymentProvider | null;
  readonly mailer: Mailer;
  /** The sender of text messages; null or absent if the operator has not configured a provider. */
  readonly textSender?: TextSender | null;
  /** The installation's URL, for links in e-mails. */
  readonly appUrl?: string;
  readonly log: (message: string, error: unknown) => void;
  /** Functions that the worker calls after every attempt to deliver or send, to count the attempts for the metrics. */
  readonly counters?: {
    delivery(outcome: "succeeded" | "failed"): void;
    email(outcome: EmailOutcome): void;
    text(outcome: EmailOutcome): void;
  };
}

export interface Worker {
  /** Stops the worker and waits until running work has ended. */
  close(): Promise<void>;
}

/** The options of a worker, with the sandboxes that its features look up. */
type FeatureOptions = WorkerOptions & { readonly sandboxes: Sandboxes };

function featureOptions(options: WorkerOptions): FeatureOptions {
  const sandboxes = business.findSandboxes(options);
  return { ...options, clock: businessClock(options.clock), sandboxes };
}

/** Returns the due work for a single business. Jobs for sandboxes run this work at the time of the test clock. */
function allDueWork(options: FeatureOptions): DueWork[] {
  return [
    ...scheduling.dueWork(options),
    ...booking.waitlistWork(options, options),
    checkout.walletWork(options),
    ...clients.dueWork(options, options),
  ];
}

/** Returns all background jobs. `allRoutes` is the equivalent for routes. */
export function allJobs(given: WorkerOptions): Job[] {
  const options = featureOptions(given);
  const { database, databaseClock, mailer, log, counters, blobs, paymentProvider, secret } = options;
  return [
    ...business.sandboxJobs({
      database,
      clock: given.clock,
      dueWork: allDueWork(options),
      deliveries: sandboxDeliveries(options),
      hasNewEvents: (businessId) => hasNewEvents(database, businessId),
      log,
    }),
    ...business.jobs(options),
    ...scheduling.jobs(options),
    ...clients.jobs(options, { secret, blobs }),
    ...checkout.jobs(options, paymentProvider, log),
    ...access.jobs(options),
    ...booking.jobs(options, { secret, provider: paymentProvider, log }),
    ...transfer.jobs(options, { blobs, writer: options.exportFiles ?? null }),
    ...webhookJobs(options),
    ...emailJobs({
      database,
      databaseClock,
      mailer,
      textSender: options.textSender ?? null,
      log,
      ...(options.appUrl === undefined
        ? {}
        : { fill: booking.fillManageLinks({ secret, address: options.appUrl }) }),
      ...(counters === undefined ? {} : { onAttempt: counters.email, onTextAttempt: counters.text }),
    }),
    ...idempotencyJobs(options),
    ...limitJobs(options),
  ];
}

/**
 * Starts the background work: the relay that numbers events, webhook deliveries, e-mails and jobs. Any number of workers can
 * run, in the server's process or in separate ones. A worker in the server's process handles the server's events immediately;
 * it finds events of other processes within a second.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { database, databaseClock, clock, log, counters } = options;
  const features = featureOptions(options);
  const consumers = [
    fanOut(databaseClock),
    perBusiness(features.sandboxes, scheduling.notifyClients(features)),
  ];
  const relay = openRelay({ database, consumers, log });
  const deliverer = openDeliverer({
    database,
    databaseClock,
    clock,
    encryption: createEncryption(options.secret),
    cursors: createCursorSeal(options.secret),
    outbound: openOutboundHttp({ policy: options.webhooks }),
    log,
    ...(options.appUrl === undefined ? {} : { appUrl: options.appUrl }),
    ...(counters === undefined ? {} : { onAttempt: counters.delivery }),
  });
  const jobs = startJobs(allJobs(options), options);
  return {
    async close() {
      await Promise.all([relay.close(), deliverer.close(), jobs.close()]);
    },
  };
}
