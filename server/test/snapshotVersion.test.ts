import { expect, test } from "vitest";
import { connectedClient } from "./fixtures/connectedClient.ts";
import "../src/features/scheduling/index.ts";
import { declaredStatements, declaredTables } from "../src/platform/database/index.ts";
import { freshDatabase } from "./fixtures/database.ts";

const fresh = await freshDatabase();
const client = await connectedClient(fresh.connectionString);

/** Tables of which the snapshot reads only the named columns. Their triggers fire when one of these columns is updated. */
const READ_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  businesses: ["currency", "webhook_payload"],
  subjects: ["capacity"],
};

/** Returns the events of a table that increment the snapshot's version, such as `DELETE`, or `UPDATE capacity` for one column. */
async function raisingEvents(table: string): Promise<string[]> {
  const { rows } = await client.query<{ event: string }>(
    `select distinct concat_ws(' ', trigger.event_manipulation, updated.event_object_column) as event
     from information_schema.triggers as trigger
     left join information_schema.triggered_update_columns as updated
       using (trigger_schema, trigger_name, event_object_table)
     where trigger.action_statement like '%raise_snapshot_version%'
       and trigger.event_object_table = $1`,
    [table],
  );
  return rows.map(({ event }) => event);
}

test("every table from which the scheduling snapshot is read raises the snapshot's version", async () => {
  const text = declaredStatements().find(({ name }) => name === "snapshot_find")?.text ?? "";
  const named = [...text.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, name]) => name);
  const tables = declaredTables().filter(({ name }) => named.includes(name) && name !== "calendars");
  expect(tables.length).toBeGreaterThan(15);
  const missing: string[] = [];
  for (const { name } of tables) {
    const raising = await raisingEvents(name);
    const required = READ_COLUMNS[name]?.map((column) => `UPDATE ${column}`) ?? [
      "INSERT",
      "UPDATE",
      "DELETE",
    ];
    for (const event of required)
      if (!raising.includes(event))
        missing.push(`${name} has no trigger raise_snapshot_version for ${event}`);
  }
  expect(missing).toEqual([]);
});
