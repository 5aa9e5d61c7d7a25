import { expect, inject, test } from "vitest";
import { bareDatabase, type FreshDatabase, isCluster } from "../fixtures/database.ts";
import { createCluster, databaseAt, withClient } from "../fixtures/testNodes.ts";
import { daybook, newDataFolder } from "../process/daybook.ts";

async function migrated({ connectionString }: FreshDatabase, user?: string) {
  const dataDir = newDataFolder();
  const url = new URL(connectionString);
  if (user !== undefined) url.username = user;
  const command = daybook(["migrate", "--citus"], { DATABASE_URL: url.href, DAYBOOK_DATA_DIR: dataDir });
  const code = await command.ended;
  return { code, output: command.output(), errors: command.errors() };
}

test("migrate --citus refuses a database without the extension, and leaves it as it was", async () => {
  const database = await bareDatabase();
  expect(await migrated(database)).toEqual({
    code: 1,
    output: "",
    errors:
      'daybook migrate --citus needs the extension citus in the database: run "create extension citus" there and on each worker. See docs/scale.md.\n',
  });
  await withClient(database.connectionString, async (client) => {
    expect((await client.query("select from pg_class where relname = 'migrations'")).rowCount).toBe(0);
  });
  await database.drop();
});

test.runIf(isCluster)(
  "migrate --citus distributes a new database, limits waits for locks on the workers, and distributes only new tables when run again",
  async () => {
    const database = await bareDatabase();
    const name = new URL(database.connectionString).pathname.slice(1);
    const [, ...workers] = inject("testNodes").map((node) => databaseAt(node, name));
    await createCluster(database.connectionString, workers);
    const first = await migrated(database);
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toMatch(/^\d+ migrations were run\.\n\d+ tables were distributed\.\n$/);
    for (const worker of workers)
      await withClient(worker, async (client) => {
        expect((await client.query("show lock_timeout")).rows).toEqual([{ lock_timeout: "3s" }]);
      });
    expect(await migrated(database)).toMatchObject({
      code: 0,
      output: "The database is up to date.\nAll tables of businesses are distributed.\n",
    });

    await withClient(database.connectionString, async (client) => {
      await client.query("select undistribute_table('idempotency_keys')");
      await client.query("drop role if exists daybook_of_test");
      await client.query("create role daybook_of_test login");
    });
    expect(await migrated(database, "daybook_of_test")).toMatchObject({
      code: 1,
      errors: "daybook migrate --citus needs a superuser in DATABASE_URL. See docs/scale.md.\n",
    });
    expect(await migrated(database)).toMatchObject({
      code: 0,
      output: "The database is up to date.\n1 tables were distributed.\n",
    });
    await withClient(database.connectionString, (client) => client.query("drop role daybook_of_test"));
    await database.drop();
  },
);
