import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settle } from "../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../test/fixtures/signedInMember.ts";
import { refusedFields, type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { EVENT_SCOPES, type EventType } from "../../kernel/events.ts";
import { column, statement } from "../../platform/database/index.ts";
import { openRelay } from "../../platform/outbox/relay.ts";

let open: TestApp;
beforeAll(async () => {
  open = await testApp();
});
afterAll(() => open.close());

const readBodies = statement(
  "test_replay_bodies",
  { body_full: column.nullable(column.text), body_ids: column.text },
  `select body_full, body_ids
   from events
   where business_id = $1
   order by sequence`,
);

interface Page {
  readonly items: { readonly id: string; readonly type: EventType }[];
  readonly next_cursor: string | null;
  readonly resume_cursor: string;
}

async function read(house: TestApp, query: Record<string, string> = {}, headers = {}): Promise<Page> {
  const answer = await house.call("GET", `/events?${new URLSearchParams(query)}`, undefined, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

describe("events are listed", () => {
  test("as deliveries send them, byte for byte, in the order of their numbers", async () => {
    const house = await testApp({ beside: open });
    const client = await house.addClient({ first_name: "Zoë" });
    await house.call("PATCH", `/clients/${client}`, { last_name: "Müller" });
    await house.book("2027-03-08T09:00:00+01:00", house.salon.cut);
    await settle(open.database);
    const answer = await house.app.inject({
      url: `/api/v1/businesses/${house.salon.businessId}/events`,
      headers: { authorization: `Bearer ${house.salon.key}` },
    });
    const rows = await house.database.query(readBodies, [house.salon.businessId]);
    expect(answer.body).toContain(`"items":[${rows.map((row) => row.body_full).join()}]`);
    const types = (await read(house)).items.map(({ type }) => type);
    expect(types).toEqual(["client.created", "client.created", "client.updated", "appointment.created"]);
  });

  test("only after they have a sequence number", async () => {
    const house = await testApp({ beside: open });
    await settle(open.database);
    const { resume_cursor: cursor } = await read(house);
    await house.addClient({});
    expect((await read(house, { cursor })).items).toEqual([]);
    await settle(open.database);
    expect((await read(house, { cursor })).items).toHaveLength(1);
  });

  test("of the caller's business only, from its first one on", async () => {
    const [house, other] = [await testApp({ beside: open }), await testApp({ beside: open })];
    await other.addClient({});
    await settle(open.database);
    expect((await read(house)).items).toHaveLength(1);
  });

  test("filtered by type", async () => {
    const house = await testApp({ beside: open });
    await house.book("2027-03-08T09:00:00+01:00", house.salon.cut);
    await house.addClient({});
    await settle(open.database);
    const types = async (type: string) => (await read(house, { type })).items.map((event) => event.type);
    expect(await types("appointment.created")).toEqual(["appointment.created"]);
    expect(await types("client.created,appointment.updated")).toEqual(["client.created", "client.created"]);
    for (const type of ["client.exploded", "", "client.created,"])
      expect(refusedFields(await house.call("GET", `/events?type=${type}`))[0]).toMatch(/^\/type/);
  });
});

describe("a cursor", () => {
  test("continues after the previous page, and after the last page when new events have come", async () => {
    const house = await testApp({ beside: open });
    for (let nth = 0; nth < 4; nth++) await house.addClient({});
    await settle(open.database);
    const first = await read(house, { limit: "3" });
    expect([first.items.length, first.next_cursor]).toEqual([3, first.resume_cursor]);
    const last = await read(house, { limit: "3", cursor: first.resume_cursor });
    expect([last.items.length, last.next_cursor]).toEqual([2, null]);
    const nothing = await read(house, { cursor: last.resume_cursor });
    expect(nothing).toEqual({ items: [], next_cursor: null, resume_cursor: last.resume_cursor });
    await house.addClient({});
    await settle(open.database);
    expect((await read(house, { cursor: last.resume_cursor })).items).toHaveLength(1);
    // The same point as often as one likes.
    expect((await read(house, { limit: "2", cursor: first.resume_cursor })).items).toEqual(last.items);
  });

  test("exists before the first event", async () => {
    const house = await testApp({ beside: open });
    const before = await read(house, { type: "sale.completed" });
    expect([before.items, before.next_cursor]).toEqual([[], null]);
    await read(house, { type: "sale.completed", cursor: before.resume_cursor });
    expect(refusedFields(await house.call("GET", `/events?cursor=${before.resume_cursor}`))).toEqual([
      "/cursor",
    ]);
  });

  test("neither skips nor repeats events during concurrent writes", async () => {
    const house = await testApp({ beside: open });
    await settle(open.database);
    let { resume_cursor: cursor } = await read(house);
    const seen: string[] = [];
    const walk = async (limit: number) => {
      const page = await read(house, { cursor, limit: `${limit}` });
      cursor = page.resume_cursor;
      seen.push(...page.items.map(({ id }) => id));
      return page.items.length;
    };
    const { database } = house;
    const relay = openRelay({ database, consumers: [], log: () => undefined, runsByItself: false });
    const written: Promise<unknown>[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }), async (steps) => {
        for (const step of steps) {
          // They begin in one order and end in another; the walk does not wait for any of them.
          for (let nth = 0; nth < step; nth++) written.push(house.addClient({ first_name: `Ada${nth}` }));
          await Promise.all([relay.round(), walk(step)]);
        }
      }),
      { numRuns: 30 },
    );
    await Promise.all(written);
    await relay.close();
    await settle(database);
    while ((await walk(100)) > 0);
    const all = await database.query(readBodies, [house.salon.businessId]);
    const ids = all.map((row) => JSON.parse(row.body_ids).id);
    // The first one was there before the walk began.
    expect(seen).toEqual(ids.slice(1));
    expect(seen).toHaveLength(written.length);
  });
});

