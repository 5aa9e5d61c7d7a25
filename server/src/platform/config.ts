import { resolve } from "node:path";
import type { S3Settings } from "./blobs/index.ts";
import {
  readFlag,
  readPort,
  readProcesses,
  readPublicUrl,
  readTrustProxy,
  readWholeNumber,
  type TrustProxy,
} from "./configValues.ts";
import type { LogLevel } from "./log/index.ts";
import type { TwilioSettings } from "./sms/index.ts";
import { StartupError } from "./startupError.ts";

/** The operator's settings (app-operations, "Configuration"), read once from the environment. */
export interface Config {
  readonly port: number;
  /** Whether `PORT` was set: a worker serves its health endpoint only on a configured port. */
  readonly isPortGiven: boolean;
  readonly host: string;
  /** The connection string of the database; if absent, the embedded database in the data folder is used. */
  readonly databaseUrl?: string;
  /** The connection string of a streaming replica of `databaseUrl`, for reports and lists. */
  readonly replicaUrl?: string;
  /** The absolute path of the data folder. */
  readonly dataDir: string;
  /** The URL under which users reach the server, without a trailing slash. */
  readonly publicUrl?: string;
  /** If absent, the server generates a secret at the first start and stores it in the data folder (`loadOrCreateSecret`). */
  readonly secret?: string;
  readonly mail: { readonly smtpUrl?: string; readonly from: string };
  /** Absent if no text messages are sent. */
  readonly twilio?: TwilioSettings;
  /** Absent if online payments are off. */
  readonly stripe?: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** The publishable key for browsers; if absent, clients pay deposits only on Stripe's pages. */
    readonly publishableKey?: string;
  };
  /** Absent if photos are stored in the data folder. */
  readonly s3?: S3Settings;
  readonly webhooks: { readonly allowPrivate: boolean; readonly allowHttp: boolean };
  /** The maximum number of requests per minute per credential; 0 turns the limit off. */
  readonly rateLimitPerMinute: number;
  readonly trustProxy: TrustProxy;
  readonly role: "all" | "web" | "worker";
  /** The number of web processes that `start` and `web` run. All of them listen on the same port. */
  readonly processes: number;
  /** The least severe level that is logged; `info` includes a line for each request. */
  readonly log: LogLevel;
  /** The maximum number of database connections of each process. */
  readonly databaseConnections: number;
  /** The memory in megabytes for the caches of each process; default: a share of the machine's memory. */
  readonly cacheMb?: number;
  /** Whether to start on a database that a newer release has migrated. */
  readonly allowNewerSchema: boolean;
  /** The maximum time, in seconds, for which requests and jobs may continue after a stop signal. */
  readonly shutdownSeconds: number;
  /** Whether users may sign up: with any e-mail address, only with an invitation, or not at all. */
  readonly signUp: SignUpMode;
  /** Whether only this machine can reach the server: it listens on loopback and has no public URL. */
  readonly isAlone: boolean;
  /** The address of the Vite server that serves the pages from their sources (`npm run dev`). */
  readonly viteUrl?: string;
  /** The bearer token of `/metrics`; required if other machines can reach the server (metricsAccess). */
  readonly metricsToken?: string;
}

export type SignUpMode = "open" | "invited" | "closed";

