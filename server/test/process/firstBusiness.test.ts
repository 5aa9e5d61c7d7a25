import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@daybook/sdk";
import { expect, test } from "vitest";
import { readCommand } from "../../src/cli/commandLine.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { readEmail } from "../fixtures/emailServer.ts";
import { commandHere } from "./commandHere.ts";
import { newDataFolder, startServer } from "./daybook.ts";
import { sessionAt } from "./sessionAt.ts";

const create = [
  ...[
    "business",
    "create",
    "--name",
    "Haarwerk",
    "--owner-email",
    "Jana@Example.com",
    "--owner-name",
    "Jana Lindner",
  ],
  ...["--country", "DE", "--currency", "EUR", "--time-zone", "Europe/Berlin"],
];

test("the first real business: its owner signs in, invites, and has a password reset", async () => {
  const database = await freshDatabase();
  const dataDir = newDataFolder();
  const environment = { DATABASE_URL: database.connectionString, DAYBOOK_DATA_DIR: dataDir };
  const first = await commandHere(create, environment);
  expect(first.code).toBe(0);
  const password = String(/jana@example\.com {2}(\S+)/.exec(first.output)?.[1]);
  const business = String(/"haarwerk": (\S+)/.exec(first.output)?.[1]);
  const second = await commandHere(create, environment);
  expect(second.code).toBe(0);
  expect(second.output).toMatch(/business "haarwerk-2"(?:.|\n)*signs in as jana@example\.com\n$/);

  const server = await startServer(dataDir, { command: "web", DATABASE_URL: database.connectionString });
  const headers = await sessionAt(server.address, { email: "jana@example.com", password });
  const owner = connect({ address: server.address, headers });
  const invited = await owner.post("/businesses/{business}/invitations", {
    path: { business },
    body: { email: "ben@example.com", role: "manager" },
  });
  expect(invited).toMatchObject({ email: "ben@example.com", sent_at: expect.any(String) });
  const folder = join(dataDir, "mail");
  const [email = ""] = readdirSync(folder).map(
    (name) => readEmail(readFileSync(join(folder, name), "utf8")).text,
  );
  expect(email).toContain(`${server.address}/invitation?token=`);
  const { memberships } = await owner.get("/me");
  expect(memberships).toHaveLength(2);
  server.child.kill("SIGINT");
  await server.ended;
  await database.drop();
}, 240_000);

test("invalid values are reported with the names of the options, before the database is opened", async () => {
  const dataDir = newDataFolder();
  const environment = {
    DATABASE_URL: "postgresql://daybook@127.0.0.1:9/nothing",
    DAYBOOK_DATA_DIR: dataDir,
  };
  const wrong = create.map((word) =>
    word === "Europe/Berlin" ? "Mars/Phobos" : word === "DE" ? "ZZ" : word,
  );
  const refused = await commandHere(wrong, environment);
  expect(refused.code).toBe(2);
  expect(refused.errors).toMatch(/--time-zone must be an IANA time zone.*\n--country must be an ISO 3166-1/);
  expect(() => readCommand(["business", "create", "--name", "x"])).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: expect.stringContaining("needs --name TEXT, --owner-email ADDRESS"),
    }),
  );
});
