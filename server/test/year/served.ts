import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import { fanOut, openDeliverer } from "../../src/features/webhooks/index.ts";
import type { settableClock } from "../../src/kernel/clock.ts";
import type { BlobStore } from "../../src/platform/blobs/index.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import type { Email } from "../../src/platform/email/index.ts";
import { createEncryption } from "../../src/platform/encryption.ts";
import { createCursorSeal } from "../../src/platform/http/cursorSeal.ts";
import { settle } from "../fixtures/settle.ts";

export type YearClock = ReturnType<typeof settableClock>;

/** A server over a database. Its mails are kept, and every answer is held to its published shape. */
export interface Served {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: YearClock;
  readonly letters: readonly Email[];
  /** Does what a worker does about events: gives numbers to those that were written, and sends what is due. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** The installation's: a backup takes it along, so that sessions and addresses of photos go on. */
export const SECRET = "a year is kept with this secret and with nothing else";

/** Receivers are on this machine. */
const LOCAL = { allowPrivate: true, allowHttp: true };

/** `aheadMs`: what is due so much later is due already. */
export async function serve(
  connectionString: string,
  {
    clock,
    blobs,
    aheadMs = 0,
  }: { readonly clock: YearClock; readonly blobs: BlobStore; readonly aheadMs?: number },
): Promise<Served> {
  const databaseClock = { aheadMs: () => aheadMs };
  const letters: Email[] = [];
  const database = openDatabase({ connectionString });
  const app = await buildApp({
    database,
    clock,
    blobs,
    secret: SECRET,
    mailer: { from: "daybook@example.com", send: async (mail) => void letters.push(mail), close: () => {} },
    webhooks: LOCAL,
    databaseClock,
    checkAnswers: true,
  });
  return {
    app,
    database,
    clock,
    letters,
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
        policy: LOCAL,
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