/**
 * Reads the environment. An empty value counts as absent.
 *
 * @throws {StartupError} (exit code 2) that lists every unknown `DAYBOOK_*` name and every invalid value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = unknownNames(environment).map(
    (name) => `${name} is not a Daybook setting. The settings are ${settingNames.join(", ")}.`,
  );
  const read = <T>(name: SettingName, parse: (text: string) => T): T | undefined => {
    const text = environment[name]?.trim();
    if (!text) return undefined;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : "cannot be read"}.`);
      return undefined;
    }
  };

  const port = read("PORT", readPort);
  const host = read("HOST", (text) => text) ?? "127.0.0.1";
  const publicUrl = read("DAYBOOK_PUBLIC_URL", readPublicUrl);
  const databaseUrl = read("DATABASE_URL", (text) => withScheme(text, ["postgres:", "postgresql:"]));
  const replicaUrl = read("DATABASE_REPLICA_URL", (text) => withScheme(text, ["postgres:", "postgresql:"]));
  if (replicaUrl !== undefined && !environment.DATABASE_URL?.trim())
    problems.push("DATABASE_URL is missing: DATABASE_REPLICA_URL requires it.");
  const secret = read("DAYBOOK_SECRET", readSecret);
  const smtpUrl = read("SMTP_URL", (text) => withScheme(text, ["smtp:", "smtps:"]));
  const stripeKey = read("STRIPE_SECRET_KEY", (text) => withPrefix(text, ["sk_", "rk_"]));
  const stripeWebhookSecret = read("STRIPE_WEBHOOK_SECRET", (text) => withPrefix(text, ["whsec_"]));
  const stripePublishableKey = read("STRIPE_PUBLISHABLE_KEY", (text) => withPrefix(text, ["pk_"]));
  const stripe = stripeOf(stripeKey, stripeWebhookSecret, environment, problems);
  const twilio = twilioOf(
    {
      TWILIO_ACCOUNT_SID: read("TWILIO_ACCOUNT_SID", readAccountSid),
      TWILIO_AUTH_TOKEN: read("TWILIO_AUTH_TOKEN", (text) => text),
      TWILIO_FROM: read("TWILIO_FROM", readTextSender),
    },
    environment,
    problems,
  );
  const s3 = s3Of(
    {
      S3_ENDPOINT: read("S3_ENDPOINT", readPublicUrl),
      S3_BUCKET: read("S3_BUCKET", readBucket),
      S3_ACCESS_KEY_ID: read("S3_ACCESS_KEY_ID", (text) => text),
      S3_SECRET_ACCESS_KEY: read("S3_SECRET_ACCESS_KEY", (text) => text),
    },
    read("S3_REGION", (text) => text),
    environment,
    problems,
  );
  const metricsToken = read("DAYBOOK_METRICS_TOKEN", readMetricsToken);
  const cacheMb = read("DAYBOOK_CACHE_MB", (text) => readWholeNumber(text, 1, 65_536));
  const viteUrl = read("DAYBOOK_VITE_URL", (text) => withScheme(text.replace(/\/+$/, ""), ["http:"]));
  // Some defaults are less strict if no other machine can reach this server, for trials and tests.
  const alone = isLoopback(host) && publicUrl === undefined;
  const config: Config = {
    port: port ?? 3000,
    isPortGiven: port !== undefined,
    host,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(replicaUrl !== undefined && { replicaUrl }),
    dataDir: resolve(read("DAYBOOK_DATA_DIR", (text) => text) ?? "data"),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(secret !== undefined && { secret }),
    mail: {
      ...(smtpUrl !== undefined && { smtpUrl }),
      from: read("MAIL_FROM", readMailFrom) ?? "Daybook <daybook@localhost>",
    },
    ...(twilio !== undefined && { twilio }),
    ...(stripe !== undefined && {
      stripe: {
        ...stripe,
        ...(stripePublishableKey !== undefined && { publishableKey: stripePublishableKey }),
      },
    }),
    ...(s3 !== undefined && { s3 }),
    webhooks: {
      allowPrivate: read("DAYBOOK_WEBHOOK_ALLOW_PRIVATE", readFlag) ?? alone,
      allowHttp: read("DAYBOOK_WEBHOOK_ALLOW_HTTP", readFlag) ?? alone,
    },
    rateLimitPerMinute:
      read("DAYBOOK_RATE_LIMIT_PER_MINUTE", (text) => readWholeNumber(text, 0, 1_000_000)) ?? 3000,
    trustProxy: read("DAYBOOK_TRUST_PROXY", readTrustProxy) ?? false,
    role: read("DAYBOOK_ROLE", readRole) ?? "all",
    processes: read("DAYBOOK_PROCESSES", readProcesses) ?? 1,
    log: read("DAYBOOK_LOG", readLogLevel) ?? "info",
    databaseConnections: read("DAYBOOK_DATABASE_CONNECTIONS", (text) => readWholeNumber(text, 2, 200)) ?? 8,
    ...(cacheMb !== undefined && { cacheMb }),
    allowNewerSchema: read("DAYBOOK_ALLOW_NEWER_SCHEMA", readFlag) ?? false,
    shutdownSeconds: read("DAYBOOK_SHUTDOWN_SECONDS", (text) => readWholeNumber(text, 1, 600)) ?? 20,
    signUp: read("DAYBOOK_SIGN_UP", readSignUp) ?? (alone ? "open" : "invited"),
    isAlone: alone,
    ...(metricsToken !== undefined && { metricsToken }),
    ...(viteUrl !== undefined && { viteUrl }),
  };
  if (problems.length > 0) throw new StartupError(problems.join("\n"), 2);
  return config;
}

/**
 * Returns the token of `/metrics` and whether the page is open without a token. It is open only if no other machine can reach the server,
 * directly or through a proxy.
 */
