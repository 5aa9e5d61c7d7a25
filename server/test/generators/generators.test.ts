import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClientField } from "../../src/features/business/businesses/index.ts";
import { testApp } from "../fixtures/testApp.ts";
import { downloadFolder, reasonToSkip, run, workFolder } from "./toolchain.ts";

const programs = join(import.meta.dirname, "programs");
const repository = join(import.meta.dirname, "../../..");
const description = join(repository, "docs/openapi.json");

/** The tools and versions in the commands of docs/guides/generated-clients.md. The tests download no other tools. */
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const OPENAPI_PYTHON_CLIENT = "openapi-python-client==0.29.1";
const OPENAPI_GENERATOR = "7.25.0";
const OPENAPI_FETCH = "openapi-fetch@0.17.0";

/** A timeout of 40 minutes. On a busy machine, the downloads and compilers of the first run take many minutes. */
const TIMEOUT = { timeout: 2_400_000 };

/**
 * The lines that each program prints. A program reads data, books an appointment, reads it again, causes a conflict, and
 * cancels the appointment.
 */
const PRINTED = [
  "key Tests",
  "client Oat milk true",
  "service Cut",
  "read true booked",
  "conflict time_conflict appointment",
  "promotion true",
  "cancelled cancelled team",
];

test("a client of openapi-fetch (TypeScript) books", TIMEOUT, async ({ skip }) => {
  const reason = reasonToSkip(["npm", "--version"]);
  skip(reason !== undefined, reason);
  const cwd = workFolder();
  const tools = join(repository, "sdk/node_modules");
  writeFileSync(join(cwd, "package.json"), '{"type": "module", "private": true}');
  copyFileSync(join(programs, "book.mts"), join(cwd, "book.mts"));
  const npmOptions = ["--no-audit", "--no-fund", "--cache", downloadFolder("npm")];
  await run("npm", ["install", ...npmOptions, OPENAPI_FETCH], { cwd });
  const types = [description, "--default-non-nullable=false", "-o", "daybook.d.ts"];
  await run(process.execPath, [join(tools, "openapi-typescript/bin/cli.js"), ...types], { cwd });
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"];
  const target = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
  const compiler = join(tools, "typescript/bin/tsc");
  await run(process.execPath, [compiler, ...strict, ...target, "book.mts"], { cwd });
  expect(await printed(process.execPath, ["book.mjs"], cwd)).toEqual(PRINTED);
});

test("a client of openapi-python-client books", TIMEOUT, async ({ skip }) => {
  const reason = reasonToSkip(["python3", "--version"]);
  skip(reason !== undefined, reason);
  const cwd = workFolder();
  const bin = join(cwd, "tools", "bin");
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    PIP_CACHE_DIR: downloadFolder("pip"),
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
  await run("python3", ["-m", "venv", "tools"], { cwd });
  await run(join(bin, "pip"), ["install", "-q", OPENAPI_PYTHON_CLIENT], { cwd, env });
  const options = ["generate", "--path", description, "--output-path", "client"];
  await run(join(bin, "openapi-python-client"), options, { cwd, env });
  await run(join(bin, "pip"), ["install", "-q", "./client"], { cwd, env });
  expect(await printed(join(bin, "python"), [join(programs, "book.py")], cwd)).toEqual(PRINTED);
});

test("a client of oapi-codegen (Go) books", TIMEOUT, async ({ skip }) => {
  const reason = reasonToSkip(["go", "version"]);
  skip(reason !== undefined, reason);
  const cwd = workFolder();
  const downloads = downloadFolder("go");
  const env = { GOMODCACHE: join(downloads, "modules"), GOCACHE: join(downloads, "build") };
  mkdirSync(join(cwd, "daybook"));
  copyFileSync(join(programs, "main.go"), join(cwd, "main.go"));
  writeFileSync(join(cwd, "go.mod"), "module example.com/booking\n\ngo 1.24\n");
  const options = ["-package", "daybook", "-generate", "types,client", "-o", "daybook/daybook.go"];
  await run("go", ["run", OAPI_CODEGEN, ...options, description], { cwd, env });
  await run("go", ["mod", "tidy"], { cwd, env });
  await run("go", ["build", "-o", "book", "."], { cwd, env });
  expect(await printed(join(cwd, "book"), [], cwd)).toEqual(PRINTED);
});

test("a client of openapi-generator (Java) books", TIMEOUT, async ({ skip }) => {
  const reason = reasonToSkip(["java", "-version"], ["javac", "-version"], ["mvn", "--version"]);
  skip(reason !== undefined, reason);
  const cwd = workFolder();
  const downloads = downloadFolder("maven");
  const maven = ["-q", "-B", `-Dmaven.repo.local=${downloads}`];
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  await run("mvn", [...maven, "dependency:get", `-Dartifact=${artifact}`, "-Dtransitive=false"], { cwd });
  const name = `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`;
  const jar = join(downloads, "org/openapitools/openapi-generator-cli", OPENAPI_GENERATOR, name);
  const options = ["-i", description, "-g", "java", "--library", "native", "-o", "."];
  await run("java", ["-jar", jar, "generate", ...options], { cwd });
  copyFileSync(join(programs, "Book.java"), join(cwd, "src/main/java/Book.java"));
  const goals = ["compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath"];
  await run("mvn", [...maven, ...goals], { cwd });
  const classes = ["-cp", `target/classes:${readFileSync(join(cwd, "classpath"), "utf8").trim()}`];
  expect(await printed("java", [...classes, "Book"], cwd)).toEqual(PRINTED);
});

/** Runs the program against a server with a salon and returns the lines it prints. */
async function printed(command: string, args: readonly string[], cwd: string): Promise<string[]> {
  const app = await testApp();
  onTestFinished(() => app.close());
  const { salon, database, clock } = app;
  const field = (label: string, type: "text" | "yes_no") =>
    database.transaction((tx) => createClientField(tx, salon.businessId, { label, type }, clock.now()));
  const [text, yesNo] = [await field("Coffee", "text"), await field("May we text you?", "yes_no")];
  const custom_fields = { [text.id]: "Oat milk", [yesNo.id]: true };
  const env = {
    ADDRESS: await app.app.listen({ port: 0, host: "127.0.0.1" }),
    KEY: salon.key,
    BUSINESS: salon.businessId,
    LOCATION: salon.locationId,
    SERVICE: salon.cut,
    CLIENT: await app.addClient({ custom_fields }),
    TEXT_FIELD: text.id,
    YES_NO_FIELD: yesNo.id,
  };
  return (await run(command, args, { cwd, env })).trim().split("\n");
}
