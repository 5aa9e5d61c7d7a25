import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../fixtures/testApp.ts";
import { isFullRun } from "../fullRun.ts";

const run = promisify(execFile);
const programs = join(import.meta.dirname, "programs");
const description = join(import.meta.dirname, "../../../docs/openapi.json");
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** The commands are those of docs/guides/generated-clients.md. They need the tools and their package registries. */
const TIMEOUT = { timeout: 900_000 };

test("a client of oapi-codegen (Go) books", TIMEOUT, async ({ skip }) => {
  skip(!isFullRun, "only in test:full");
  skip(!isInstalled("go", "version"), "Go is not installed");
  const folder = workFolder();
  mkdirSync(join(folder, "daybook"));
  copyFileSync(join(programs, "main.go"), join(folder, "main.go"));
  writeFileSync(join(folder, "go.mod"), "module example.com/booking\n\ngo 1.24\n");
  const options = ["-package", "daybook", "-generate", "types,client", "-o", "daybook/daybook.go"];
  await run("go", ["run", OAPI_CODEGEN, ...options, description], { cwd: folder });
  await run("go", ["mod", "tidy"], { cwd: folder });
  await run("go", ["build", "-o", "book", "."], { cwd: folder });
  expect(await printed(join(folder, "book"), [], folder)).toEqual(EXPECTED);
});

const EXPECTED = ["service Cut", "read true booked", "conflict time_conflict appointment"];

/** The lines that the program prints against a server with a salon. */
async function printed(command: string, args: readonly string[], cwd: string): Promise<string[]> {
  const app = await testApp();
  onTestFinished(() => app.close());
  const { salon } = app;
  const env = {
    ...process.env,
    ADDRESS: await app.app.listen({ port: 0, host: "127.0.0.1" }),
    KEY: salon.key,
    BUSINESS: salon.businessId,
    LOCATION: salon.locationId,
    SERVICE: salon.cut,
    CLIENT: salon.clientId,
  };
  return (await run(command, args, { cwd, env })).stdout.trim().split("\n");
}

function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "daybook-generators-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function isInstalled(command: string, argument: string): boolean {
  try {
    execFileSync(command, [argument], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
