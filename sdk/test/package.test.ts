import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const sdk = join(import.meta.dirname, "..");

test("the package that is published runs and has its types where it is installed", () => {
  const home = mkdtempSync(join(tmpdir(), "daybook-sdk-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const installed = join(home, "node_modules", "@daybook", "sdk");
  mkdirSync(installed, { recursive: true });
  execFileSync(process.execPath, [join(sdk, "build.ts"), installed], { stdio: "pipe" });

  const program = `import { type Appointment, ApiError, connect } from "@daybook/sdk";
const daybook = connect({ address: "http://127.0.0.1:1", retries: 0 });
export const status = (visit: Appointment): string => visit.status;
const failure = await daybook.get("/me").catch((error: unknown) => error);
console.log(failure instanceof ApiError, failure instanceof TypeError);
`;
  writeFileSync(join(home, "package.json"), '{"type": "module"}');
  writeFileSync(join(home, "program.ts"), program);
  const compiler = join(sdk, "node_modules", "typescript", "bin", "tsc");
  const options = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--strict"];
  execFileSync(process.execPath, [compiler, ...options, "program.ts"], { cwd: home, stdio: "pipe" });
  const said = execFileSync(process.execPath, ["program.js"], { cwd: home, encoding: "utf8" });
  expect(said.trim()).toBe("false true");
}, 60_000);
