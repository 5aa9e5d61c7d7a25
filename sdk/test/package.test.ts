import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun } from "../../server/test/fullRun.ts";

const sdk = join(import.meta.dirname, "..");

test("the packed SDK runs and has its types in another project, and packing leaves the sources unchanged", () => {
  const work = mkdtempSync(join(tmpdir(), "daybook-sdk-"));
  onTestFinished(() => rmSync(work, { recursive: true }));
  // Packs a copy, because packing temporarily replaces package.json. The copy contains no generated types: packing must
  // write them.
  const copy = join(work, "repository", "sdk");
  const left = ["node_modules", "dist", join("src", "api.ts"), join("src", "operationTable.ts")].map((name) =>
    join(sdk, name),
  );
  cpSync(sdk, copy, { recursive: true, filter: (path) => !left.includes(path) });
  for (const file of ["docs/openapi.json", "LICENSE"])
    cpSync(join(sdk, "..", file), join(work, "repository", file));
  symlinkSync(join(sdk, "node_modules"), join(copy, "node_modules"));
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const said = execFileSync("npm", ["pack", "--json", "--pack-destination", work], { cwd: copy, env });
  expect(readFileSync(join(copy, "package.json"), "utf8")).toBe(
    readFileSync(join(sdk, "package.json"), "utf8"),
  );

  const tarball = /daybook-sdk-[\d.]+\.tgz/.exec(said.toString())?.[0] ?? "";
  const home = join(work, "home");
  mkdirSync(home);
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
  writeFileSync(join(home, "package.json"), '{"type": "module"}');
  writeFileSync(join(home, "program.ts"), program);
  // Saves the dependency, because the installation of the runtimes below removes packages that package.json does not name.
  execFileSync("npm", ["install", "--offline", join(work, tarball)], {
    cwd: home,
    env,
    stdio: "pipe",
  });
  const compiler = join(sdk, "node_modules", "typescript", "bin", "tsc");
  const options = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--strict"];
  execFileSync(process.execPath, [compiler, ...options, "program.ts"], { cwd: home, stdio: "pipe" });
  const printed = execFileSync(process.execPath, ["program.js"], { cwd: home, encoding: "utf8" });
  expect(printed.trim()).toBe("false true");

  // Compiles a CommonJS program against the same package.
  writeFileSync(join(home, "common.cts"), COMMON);
  execFileSync(process.execPath, [compiler, ...options, "common.cts"], { cwd: home, stdio: "pipe" });
  expect(execFileSync(process.execPath, ["common.cjs"], { cwd: home, encoding: "utf8" })).toBe(SIGNED);

  if (!isFullRun) return;
  execFileSync("npm", ["install", "--no-save", ...RUNTIMES], { cwd: home, env, stdio: "pipe" });
  writeFileSync(join(home, "module.mjs"), MODULE);
  for (const command of [
    ["deno", "run", "--allow-all", "module.mjs"],
    ["bun", "run", "module.mjs"],
    ["bun", "run", "common.cjs"],
  ] as const) {
    const [runtime, ...words] = command;
    const output = execFileSync(join(home, "node_modules", ".bin", runtime), words, { cwd: home, env });
    expect(output.toString(), command.join(" ")).toBe(SIGNED);
  }
}, 600_000);

/** A program that signs and verifies a delivery with the runtime's Web Crypto. */
const MODULE = `import { connect, signWebhook, verifyWebhook } from "@daybook/sdk";
const signed = { body: '{"type":"test"}', secret: "whsec_test" };
const called = typeof connect({ address: "http://127.0.0.1:1" }).appointments.book;
signWebhook(signed)
  .then((header) => verifyWebhook({ ...signed, header }))
  .then(({ type }) => console.log(called, type));
`;
const COMMON = `${MODULE}
import { type Appointment } from "@daybook/sdk";
export const status = (appointment: Appointment): string => appointment.status;
// @ts-expect-error: an appointment has no such field, so its type is not \`any\`.
export const missing = (appointment: Appointment) => appointment.missing;
`;
const SIGNED = "function test\n";
/** The npm packages that install Deno and Bun. */
const RUNTIMES = ["deno@2.9.6", "bun@1.4.5"];
