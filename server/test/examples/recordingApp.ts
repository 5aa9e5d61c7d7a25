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
 * The time of the recording: a Monday in May, 09:10 in Berlin. This time is long before the system time, so times of the two
 * clocks are easy to distinguish.
 */
export const RECORDED_AT = Date.UTC(2026, 4, 4, 7, 10);

/** A constant secret, so that sessions stay valid after a restart of the server. */
const SECRET = "examples are recorded with this and nothing else";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Sent {
  readonly method: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON unless it is a string or bytes. */
  readonly payload?: unknown;
}

export interface Received {
  readonly status: number;
  /** The parsed JSON body, or the media type and size of an image or an archive. */
  // biome-ignore lint/suspicious/noExplicitAny: the responses have any shape.
  readonly body: any;
  /** The cookies that the response sets, as `name=value`. */
  readonly cookie: string;
}

/** A server that runs on a given database and collects the e-mails it sends. */
export interface RecordingApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly databaseClock: typeof trueDatabaseClock;
  readonly clock: Clock;
  /** Decrypts values that the server has encrypted. */
  readonly encryption: Encryption;
  readonly emails: readonly Email[];
  readonly stripe: StripeDouble;
  readonly blobs?: BlobStore;
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export async function recordingApp(
  connectionString: string,
  // The default wait is longer than the production limit, because a recorded request must not be refused by a busy machine.
  { waitMs = 60_000, ...options }: { rateLimitPerMinute?: number; blobs?: BlobStore; waitMs?: number } = {},
): Promise<RecordingApp> {
  let requestCount = 0;
  const emails: Email[] = [];
  const clock = settableClock(RECORDED_AT);
  const database = openDatabase({ connectionString, clock, bounds: { acquireMs: waitMs } });
  const stripe = await stripeDouble();
  const app = await buildApp({
    database,
    clock,
    secret: SECRET,
    // The salon's webhook receiver runs on the local machine.
    webhooks: { allowPrivate: true, allowHttp: true },
    publicUrl: SITE,
    signUp: { mode: "open", confirmsAddress: false },
    mailer: { from: "daybook@example.com", send: async (mail) => void emails.push(mail), close: () => {} },
    examples: NO_EXAMPLES,
    requestBounds: { requestMs: waitMs, waitMs },
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
    emails,
    stripe,
    ...(options.blobs && { blobs: options.blobs }),
    send: async ({ method, url, headers, payload }) => {
      const answer = await app.inject({
        method,
        url,
        // Uses 250 IP addresses in turn, because sign-in has a rate limit per address.
        remoteAddress: `203.0.113.${(++requestCount % 250) + 1}`,
        headers: { "user-agent": "Mozilla/5.0 (Macintosh) Safari/605.1.15", ...headers },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const type = String(answer.headers["content-type"]);
      const text = /^image|gzip/.test(type) ? `${type}, ${answer.rawPayload.length} bytes` : answer.body;
      return {
        status: answer.statusCode,
        body: type.startsWith("application/json") ? answer.json() : text,
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

/** The installation's public URL in the examples. */
export const SITE = "https://book.haarwerk.example";

/** The URL of the webhook receivers in the examples. */
export const HOOKS = "https://hooks.haarwerk.example";

/** Returns the headers that a browser adds to requests from the app. */
export function fromBrowser(cookie: string): Record<string, string> {
  return { ...(cookie === "" ? {} : { cookie }), origin: SITE };
}
