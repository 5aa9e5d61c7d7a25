import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

const sdk = join(import.meta.dirname, "..");
/**
 * README.md states the sizes. Most of the code consists of the tables of operations and roles. The limits allow these tables
 * to grow.
 */
const MAX_BYTES = 40_000;
const MAX_COMPRESSED_BYTES = 10_000;

test("the whole SDK is at most 40 kB in a browser, 10 kB compressed", async () => {
  const built = await build({
    configFile: false,
    root: sdk,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: join(sdk, "src", "index.ts"), preserveEntrySignatures: "strict" },
    },
  });
  const files = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  const code = files.map((file) => ("code" in file ? file.code : "")).join("");
  // The bundle contains every part of the SDK and imports no Node modules.
  for (const part of ["connect", "verifyWebhook", "FormData"]) expect(code).toContain(part);
  expect(code).not.toContain("node:");
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(MAX_BYTES);
  expect(gzipSync(code).length).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES);
});