describe("the events depend on the caller", () => {
  test("an API key gets the events whose read scope it has, and 403 with the missing scopes for types it requests without", async () => {
    const house = await testApp({ beside: open });
    await house.book("2027-03-08T09:00:00+01:00", house.salon.cut);
    await settle(open.database);
    const typesFor = async (...scopes: Parameters<TestApp["keyWith"]>) => {
      const page = await read(house, {}, { authorization: `Bearer ${await house.keyWith(...scopes)}` });
      return page.items.map(({ type }) => type);
    };
    expect(await typesFor("appointments:read")).toEqual(["appointment.created"]);
    expect(await typesFor("clients:read", "payments:read")).toEqual(["client.created"]);
    expect(await typesFor("staff:read")).toEqual([]);
    const headers = { authorization: `Bearer ${await house.keyWith("clients:read")}` };
    for (const [type, scope] of Object.entries(EVENT_SCOPES)) {
      const answer = await house.call("GET", `/events?type=client.created,${type}`, undefined, headers);
      if (scope === "clients:read") expect(answer.status, type).toBe(200);
      else expect(answer, type).toMatchObject({ status: 403, body: { details: { required: scope } } });
    }
  });

  test("owners and managers get all events", async () => {
    const house = await testApp({ beside: open });
    await house.book("2027-03-08T09:00:00+01:00", house.salon.cut);
    await settle(open.database);
    for (const role of ["owner", "manager"] as const) {
      const call = await signedInMember(house, role);
      expect((await call("GET", "/events")).body.data.items, role).toHaveLength(2);
    }
  });
});

test("full bodies are listed only while the business sends full bodies", async () => {
  const house = await testApp({ beside: open });
  await settle(open.database);
  const owner = await signedInMember(house, "owner");
  const dataOf = async () =>
    (await read(house)).items.map((item) => Object.keys((item as unknown as { data: object }).data));
  expect((await dataOf())[0]).toContain("first_name");
  await owner("PATCH", "", { webhook_payload: "ids_only" });
  expect(await dataOf()).toEqual([["id"]]);
  await house.addClient({});
  await settle(open.database);
  await owner("PATCH", "", { webhook_payload: "full" });
  // The one that was written in between never had a full body.
  const [first, second] = await dataOf();
  expect([first?.includes("first_name"), second]).toEqual([true, ["id"]]);
  await owner("PATCH", "", { type: "med_spa" });
  expect(await dataOf()).toEqual([["id"], ["id"]]);
});
