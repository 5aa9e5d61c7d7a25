import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../../test/fixtures/temporaryFolder.ts";
import { findSecret, loadOrCreateSecret, secretFile } from "./secret.ts";

const dataDir = temporaryFolder("secret");
afterEach(() => {
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name));
});

test("the secret is created once, readable by its owner only, without leftover files", () => {
  expect(findSecret({ dataDir })).toBeUndefined();
  const secret = loadOrCreateSecret({ dataDir });
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(secretFile(dataDir)).mode & 0o777).toBe(0o600);
  expect([loadOrCreateSecret({ dataDir }), findSecret({ dataDir })]).toEqual([secret, secret]);
  expect(readdirSync(dataDir)).toEqual(["secret"]);
});

test("a secret created by a process with the same pid in another container is not overwritten", () => {
  const theirs = "f".repeat(64);
  // The other process has linked its temporary file, so both names refer to the same file.
  writeFileSync(join(dataDir, `secret.${process.pid}`), theirs);
  const elsewhere = join(dataDir, "as they read it");
  linkSync(join(dataDir, `secret.${process.pid}`), elsewhere);
  loadOrCreateSecret({ dataDir });
  expect(readFileSync(elsewhere, "utf8")).toBe(theirs);
});
