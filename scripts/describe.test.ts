import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the committed description and the SDK's types are those of the route table", {
  timeout: 120_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-describe-"));
  try {
    const [description, types] = [join(folder, "openapi.json"), join(folder, "api.ts")];
    execFileSync(process.execPath, [`${root}scripts/describe.ts`, description, types], { stdio: "pipe" });
    // After a change of routes or schemas: npm run describe, and commit both files.
    expect(readFileSync(`${root}docs/openapi.json`, "utf8")).toBe(readFileSync(description, "utf8"));
    expect(readFileSync(`${root}sdk/src/api.ts`, "utf8")).toBe(readFileSync(types, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
