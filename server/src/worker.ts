import { appointmentChores } from "./features/appointments/index.ts";
import { calendarChores } from "./features/calendar/index.ts";
import { clientLifeChores } from "./features/client-life/index.ts";
import { clientMailChores, tellClients } from "./features/client-mails/index.ts";
import { memberChores } from "./features/members/index.ts";
import type { PaymentProvider } from "./features/payments/index.ts";
import { photoChores } from "./features/photos/index.ts";
import { saleChores } from "./features/sales/index.ts";
import { sessionChores } from "./features/sessions/index.ts";
import { walletChores } from "./features/wallet/index.ts";
import { fanOut, openDeliverer, webhookChores } from "./features/webhooks/index.ts";
import type { Clock, DatabaseClock } from "./kernel/clock.ts";
import type { BlobStore } from "./platform/blobs/index.ts";
import { type Chore, startChores } from "./platform/chores/index.ts";
import type { Database } from "./platform/database/index.ts";
import { idempotencyChores } from "./platform/idempotency/index.ts";
import { limitChores } from "./platform/limits/index.ts";
import { type LetterOutcome, letterChores, type Mailer } from "./platform/mail/index.ts";
import { openRelay } from "./platform/outbox/relay.ts";
import type { OutgoingPolicy } from "./platform/outgoing/index.ts";
import { sealer } from "./platform/seal.ts";

export interface WorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly databaseClock: DatabaseClock;
  /** The installation's: opens what the server has sealed. */
  readonly secret: string;
  /** Which addresses may be delivered to. */
  readonly webhooks: OutgoingPolicy;
  /** Where pictures are. */
  readonly blobs: BlobStore;
  /** Null: nothing is paid online. */
  readonly paymentProvider: PaymentProvider | null;
  readonly mailer: Mailer;
  readonly log: (message: string, error: unknown) => void;
  /** Told of every attempt that ended, for the metrics. */
  readonly counters?: {
    delivery(outcome: "succeeded" | "failed"): void;
    letter(outcome: LetterOutcome): void;
  };
}

export interface Worker {
  /** Resolves when what was under way has ended; nothing begins after it. */
  close(): Promise<void>;
}

/** Everything that the clock asks for: what is done here is this one list, as the routes are (app.ts). */
export function allChores(options: WorkerOptions): Chore[] {
  const { database, databaseClock, mailer, log, counters, blobs, paymentProvider, secret } = options;
  return [
    ...appointmentChores(options),
    ...calendarChores(options),
    ...clientLifeChores(options, secret),
    ...clientMailChores(options),
    ...letterChores({
      database,
      databaseClock,
      mailer,
      log,
      ...(counters === undefined ? {} : { onAttempt: counters.letter }),
    }),
    ...photoChores(options, blobs),
    ...saleChores(options, paymentProvider, log),
    ...walletChores(options),
    ...webhookChores(options),
    ...sessionChores(options),
    ...memberChores(options),
    ...idempotencyChores(options),
    ...limitChores(database),
  ];
}

/**
 * The part of Daybook that nobody asks: it gives events their numbers, delivers them, sends letters and does the clock's
 * work. Any number of workers may run side by side, in processes of their own or beside the server. Beside the server
 * one hears of events at once; those of other processes are found within a second.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { database, databaseClock, clock, log, counters } = options;
  const consumers = [fanOut(databaseClock), tellClients(options)];
  const relay = openRelay({ database, consumers, log });
  const deliverer = openDeliverer({
    database,
    databaseClock,
    clock,
    sealer: sealer(options.secret),
    policy: options.webhooks,
    log,
    ...(counters === undefined ? {} : { onAttempt: counters.delivery }),
  });
  const chores = startChores(allChores(options), options);
  return {
    async close() {
      await Promise.all([relay.close(), deliverer.close(), chores.close()]);
    },
  };
}
