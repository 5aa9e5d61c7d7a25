import { expect, test } from "vitest";
import { readCommand } from "../../src/cli/commandLine.ts";
import { tasksOf } from "../../src/cli/tasks.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { bareDatabase, freshDatabase } from "../fixtures/database.ts";
import { commandHere } from "./commandHere.ts";
import { daybook, newDataFolder, startServer } from "./daybook.ts";

test("help and version need neither settings nor a database", async () => {
  const help = daybook(["help"], { DAYBOOK_NONSENSE: "1" });
  expect(await help.ended).toBe(0);
  expect(help.output()).toContain("daybook key create --business ID_OR_SLUG");
  const version = await commandHere(["--version"], {});
  expect(version.code).toBe(0);
  expect(version.output).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("an unknown command is refused with a message and code 2", async () => {
  const refused = daybook(["opne"], {});
  expect(await refused.ended).toBe(2);
  expect(refused.errors()).toBe('There is no command "opne". See daybook help.\n');
});

test.each([
  [["start", "--port", "1"], "Unknown option '--port'. See daybook help."],
  [["key", "create"], "daybook key create needs --business"],
  [
    ["key", "create", "--business", "a", "--label", "b", "--scopes", "all"],
    '"all" is not a scope. The scopes are appointments:read',
  ],
  [
    ["key", "create", "--business", "a", "--label", "b".repeat(61), "--scopes", "staff:read"],
    "at most 60 characters",
  ],
])("the arguments %j are refused with a message", (words, sentence) => {
  expect(() => readCommand(words)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(sentence) }),
  );
});

test("start refuses unknown and invalid settings and names all of them", async () => {
  const refused = await commandHere(["start"], { PORT: "x", DAYBOOK_PROT: "1" });
  expect(refused.code).toBe(2);
  expect(refused.errors).toMatch(
    /^DAYBOOK_PROT is not a Daybook setting.*\nPORT must be a whole number.*\n$/,
  );
});

test.each([
  ["web", "worker", "Set DAYBOOK_ROLE to all or web, or run daybook worker."],
  ["worker", "web", "Set DAYBOOK_ROLE to all or worker, or run daybook web."],
] as const)("daybook %s as the role %s is refused as contradictory", async (command, role, sentence) => {
  expect(() => tasksOf(command, role)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(sentence) }),
  );
  const refused = await commandHere([command], { DAYBOOK_ROLE: role });
  expect(refused.code).toBe(2);
  expect(refused.errors).toContain(sentence);
});

test("a worker does not create a secret for a shared database, and the message about an unreachable one does not contain its password", async () => {
  const dataDir = newDataFolder();
  const shared = { DAYBOOK_DATA_DIR: dataDir, DATABASE_URL: "postgresql://salon:hidden@127.0.0.1:9/salon" };
  const refused = await commandHere(["worker"], shared);
  expect(refused.code).toBe(2);
  expect(refused.errors).toContain("Set DAYBOOK_SECRET to the same value as for the server");
  const given = await commandHere(["worker"], { ...shared, DAYBOOK_SECRET: "s".repeat(32) });
  expect(given.code).toBe(1);
  expect(given.errors).toMatch(/^The database in DATABASE_URL cannot be used: .*ECONNREFUSED/);
  expect(given.errors).not.toContain("hidden");
});

test("migrate runs all migrations on an external database, and none the second time", async () => {
  const database = await bareDatabase();
  const dataDir = newDataFolder();
  const environment = { DATABASE_URL: database.connectionString, DAYBOOK_DATA_DIR: dataDir };
  const first = daybook(["migrate"], environment);
  expect(await first.ended).toBe(0);
  expect(first.output()).toMatch(/^\d+ migrations were run\.\n$/);
  const second = await commandHere(["migrate"], environment);
  expect(second.code).toBe(0);
  expect(second.output).toBe("The database is up to date.\n");
  await database.drop();
});

test("a database that a newer release has migrated is refused, unless the setting allows it", async () => {
  const database = await freshDatabase();
  const admin = await connectedClient(database.connectionString);
  await admin.query("insert into migrations (name, run_on) values ('9999_of-the-future', now())");
  await admin.end();
  const dataDir = newDataFolder();
  const environment = { DATABASE_URL: database.connectionString, DAYBOOK_DATA_DIR: dataDir, PORT: "0" };
  for (const command of ["start", "migrate"]) {
    const refused = await commandHere([command], environment);
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(
      /^This release has migrations up to \d{4}_\S+; the database has 9999_of-the-future\. /,
    );
  }
  const server = await startServer(dataDir, {
    ...environment,
    command: "web",
    DAYBOOK_ALLOW_NEWER_SCHEMA: "1",
  });
  expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  await database.drop();
}, 240_000);
