import { expect, test } from "vitest";
import { insertDelivery } from "../../../test/fixtures/queuedDeliveries.ts";
import { settle } from "../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { MAX_PAGE_BYTES } from "./cursor.ts";

/** The number of records. Each has 50 kB, so a page of a hundred would have 5 MB. */
const RECORDS = 90;
const TEXT = "x".repeat(50_000);

const open = await testApp();
const owner = await signedInMember(open, "owner");

/** Checks that each page is within the limit and returns the ids on all pages and the number of pages. */
async function readAll(path: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages++) {
    const { status, body } = await owner(
      "GET",
      `${path}limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(body.data))).toBeLessThan(MAX_PAGE_BYTES + 100_000);
    ids.push(...body.data.items.map(({ id }: { id: string }) => id));
    cursor = body.data.next_cursor;
  }
  return { ids, pages };
}

test("a page of the audit log has at most 2 MB, and its cursor continues after it", async () => {
  const { businessId } = open.salon;
  const added = await sql(open.database)<{ id: string }>`
    insert into audit_log (business_id, id, at, actor_kind, entity, entity_id, action, after)
    select ${businessId}, gen_random_uuid(), date_trunc('milliseconds', clock_timestamp()), 'system', 'client', gen_random_uuid(), 'created',
      jsonb_build_object('notes', ${TEXT}::text)
    from generate_series(1, ${RECORDS})
    returning id`;
  const { ids, pages } = await readAll("/audit-log?");
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(added.map(({ id }) => id)));
});

test.each(["oldest", "newest"])("a page of events has at most 2 MB, %s first", async (order) => {
  const other = await testApp();
  for (let number = 0; number < RECORDS; number++) await other.addClient({ first_name: `No. ${number}` });
  await settle(other.database);
  const { businessId } = other.salon;
  const sizes: number[] = [];
  const ids: string[] = [];
  // The appended white space does not change the meaning of the JSON body.
  await sql(other.database)`
    update event_bodies
    set bodies = replace(bodies, E'}\\n{', '}' || ${TEXT.replaceAll("x", " ")} || E'\\n{')
    where business_id = ${businessId}
      and bodies like '%"client.created"%'`;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search: string = `limit=100&order=${order}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { status, body } = await other.call("GET", `/events?${search}`);
    expect([status, body.error]).toEqual([200, undefined]);
    const { data } = body;
    sizes.push(data.items.length);
    ids.push(...data.items.map(({ id }: { id: string }) => id));
    cursor = data.next_cursor;
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.ceil(MAX_PAGE_BYTES / TEXT.length));
  expect(sizes.length).toBeGreaterThanOrEqual(3);
  // The additional record is the client of the fixture.
  expect([ids.length, new Set(ids).size]).toEqual([RECORDS + 1, RECORDS + 1]);
  await other.close();
});

test("a page of the log of deliveries has at most 2 MB", async () => {
  const endpoint = { url: "http://127.0.0.1:9/", events: ["client.created"] };
  const { id } = (await open.call("POST", "/webhooks", endpoint)).body.data;
  const attempts = [{ number: 1, started_at: "2027-03-01T06:00:00Z", duration_ms: 10, error: TEXT }];
  const added: string[] = [];
  for (let number = 0; number < RECORDS; number++) added.push(await insertDelivery(open, id, { attempts }));
  const { ids, pages } = await readAll(`/webhooks/${id}/deliveries?`);
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(ids.toSorted()).toEqual(added.toSorted());
});
