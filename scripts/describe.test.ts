import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The maximum size of docs/openapi.json. */
const MAX_BYTES = 700_000;

test("the committed description is the one that the route table makes, and small", {
  timeout: 120_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-describe-"));
  try {
    const description = join(folder, "openapi.json");
    execFileSync(process.execPath, [`${root}scripts/describe.ts`, description], { stdio: "pipe" });
    // If this test fails after a change of routes or schemas, run npm run describe and commit docs/openapi.json.
    const committed = readFileSync(`${root}docs/openapi.json`, "utf8");
    expect(committed).toBe(readFileSync(description, "utf8"));
    expect(Buffer.byteLength(committed)).toBeLessThan(MAX_BYTES);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