export function metricsAccess({ isAlone, trustProxy, metricsToken }: Config): {
  readonly token?: string;
  readonly isOpen: boolean;
} {
  const hasProxy = trustProxy !== false && trustProxy !== 0;
  return {
    isOpen: metricsToken === undefined && isAlone && !hasProxy,
    ...(metricsToken !== undefined && { token: metricsToken }),
  };
}

/** Returns whether only this machine can reach a server that listens on this address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

const settingNames = [
  "PORT",
  "HOST",
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "DAYBOOK_DATA_DIR",
  "DAYBOOK_PUBLIC_URL",
  "DAYBOOK_SECRET",
  "SMTP_URL",
  "MAIL_FROM",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "TWILIO_FROM",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PUBLISHABLE_KEY",
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_REGION",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "DAYBOOK_WEBHOOK_ALLOW_PRIVATE",
  "DAYBOOK_WEBHOOK_ALLOW_HTTP",
  "DAYBOOK_RATE_LIMIT_PER_MINUTE",
  "DAYBOOK_TRUST_PROXY",
  "DAYBOOK_ROLE",
  "DAYBOOK_PROCESSES",
  "DAYBOOK_LOG",
  "DAYBOOK_DATABASE_CONNECTIONS",
  "DAYBOOK_CACHE_MB",
  "DAYBOOK_ALLOW_NEWER_SCHEMA",
  "DAYBOOK_SHUTDOWN_SECONDS",
  "DAYBOOK_SIGN_UP",
  "DAYBOOK_METRICS_TOKEN",
  "DAYBOOK_API_KEY",
  "DAYBOOK_VITE_URL",
] as const;

type SettingName = (typeof settingNames)[number];

function unknownNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known: readonly string[] = settingNames;
  return Object.keys(environment)
    .filter((name) => name.startsWith("DAYBOOK_") && !known.includes(name))
    .sort();
}

function withScheme(text: string, schemes: readonly string[]): string {
  const scheme = /^[a-z]+:(?=\/\/)/.exec(text)?.[0];
  if (scheme && schemes.includes(scheme)) return text;
  // The value may contain a password, so the message does not repeat it.
  throw new Error(`must start with ${schemes.map((one) => `${one}//`).join(" or ")}`);
}

function withPrefix(text: string, prefixes: readonly string[]): string {
  if (prefixes.some((prefix) => text.startsWith(prefix) && text.length > prefix.length)) return text;
  throw new Error(`must start with ${prefixes.join(" or ")}`);
}

/** Requires both settings or neither. Without the webhook secret, started payments would never be completed. */
function stripeOf(
  secretKey: string | undefined,
  webhookSecret: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Config["stripe"] {
  if (secretKey !== undefined && webhookSecret !== undefined) return { secretKey, webhookSecret };
  const missing = secretKey === undefined ? "STRIPE_SECRET_KEY" : "STRIPE_WEBHOOK_SECRET";
  const other = secretKey === undefined ? "STRIPE_WEBHOOK_SECRET" : "STRIPE_SECRET_KEY";
  // An invalid value has been reported already.
  if (environment[other]?.trim() && !environment[missing]?.trim())
    problems.push(`${missing} is missing: ${other} requires it.`);
  return undefined;
}

/** Requires all settings or none, because text messages need all of them. */
function twilioOf(
  given: Readonly<Record<"TWILIO_ACCOUNT_SID" | "TWILIO_AUTH_TOKEN" | "TWILIO_FROM", string | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Config["twilio"] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = given;
  if (accountSid && authToken && from) return { accountSid, authToken, from };
  // An invalid value has been reported already.
  const missing = Object.keys(given).filter((name) => !environment[name]?.trim());
  if (missing.length > 0 && missing.length < Object.keys(given).length)
    problems.push(`${missing.join(", ")} must be set too: text messages require all of these settings.`);
  return undefined;
}

/** Requires all settings or none, so that photos are never stored in an unintended location. Only the region has a default. */
function s3Of(
  given: Readonly<
    Record<"S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY", string | undefined>
  >,
  region: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Config["s3"] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region: region ?? "us-east-1", accessKeyId, secretAccessKey };
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const missing = Object.keys(given).filter((name) => !isSet(name));
  // An invalid value has been reported already.
  if (missing.length > 0 && (missing.length < Object.keys(given).length || isSet("S3_REGION")))
    problems.push(
      `${missing.join(", ")} must be set too: storing photos in S3 requires all of these settings.`,
    );
  return undefined;
}

