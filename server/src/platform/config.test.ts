import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { isLoopback, metricsAccess, readConfig } from "./config.ts";
import { loadOrCreateSecret } from "./secret.ts";
import { StartupError } from "./startupError.ts";

test("without settings every value has its documented default", () => {
  expect(readConfig({ PATH: "/bin", DAYBOOK_ROLE: "" })).toEqual({
    port: 3000,
    isPortGiven: false,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    mail: { from: "Daybook <daybook@localhost>" },
    webhooks: { allowPrivate: true, allowHttp: true },
    rateLimitPerMinute: 3000,
    trustProxy: false,
    role: "all",
    processes: 1,
    log: "info",
    databaseConnections: 8,
    allowNewerSchema: false,
    shutdownSeconds: 20,
    signUp: "open",
    isAlone: true,
  });
});

test("every setting is read", () => {
  const secret = "s".repeat(32);
  expect(
    readConfig({
      PORT: "8080",
      HOST: "0.0.0.0",
      DATABASE_URL: "postgresql://salon:word@db/salon",
      DATABASE_REPLICA_URL: "postgresql://salon:word@replica/salon",
      DAYBOOK_DATA_DIR: "/srv/salon",
      DAYBOOK_PUBLIC_URL: "https://book.example.com/",
      DAYBOOK_SECRET: secret,
      SMTP_URL: "smtps://mail.example.com",
      MAIL_FROM: "Salon <hello@example.com>",
      TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "hidden",
      TWILIO_FROM: "+4915112345678",
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      S3_ENDPOINT: "https://s3.example.com/",
      S3_BUCKET: "salon-photos",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "hidden",
      DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1",
      DAYBOOK_WEBHOOK_ALLOW_HTTP: "false",
      DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      DAYBOOK_TRUST_PROXY: "10.0.0.0/8, ::1",
      DAYBOOK_ROLE: "web",
      DAYBOOK_PROCESSES: "4",
      DAYBOOK_LOG: "warn",
      DAYBOOK_DATABASE_CONNECTIONS: "30",
      DAYBOOK_CACHE_MB: "256",
      DAYBOOK_ALLOW_NEWER_SCHEMA: "1",
      DAYBOOK_SHUTDOWN_SECONDS: "5",
      DAYBOOK_SIGN_UP: "closed",
      DAYBOOK_METRICS_TOKEN: "0123456789abcdef",
    }),
  ).toEqual({
    port: 8080,
    isPortGiven: true,
    host: "0.0.0.0",
    databaseUrl: "postgresql://salon:word@db/salon",
    replicaUrl: "postgresql://salon:word@replica/salon",
    dataDir: "/srv/salon",
    publicUrl: "https://book.example.com",
    secret,
    mail: { smtpUrl: "smtps://mail.example.com", from: "Salon <hello@example.com>" },
    twilio: { accountSid: `AC${"0".repeat(32)}`, authToken: "hidden", from: "+4915112345678" },
    stripe: { secretKey: "sk_test_1", webhookSecret: "whsec_1" },
    s3: {
      endpoint: "https://s3.example.com",
      bucket: "salon-photos",
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "hidden",
    },
    webhooks: { allowPrivate: true, allowHttp: false },
    rateLimitPerMinute: 0,
    trustProxy: ["10.0.0.0/8", "::1"],
    role: "web",
    processes: 4,
    log: "warn",
    databaseConnections: 30,
    cacheMb: 256,
    allowNewerSchema: true,
    shutdownSeconds: 5,
    signUp: "closed",
    isAlone: false,
    metricsToken: "0123456789abcdef",
  });
});

