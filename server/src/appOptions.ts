import type { SignUpSettings } from "./features/access/index.ts";
import type { PaymentProvider } from "./features/checkout/index.ts";
import type { MetricsAccess } from "./health.ts";
import type { Clock, DatabaseClock } from "./kernel/clock.ts";
import type { PagesOptions } from "./pages.ts";
import type { BlobStore } from "./platform/blobs/index.ts";
import type { Database, ReplicaReads } from "./platform/database/index.ts";
import type { Mailer } from "./platform/email/index.ts";
import type { Drain } from "./platform/http/drain.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import type { ServerOptions } from "./platform/http/server.ts";
import type { Metrics } from "./platform/metrics/index.ts";
import type { OutboundPolicy } from "./platform/outbound-http/index.ts";
import type { TextSender } from "./platform/sms/index.ts";

export interface AppOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The database from which reports and lists are read; default: `database`. */
  readonly replica?: ReplicaReads;
  /** The installation's secret; default: a random one, so sessions and encrypted data are lost when the process ends. */
  readonly secret?: string;
  /** The public URL; default: the address on which the server listens. */
  readonly publicUrl?: string;
  /** The mailer; without one, no e-mail is sent. */
  readonly mailer?: Mailer;
  /** The payment provider; null or absent disables online payments. */
  readonly paymentProvider?: PaymentProvider | null;
  /** The payment provider's key for browsers; if absent, visitors pay deposits on the provider's page. */
  readonly publishableKey?: string;
  /** The sender of text messages; if null or absent, codes are sent by e-mail only. */
  readonly textSender?: TextSender | null;
  /** The photo storage; default: a temporary folder that is deleted when the server closes. */
  readonly blobs?: BlobStore;
  /** The folder for temporary files of uploads; default: the system's folder. */
  readonly uploadFolder?: string;
  readonly trustProxy?: ServerOptions["trustProxy"];
  readonly drain?: Drain;
  /** Returns true if all processes that the main process started are serving; default: true, for a single process. */
  readonly areAllServing?: () => boolean;
  readonly requestBounds?: NonNullable<ServerOptions["requestBounds"]>;
  readonly arrivalLimits?: ServerOptions["arrivalLimits"];
  /** The settings for sign-up; default: anyone may sign up, and with a public URL must first confirm the e-mail address. */
  readonly signUp?: SignUpSettings;
  /** Whether the server rejects requests whose `Host` header does not name the loopback interface. */
  readonly loopbackHostsOnly?: boolean;
  /** Maximum number of requests per minute for each API key or user; no limit if absent or 0. */
  readonly rateLimitPerMinute?: number;
  /** The policy for the URLs of webhook endpoints; default: only public addresses with https. */
  readonly webhooks?: OutboundPolicy;
  /** The offset of the database's clock, for tests; default: no offset. */
  readonly databaseClock?: DatabaseClock;
  /** The metrics of the process; if absent, the server has no `/metrics`. */
  readonly metrics?: Metrics;
  /** Which requests may read `/metrics`; default: all requests without a forwarding header. */
  readonly metricsAccess?: MetricsAccess;
  readonly logger?: NonNullable<ServerOptions["logger"]>;
  /** Logs failures that occur outside of requests, such as an e-mail that could not be sent; default: the logger. */
  readonly log?: (message: string, error: unknown) => void;
  /** Whether a response that does not match its schema becomes an error (for tests). */
  readonly checkAnswers?: boolean;
  /** The folder of the built pages, or Vite's address; default: the build of this repository. */
  readonly pages?: Pick<PagesOptions, "folder" | "devServer">;
  /** The folder of the built booking pages; default: the build of this repository. */
  readonly bookingPagesFolder?: string;
  /** Recorded examples of the description; default: docs/examples.json. */
  readonly examples?: RecordedExamples;
}