function readAccountSid(text: string): string {
  if (/^AC[0-9a-fA-F]{32}$/.test(text)) return text;
  throw new Error("must be AC followed by 32 hexadecimal digits (see the Twilio console)");
}

/** Accepts a phone number in E.164, a messaging service or an alphanumeric sender. */
function readTextSender(text: string): string {
  const isKnown =
    /^\+[1-9]\d{6,14}$/.test(text) ||
    /^MG[0-9a-fA-F]{32}$/.test(text) ||
    /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/.test(text);
  if (isKnown) return text;
  throw new Error(
    `must be a phone number such as +4915112345678, a messaging service (MG…) or a name of at most 11 letters, digits and spaces with at least one letter, not "${text}"`,
  );
}

function readBucket(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) return text;
  throw new Error(
    `must have 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at each end, not "${text}"`,
  );
}

function readSecret(text: string): string {
  if (text.length >= 32) return text;
  throw new Error("must have at least 32 characters (try: openssl rand -hex 32)");
}

function readMailFrom(text: string): string {
  if (/^[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>$/.test(text) || /^[^@\s<>]+@[^@\s<>]+$/.test(text)) return text;
  throw new Error(`must be an e-mail address, alone or as "Name <address>", not "${text}"`);
}

function readLogLevel(text: string): LogLevel {
  if (text === "info" || text === "warn") return text;
  throw new Error(`must be info or warn, not "${text}"`);
}

function readRole(text: string): Config["role"] {
  if (text === "all" || text === "web" || text === "worker") return text;
  throw new Error(`must be all, web or worker, not "${text}"`);
}

function readSignUp(text: string): SignUpMode {
  if (text === "open" || text === "invited" || text === "closed") return text;
  throw new Error(`must be open, invited or closed, not "${text}"`);
}

function readMetricsToken(text: string): string {
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text;
  // The value is a secret, so the message does not repeat it.
  throw new Error("must have at least 16 printable characters without spaces (try: openssl rand -hex 16)");
}
