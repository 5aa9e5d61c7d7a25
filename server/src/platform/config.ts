import { resolve } from "node:path";
import {
  readFlag,
  readPort,
  readPublicUrl,
  readTrustProxy,
  readWholeNumber,
  type TrustProxy,
} from "./configValues.ts";
import { StartupError } from "./startupError.ts";

/** The operator's settings (app-operations, "Configuration"), read once from the environment and passed along. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Without a slash at its end. */
  readonly publicUrl?: string;
  /** Absent: made at the first start and kept in the data folder (`keepSecret`). */
  readonly secret?: string;
  readonly mail: { readonly smtpUrl?: string; readonly from: string };
  readonly webhooks: { readonly allowPrivate: boolean; readonly allowHttp: boolean };
  /** Per credential; 0 is off. */
  readonly rateLimitPerMinute: number;
  readonly trustProxy: TrustProxy;
  readonly role: "all" | "web" | "worker";
}

/**
 * Reads the environment. An empty value counts as absent.
 *
 * @throws {StartupError} (exit code 2) naming every unknown `DAYBOOK_*` name and every bad value at once.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = unknownNames(environment).map(
    (name) => `${name} is not a setting of Daybook. The settings are ${settingNames.join(", ")}.`,
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

  const host = read("HOST", (text) => text) ?? "127.0.0.1";
  const publicUrl = read("DAYBOOK_PUBLIC_URL", readPublicUrl);
  const databaseUrl = read("DATABASE_URL", (text) => withScheme(text, ["postgres:", "postgresql:"]));
  const secret = read("DAYBOOK_SECRET", readSecret);
  const smtpUrl = read("SMTP_URL", (text) => withScheme(text, ["smtp:", "smtps:"]));
  // Somebody's first minutes, or a test: nobody else can reach us, so nothing of anybody's is exposed.
  const alone = isLoopback(host) && publicUrl === undefined;
  const config: Config = {
    port: read("PORT", readPort) ?? 3000,
    host,
    ...(databaseUrl !== undefined && { databaseUrl }),
    dataDir: resolve(read("DAYBOOK_DATA_DIR", (text) => text) ?? "data"),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(secret !== undefined && { secret }),
    mail: {
      ...(smtpUrl !== undefined && { smtpUrl }),
      from: read("MAIL_FROM", readMailFrom) ?? "Daybook <daybook@localhost>",
    },
    webhooks: {
      allowPrivate: read("DAYBOOK_WEBHOOK_ALLOW_PRIVATE", readFlag) ?? alone,
      allowHttp: read("DAYBOOK_WEBHOOK_ALLOW_HTTP", readFlag) ?? alone,
    },
    rateLimitPerMinute:
      read("DAYBOOK_RATE_LIMIT_PER_MINUTE", (text) => readWholeNumber(text, 0, 1_000_000)) ?? 3000,
    trustProxy: read("DAYBOOK_TRUST_PROXY", readTrustProxy) ?? false,
    role: read("DAYBOOK_ROLE", readRole) ?? "all",
  };
  if (problems.length > 0) throw new StartupError(problems.join("\n"), 2);
  return config;
}

/** Whether only this machine can reach a server that listens on this address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

const settingNames = [
  "PORT",
  "HOST",
  "DATABASE_URL",
  "DAYBOOK_DATA_DIR",
  "DAYBOOK_PUBLIC_URL",
  "DAYBOOK_SECRET",
  "SMTP_URL",
  "MAIL_FROM",
  "DAYBOOK_WEBHOOK_ALLOW_PRIVATE",
  "DAYBOOK_WEBHOOK_ALLOW_HTTP",
  "DAYBOOK_RATE_LIMIT_PER_MINUTE",
  "DAYBOOK_TRUST_PROXY",
  "DAYBOOK_ROLE",
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
  // The value may hold a password, so it is not repeated.
  throw new Error(`must begin with ${schemes.map((one) => `${one}//`).join(" or ")}`);
}

function readSecret(text: string): string {
  if (text.length >= 32) return text;
  throw new Error("must have at least 32 characters (try: openssl rand -hex 32)");
}

function readMailFrom(text: string): string {
  if (/^[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>$/.test(text) || /^[^@\s<>]+@[^@\s<>]+$/.test(text)) return text;
  throw new Error(`must be an e-mail address, alone or as "Name <address>", not "${text}"`);
}

function readRole(text: string): Config["role"] {
  if (text === "all" || text === "web" || text === "worker") return text;
  throw new Error(`must be all, web or worker, not "${text}"`);
}
