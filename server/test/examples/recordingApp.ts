import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import { stripeProvider } from "../../src/features/checkout/payments/index.ts";
import { type Clock, settableClock, trueDatabaseClock } from "../../src/kernel/clock.ts";
import type { BlobStore } from "../../src/platform/blobs/index.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import type { Email } from "../../src/platform/email/index.ts";
import { createEncryption, type Encryption } from "../../src/platform/encryption.ts";
import { NO_EXAMPLES } from "../../src/platform/http/recordedExamples.ts";
import { type StripeDouble, stripeDouble, WEBHOOK_SECRET } from "../fixtures/stripeDouble.ts";

/**
 * When everything is recorded: a Monday in May, ten past nine in Berlin. It lies behind the machine's clock by months and
 * more with every day, so that an instant which the machine's clock gave can be told from one of this clock's.
 */
export const RECORDED_AT = Date.UTC(2026, 4, 4, 7, 10);

/** Sessions outlive the server they were opened on, as on any installation that keeps its secret. */
const SECRET = "examples are recorded with this and nothing else";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request, as it goes over the wire. */
export interface Sent {
  readonly method: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text or bytes already. */
  readonly payload?: unknown;
}

export interface Received {
  readonly status: number;
  /** The JSON; of a file, what it is. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  readonly body: any;
  /** `name=value` of the cookies it sets. */
  readonly cookie: string;
}

/** A server over a database, whose mails are kept. */
export interface RecordingApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly databaseClock: typeof trueDatabaseClock;
  readonly clock: Clock;
  /** Opens what the server has sealed. */
  readonly encryption: Encryption;
  readonly letters: readonly Email[];
  /** Whom the server has its online payments made by. */
  readonly stripe: StripeDouble;
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export async function recordingApp(
  connectionString: string,
  options: { rateLimitPerMinute?: number; blobs?: BlobStore } = {},
): Promise<RecordingApp> {
  let asked = 0;
  const letters: Email[] = [];
  const database = openDatabase({ connectionString });
  const clock = settableClock(RECORDED_AT);
  const stripe = await stripeDouble();
  const app = await buildApp({
    database,
    clock,
    secret: SECRET,
    // The salon's subscriber listens on this machine.
    webhooks: { allowPrivate: true, allowHttp: true },
    publicUrl: SITE,
    signUp: { mode: "open", confirmsAddress: false },
    mailer: { from: "daybook@example.com", send: async (mail) => void letters.push(mail), close: () => {} },
    examples: NO_EXAMPLES,
    paymentProvider: stripeProvider({
      secretKey: "sk_test_1",
      webhookSecret: WEBHOOK_SECRET,
      api: { protocol: "http", host: "127.0.0.1", port: stripe.port },
    }),
    ...options,
  });
  return {
    app,
    database,
    databaseClock: trueDatabaseClock,
    clock,
    encryption: createEncryption(SECRET),
    letters,
    stripe,
    send: async ({ method, url, headers, payload }) => {
      const answer = await app.inject({
        method,
        url,
        // Sign-ins are counted by address.
        remoteAddress: `203.0.113.${(++asked % 250) + 1}`,
        headers: { "user-agent": "Mozilla/5.0 (Macintosh) Safari/605.1.15", ...headers },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const type = String(answer.headers["content-type"]);
      const told = type.startsWith("image/") ? `${type}, ${answer.rawPayload.length} bytes` : answer.body;
      return {
        status: answer.statusCode,
        body: type.startsWith("application/json") ? answer.json() : told,
        cookie: answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; "),
      };
    },
    close: async () => {
      await app.close();
      await stripe.close();
      await database.close();
    },
  };
}

/** Where the installation of the examples is reached. */
export const SITE = "https://book.haarwerk.example";

/** Where its subscribers are reached. */
export const HOOKS = "https://hooks.haarwerk.example";

/** What a browser adds to what it sends from our own pages. */
export function fromBrowser(cookie: string): Record<string, string> {
  return { ...(cookie === "" ? {} : { cookie }), origin: SITE };
}
