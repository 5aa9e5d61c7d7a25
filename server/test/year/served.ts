import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import { fanOut, openDeliverer } from "../../src/features/webhooks/index.ts";
import type { settableClock } from "../../src/kernel/clock.ts";
import type { BlobStore } from "../../src/platform/blobs/index.ts";
import type { Database } from "../../src/platform/database/index.ts";
import type { Email } from "../../src/platform/email/index.ts";
import { createEncryption } from "../../src/platform/encryption.ts";
import { createCursorSeal } from "../../src/platform/http/cursorSeal.ts";
import { openOutboundHttp } from "../../src/platform/outbound-http/index.ts";
import { openPatiently } from "../fixtures/database.ts";
import { settle } from "../fixtures/settle.ts";

export type YearClock = ReturnType<typeof settableClock>;

/** A server with its database. The server collects its e-mails and checks every response against its schema. */
export interface Served {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: YearClock;
  readonly emails: readonly Email[];
  /** Handles events as the worker does: numbers them and sends the due deliveries. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** The installation's secret. Backups contain it, so that sessions and photo URLs stay valid after a restore. */
export const SECRET = "a year is kept with this secret and with nothing else";

/** Allows webhook receivers on the local machine. */
const LOCAL = { allowPrivate: true, allowHttp: true };

/** Opens a server. `aheadMs` advances the database clock, so that work due within this time runs. */
export async function serve(
  connectionString: string,
  {
    clock,
    blobs,
    aheadMs = 0,
  }: { readonly clock: YearClock; readonly blobs: BlobStore; readonly aheadMs?: number },
): Promise<Served> {
  const databaseClock = { aheadMs: () => aheadMs };
  const emails: Email[] = [];
  const database = openPatiently({ connectionString, clock });
  const app = await buildApp({
    database,
    clock,
    blobs,
    secret: SECRET,
    mailer: { from: "daybook@example.com", send: async (mail) => void emails.push(mail), close: () => {} },
    webhooks: LOCAL,
    databaseClock,
    checkAnswers: true,
  });
  return {
    app,
    database,
    clock,
    emails,
    deliver: async () => {
      await settle(database, [fanOut(databaseClock)]);
      const log = (_message: string, error: unknown) => {
        throw error;
      };
      const sending = {
        database,
        databaseClock,
        clock,
        encryption: createEncryption(SECRET),
        cursors: createCursorSeal(SECRET),
        outbound: openOutboundHttp({ policy: LOCAL }),
        log,
      };
      const deliverer = openDeliverer({ ...sending, runsByItself: false });
      await deliverer.drain();
      await deliverer.close();
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