test.each([
  [{ STRIPE_SECRET_KEY: "sk_live_hidden" }, "STRIPE_WEBHOOK_SECRET is missing"],
  [
    { S3_BUCKET: "photos", S3_SECRET_ACCESS_KEY: "hidden" },
    "S3_ENDPOINT, S3_ACCESS_KEY_ID must be set too: storing photos in S3 requires all of these settings.",
  ],
  [
    { S3_REGION: "eu-central-1" },
    "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too",
  ],
  [
    { TWILIO_AUTH_TOKEN: "hidden" },
    "TWILIO_ACCOUNT_SID, TWILIO_FROM must be set too: text messages require all of these settings.",
  ],
  [{ TWILIO_ACCOUNT_SID: "SK1" }, "TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits"],
  [{ TWILIO_FROM: "A name that is too long" }, "TWILIO_FROM must be a phone number such as +4915112345678"],
  [{ S3_ENDPOINT: "ftp://s3" }, "S3_ENDPOINT must be an http or https URL"],
  [{ S3_BUCKET: "No Bucket" }, "S3_BUCKET must have 3 to 63 lower-case letters"],
  [{ DATABASE_REPLICA_URL: "postgres://salon:hidden@replica/salon" }, "DATABASE_URL is missing"],
  [{ STRIPE_WEBHOOK_SECRET: "whsec_hidden" }, "STRIPE_SECRET_KEY is missing"],
  [{ STRIPE_SECRET_KEY: "pk_hidden", STRIPE_WEBHOOK_SECRET: "whsec_hidden" }, "STRIPE_SECRET_KEY must start"],
])("settings that require each other are reported, without secrets: %j", (environment, problem) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(problem);
  expect(read).not.toThrow(/hidden/);
});

test("all problems are reported at once with their setting, without passwords", () => {
  const wrong = {
    PORT: "http",
    DATABASE_URL: "mysql://root:hidden@db/salon",
    DAYBOOK_SECRET: "short-hidden",
    DAYBOOK_PUBLIC_URL: "book.example.com",
    DAYBOOK_WEBHOOK_ALLOW_HTTP: "maybe",
    DAYBOOK_RATE_LIMIT_PER_MINUTE: "-1",
    DAYBOOK_TRUST_PROXY: "10.0.0.0/33",
    DAYBOOK_ROLE: "boss",
    SMTP_URL: "mail.example.com",
    MAIL_FROM: "nobody",
    DAYBOOK_PROT: "3000",
  };
  const error = refusalOf(wrong);
  const lines = error.message.split("\n");
  expect(lines).toHaveLength(Object.keys(wrong).length);
  for (const name of Object.keys(wrong))
    expect(lines.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  expect(error.message).not.toContain("hidden");
  expect(error.exitCode).toBe(2);
});

test.each(["65536", "-1", "3000.5", "0x10", "１"])("the port %s is refused", (port) => {
  expect(refusalOf({ PORT: port }).message).toMatch(/^PORT must be a whole number/);
});

test("private and http webhook URLs are allowed by default only on a loopback address", () => {
  const on = { allowPrivate: true, allowHttp: true };
  const off = { allowPrivate: false, allowHttp: false };
  expect(readConfig({ HOST: "127.4.5.6" }).webhooks).toEqual(on);
  expect(readConfig({ HOST: "::1" }).webhooks).toEqual(on);
  expect(readConfig({ HOST: "0.0.0.0" }).webhooks).toEqual(off);
  expect(readConfig({ DAYBOOK_PUBLIC_URL: "http://localhost:3000" }).webhooks).toEqual(off);
  expect(isLoopback("127.0.0.1.example.com")).toBe(false);
});

test("DAYBOOK_PROCESSES is a number or auto, which means the number of CPU cores", () => {
  expect(readConfig({ DAYBOOK_PROCESSES: "auto" }).processes).toBe(availableParallelism());
  for (const wrong of ["0", "65", "all"])
    expect(() => readConfig({ DAYBOOK_PROCESSES: wrong })).toThrow(
      `DAYBOOK_PROCESSES must be auto or a whole number from 1 to 64, not "${wrong}".`,
    );
});

test("a number of trusted proxies is read as a number", () => {
  expect(readConfig({ DAYBOOK_TRUST_PROXY: "1" }).trustProxy).toBe(1);
  expect(readConfig({ DAYBOOK_TRUST_PROXY: "true" }).trustProxy).toBe(true);
});

test("the secret is created once, readable by its owner only, and refused if damaged", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-secret-"));
  try {
    const secret = loadOrCreateSecret({ dataDir });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(loadOrCreateSecret({ dataDir })).toBe(secret);
    expect(readFileSync(join(dataDir, "secret"), "utf8").trim()).toBe(secret);
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
    expect(loadOrCreateSecret({ dataDir, secret: "x".repeat(40) })).toBe("x".repeat(40));
    writeFileSync(join(dataDir, "secret"), "half");
    expect(() => loadOrCreateSecret({ dataDir })).toThrow("is damaged");
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

function refusalOf(environment: Record<string, string>): StartupError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartupError) return error;
  }
  throw new Error("It was not refused.");
}

