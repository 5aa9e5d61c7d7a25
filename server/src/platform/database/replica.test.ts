import { expect, test } from "vitest";
import { testDatabase } from "../../../test/fixtures/database.ts";
import * as column from "./column.ts";
import { primaryReads, replicaReads } from "./replica.ts";
import { statement } from "./statement.ts";

// The tests with a streaming replica are in server/test/replica.

const database = await testDatabase();

const read = statement({
  name: "test_replica_read",
  columns: { one: column.integer },
  sql: "select 1 as one",
});
const writes = [
  statement({ name: "test_replica_delete", sql: "delete from emails" }),
  statement({
    name: "test_replica_insert",
    columns: { name: column.text },
    sql: "with made as (insert into relays (name) values ('x') returning name) select name from made",
  }),
  statement({
    name: "test_replica_lock",
    columns: { id: column.id },
    sql: "select id from emails for no key update",
  }),
];

test("a reader refuses statements that write or lock, also on the primary", async () => {
  const reader = await primaryReads(database).reader();
  expect(await reader.query(read, {})).toEqual([{ one: 1 }]);
  for (const write of writes)
    await expect(reader.query(write as typeof read, {})).rejects.toThrow(
      "writes or locks, but its route reads from a replica",
    );
});

test("a server that is no standby is not used as a replica", async () => {
  const used: string[] = [];
  const reads = replicaReads({
    primary: database,
    replica: database,
    log: () => undefined,
    onRead: (from) => used.push(from),
  });
  expect(await (await reads.reader()).query(read, {})).toEqual([{ one: 1 }]);
  expect(used).toEqual(["primary"]);
});
