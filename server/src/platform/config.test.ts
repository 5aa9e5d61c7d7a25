import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { isLoopback, readConfig } from "./config.ts";
import { keepSecret } from "./secret.ts";
import { StartupError } from "./startupError.ts";

test("without a setting everything has its documented default", () => {
  expect(readConfig({ PATH: "/bin", DAYBOOK_ROLE: "" })).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    mail: { from: "Daybook <daybook@localhost>" },
    webhooks: { allowPrivate: true, allowHttp: true },
    rateLimitPerMinute: 3000,
    trustProxy: false,
    role: "all",
  });
});

test("every setting is read", () => {
  const secret = "s".repeat(32);
  expect(
    readConfig({
      PORT: "8080",
      HOST: "0.0.0.0",
      DATABASE_URL: "postgresql://salon:word@db/salon",
      DAYBOOK_DATA_DIR: "/srv/salon",
      DAYBOOK_PUBLIC_URL: "https://book.example.com/",
      DAYBOOK_SECRET: secret,
      SMTP_URL: "smtps://mail.example.com",
      MAIL_FROM: "Salon <hello@example.com>",
      DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1",
      DAYBOOK_WEBHOOK_ALLOW_HTTP: "false",
      DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      DAYBOOK_TRUST_PROXY: "10.0.0.0/8, ::1",
      DAYBOOK_ROLE: "web",
    }),
  ).toEqual({
    port: 8080,
    host: "0.0.0.0",
    databaseUrl: "postgresql://salon:word@db/salon",
    dataDir: "/srv/salon",
    publicUrl: "https://book.example.com",
    secret,
    mail: { smtpUrl: "smtps://mail.example.com", from: "Salon <hello@example.com>" },
    webhooks: { allowPrivate: true, allowHttp: false },
    rateLimitPerMinute: 0,
    trustProxy: ["10.0.0.0/8", "::1"],
    role: "web",
  });
});

test("all problems are told at once, each by its name, and none repeats a password", () => {
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

test("private and plain webhook addresses are allowed only while nobody else can reach us", () => {
  const on = { allowPrivate: true, allowHttp: true };
  const off = { allowPrivate: false, allowHttp: false };
  expect(readConfig({ HOST: "127.4.5.6" }).webhooks).toEqual(on);
  expect(readConfig({ HOST: "::1" }).webhooks).toEqual(on);
  expect(readConfig({ HOST: "0.0.0.0" }).webhooks).toEqual(off);
  expect(readConfig({ DAYBOOK_PUBLIC_URL: "http://localhost:3000" }).webhooks).toEqual(off);
  expect(isLoopback("127.0.0.1.example.com")).toBe(false);
});

test("a number of proxies is a number", () => {
  expect(readConfig({ DAYBOOK_TRUST_PROXY: "1" }).trustProxy).toBe(1);
  expect(readConfig({ DAYBOOK_TRUST_PROXY: "true" }).trustProxy).toBe(true);
});

test("the secret is made once, is for its owner only, and is refused when damaged", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-secret-"));
  try {
    const secret = keepSecret({ dataDir });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(keepSecret({ dataDir })).toBe(secret);
    expect(readFileSync(join(dataDir, "secret"), "utf8").trim()).toBe(secret);
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
    expect(keepSecret({ dataDir, secret: "x".repeat(40) })).toBe("x".repeat(40));
    writeFileSync(join(dataDir, "secret"), "half");
    expect(() => keepSecret({ dataDir })).toThrow("is damaged");
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