/** Returns the settings in the operators' guide with their defaults; "" for a setting without a default. */
function documentedSettings(): Map<string, string> {
  const guide = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");
  const section = guide.split("## Settings\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|([^|]*)\|/gm);
  return new Map([...rows].map(([, name = "", value = ""]) => [name, value.trim()]));
}

test("docs/operate.md lists every setting and no other", () => {
  let message = "";
  try {
    readConfig({ DAYBOOK_NO_SUCH_NAME: "1" });
  } catch (error) {
    message = (error as StartupError).message;
  }
  const names = (/The settings are ([^.]+)\./.exec(message)?.[1] ?? "").split(", ");
  expect([...documentedSettings().keys()].sort()).toEqual(names.sort());
});

test("docs/operate.md gives the default of every setting", () => {
  const values = [...documentedSettings()].flatMap(([name, text]) => {
    const value = /^`(.+)`$/.exec(text)?.[1];
    return value === undefined ? [] : [[name, value] as const];
  });
  expect(values.length).toBeGreaterThan(5);
  const s3 = {
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "photos",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "hidden",
  };
  for (const [name, value] of values) {
    const { isPortGiven: _, ...set } = readConfig({ ...s3, [name]: value });
    const { isPortGiven: __, ...unset } = readConfig(s3);
    expect([name, set]).toEqual([name, unset]);
  }
});

test("sign-up is open only where no other machine can reach the server", () => {
  const signUp = (settings: Record<string, string>) => readConfig(settings).signUp;
  expect(signUp({})).toBe("open");
  expect(signUp({ HOST: "::1" })).toBe("open");
  expect(signUp({ HOST: "0.0.0.0" })).toBe("invited");
  expect(signUp({ DAYBOOK_PUBLIC_URL: "https://book.example.com" })).toBe("invited");
  expect(signUp({ DAYBOOK_PUBLIC_URL: "https://book.example.com", DAYBOOK_SIGN_UP: "open" })).toBe("open");
  expect(() => signUp({ DAYBOOK_SIGN_UP: "yes" })).toThrow("must be open, invited or closed");
});

test("metrics are open without a token only on loopback without a public URL and a proxy", () => {
  const access = (settings: Record<string, string>) => metricsAccess(readConfig(settings));
  const token = "0123456789abcdef";
  expect(access({})).toEqual({ isOpen: true });
  expect(access({ DAYBOOK_TRUST_PROXY: "0" })).toEqual({ isOpen: true });
  for (const [name, value] of [
    ["HOST", "0.0.0.0"],
    ["DAYBOOK_PUBLIC_URL", "http://127.0.0.1:3000"],
    ["DAYBOOK_TRUST_PROXY", "1"],
  ] as const) {
    expect(access({ [name]: value })).toEqual({ isOpen: false });
    expect(access({ [name]: value, DAYBOOK_METRICS_TOKEN: token })).toEqual({ isOpen: false, token });
  }
  expect(access({ DAYBOOK_METRICS_TOKEN: token })).toEqual({ isOpen: false, token });
  expect(() => access({ DAYBOOK_METRICS_TOKEN: "short" })).toThrow(/at least 16[^"]*$/);
});
