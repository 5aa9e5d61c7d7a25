import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { isFullRun } from "../../server/test/fullRun.ts";
import { installPacked } from "./packedSdk.ts";

/**
 * Decision 95: the maximum size of the code that a program loads, and of the tarball that `npm install` downloads, which includes the
 * types.
 */
const MAX_CODE_BYTES = 15_000;
const MAX_TARBALL_BYTES = 115_000;

test("the packed SDK is small, runs and has its types in another project, and packing leaves the sources unchanged", () => {
  const { home, tarball } = installPacked();
  const installed = join(home, "node_modules", "@daybook", "sdk", "dist");
  for (const form of [installed, join(installed, "cjs")])
    expect(compressedCode(form), form).toBeLessThanOrEqual(MAX_CODE_BYTES);
  expect(statSync(tarball).size).toBeLessThanOrEqual(MAX_TARBALL_BYTES);

  const program = `import { type Appointment, ApiError, connect } from "@daybook/sdk";
const daybook = connect({ address: "http://127.0.0.1:1", retries: 0 });
export const status = (appointment: Appointment): string => appointment.status;
// @ts-expect-error: an appointment has no such field, so its type is not \`any\`.
export const missing = (appointment: Appointment) => appointment.missing;
export const book = (business: string, body: Parameters<typeof daybook.appointments.book>[0]["body"]) =>
  daybook.appointments.book({ path: { business }, body });
const failure = await daybook.get("/me").catch((error: unknown) => error);
console.log(failure instanceof ApiError, failure instanceof TypeError);
`;
  writeFileSync(join(home, "program.ts"), program);
  writeFileSync(join(home, "common.cts"), COMMON);
  compile(home, "program.ts", "common.cts");
  expect(printed(home, "program.js")).toBe("false true\n");
  expect(printed(home, "common.cjs")).toBe("function test\n");
}, 300_000);

const COMMON = `import { type Appointment, connect, signWebhook, verifyWebhook } from "@daybook/sdk";
const signed = { body: '{"type":"test"}', secret: "whsec_test" };
const daybook = connect({ address: "http://127.0.0.1:1" });
signWebhook(signed)
  .then((header) => verifyWebhook({ ...signed, header }))
  .then(({ type }) => console.log(typeof daybook.appointments.book, type));
export const status = (appointment: Appointment): string => appointment.status;
// @ts-expect-error: an appointment has no such field, so its type is not \`any\`.
export const missing = (appointment: Appointment) => appointment.missing;
// @ts-expect-error: a booking needs a body.
export const book = (business: string) => daybook.appointments.book({ path: { business } });
`;

/** Returns the compressed size of the code in a folder. A program loads all of this code. */
function compressedCode(folder: string): number {
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const code = files.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  expect(code).toContain("verifyWebhook");
  return gzipSync(code).length;
}

/** The versions of TypeScript that compile the programs: 7, and in full runs also 5, which takes four times as long. */
const COMPILERS = ["../../node_modules", ...(isFullRun ? ["../node_modules"] : [])];

function compile(home: string, ...files: string[]): void {
  const options = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--strict"];
  const strict = ["--skipLibCheck", "false"];
  for (const modules of COMPILERS) {
    const compiler = join(import.meta.dirname, modules, "typescript", "bin", "tsc");
    execFileSync(process.execPath, [compiler, ...options, ...strict, ...files], { cwd: home, stdio: "pipe" });
  }
}

function printed(home: string, file: string): string {
  return execFileSync(process.execPath, [file], { cwd: home, encoding: "utf8" });
}
