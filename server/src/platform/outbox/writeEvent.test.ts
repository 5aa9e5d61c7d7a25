import { expect, test } from "vitest";
import { businessWithApiKey } from "../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../test/fixtures/database.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { newId } from "../../kernel/ids.ts";
import { publishedBodies } from "./table.ts";
import { writeEvent } from "./writeEvent.ts";

const database = await testDatabase();
const { businessId } = await businessWithApiKey(database);

/** Writes an event and returns its bodies, as the database has them and as they were serialized. */
async function written(payload: "full" | "ids_only", data: Readonly<Record<string, unknown>>) {
  const recordId = newId();
  const type = "client.created";
  await database.transaction(async (tx) =>
    writeEvent(tx, businessId, payload, { type, at: Date.UTC(2027, 2, 1), data, ids: { id: recordId } }),
  );
  const [row] = await sql(database)<{ id: string; body_full: string | null; body_ids: string; size: number }>`
    select bodies.id, body_full, body_ids, pg_column_size(stored.bodies) as size
    from ${publishedBodies} as bodies
    join event_bodies as stored using (business_id, id)
    where business_id = ${businessId}
      and body_ids like '%' || ${recordId} || '%'`;
  if (row === undefined) throw new Error("The event has no bodies.");
  const head = { id: row.id, type, created_at: "2027-03-01T00:00:00Z", business_id: businessId };
  return {
    ...row,
    full: JSON.stringify({ ...head, data }),
    ids: JSON.stringify({ ...head, data: { id: recordId } }),
  };
}

test.each([
  { what: "ASCII", note: "A note" },
  { what: "line feeds and spaces", note: "one\ntwo\r\n\n  three  \n" },
  { what: "other scripts and emoji", note: "Müller, 你好, 👩🏽‍🦰, \u2028" },
  { what: "backslashes and control characters", note: "\\n \\x01 \u0001 \t '\"" },
  { what: "more than a page", note: "0123456789".repeat(2_000) },
])("both bodies are stored byte for byte: $what", async ({ note }) => {
  const { body_full, body_ids, full, ids } = await written("full", { note });
  expect([body_full, body_ids]).toEqual([full, ids]);
});

test("a business that sends only identifiers has no full body", async () => {
  const { body_full, body_ids, ids } = await written("ids_only", { note: "private" });
  expect([body_full, body_ids]).toEqual([null, ids]);
});

test("the bodies of an event of less than 2 kB are compressed", async () => {
  const items = Array.from({ length: 6 }, (_, position) => ({
    id: newId(),
    position,
    buffer_after_minutes: 0,
  }));
  const { full, ids, size } = await written("full", { items });
  expect(full.length + ids.length).toBeLessThan(2_000);
  expect(size).toBeLessThan((full.length + ids.length) * 0.7);
});
