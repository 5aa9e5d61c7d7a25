import { expect, test } from "vitest";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { freshDatabase } from "../fixtures/database.ts";

test("a table of a later migration is stored with the other tables of a business, and is a plain table without a cluster", async () => {
  const fresh = await freshDatabase();
  const client = await connectedClient(fresh.connectionString);
  await client.query("begin");
  await client.query(
    `create table colors (
       business_id uuid not null references businesses (id),
       id uuid not null,
       primary key (business_id, id)
     )`,
  );
  await client.query("select distribute_table('colors')");
  await client.query(
    "create trigger note_change after insert on colors for each row execute function note_change ('colors', 'id')",
  );
  await client.query("commit");
  const { rows: known } = await client.query("select to_regclass('pg_dist_partition') is not null as known");
  if (known[0].known) {
    const { rows } = await client.query(
      "select count(distinct colocationid)::int as groups from pg_dist_partition where logicalrelid in ('colors'::regclass, 'businesses'::regclass)",
    );
    expect(rows).toEqual([{ groups: 1 }]);
  }
  expect((await client.query("select from colors")).rowCount).toBe(0);
  await client.end();
  await fresh.drop();
});
