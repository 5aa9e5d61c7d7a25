import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { findSecret, loadOrCreateSecret, secretFile } from "./secret.ts";

const dataDir = mkdtempSync(join(tmpdir(), "daybook-secret-"));
afterEach(() => {
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test("a secret is made once, is its owner's alone, and leaves nothing else behind", () => {
  expect(findSecret({ dataDir })).toBeUndefined();
  const secret = loadOrCreateSecret({ dataDir });
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(secretFile(dataDir)).mode & 0o777).toBe(0o600);
  expect([loadOrCreateSecret({ dataDir }), findSecret({ dataDir })]).toEqual([secret, secret]);
  expect(readdirSync(dataDir)).toEqual(["secret"]);
});

test("the secret of a process that has our number, in another container, is not written over", () => {
  const theirs = "f".repeat(64);
  // It has just linked its draft: both names are one file.
  writeFileSync(join(dataDir, `secret.${process.pid}`), theirs);
  const elsewhere = join(dataDir, "as they read it");
  linkSync(join(dataDir, `secret.${process.pid}`), elsewhere);
  loadOrCreateSecret({ dataDir });
  expect(readFileSync(elsewhere, "utf8")).toBe(theirs);
});
