import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deliverNow } from "../../../test/fixtures/deliverNow.ts";
import { openReceiver } from "../../../test/fixtures/receiver.ts";
import { settle } from "../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { refusedFields, type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../test/fullRun.ts";
import { systemClock } from "../../kernel/clock.ts";
import { EVENT_SCOPES, type EventType } from "../../kernel/events.ts";
import type { Reader } from "../../platform/database/index.ts";
import { openRelay } from "../../platform/outbox/relay.ts";
import { publishedBodies } from "../../platform/outbox/table.ts";

const open = await testApp();

const readBodies = (reader: Reader, businessId: string) =>
  sql(reader)<{ body_full: string | null; body_ids: string }>`
    select body_full, body_ids from events join ${publishedBodies} as bodies using (business_id, id) where business_id = ${businessId} order by sequence`;

interface Page {
  readonly items: { readonly id: string; readonly type: EventType }[];
  readonly next_cursor: string | null;
  readonly resume_cursor: string;
}

async function read(fixture: TestApp, query: Record<string, string> = {}, headers = {}): Promise<Page> {
  const answer = await fixture.call("GET", `/events?${new URLSearchParams(query)}`, undefined, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

describe("events are listed", () => {
  test("as deliveries send them, byte for byte, in the order of their numbers", async () => {
    const fixture = await testApp({ beside: open });
    const client = await fixture.addClient({ first_name: "Zoë" });
    await fixture.call("PATCH", `/clients/${client}`, { last_name: "Müller" });
    await fixture.book("2027-03-08T09:00:00+01:00", fixture.salon.cut);
    await settle(open.database);
    const answer = await fixture.app.inject({
      url: `/api/v1/businesses/${fixture.salon.businessId}/events`,
      headers: { authorization: `Bearer ${fixture.salon.key}` },
    });
    const rows = await readBodies(fixture.database, fixture.salon.businessId);
    expect(answer.body).toContain(`"items":[${rows.map((row) => row.body_full).join()}]`);
    const types = (await read(fixture)).items.map(({ type }) => type);
    expect(types).toEqual(["client.created", "client.created", "client.updated", "appointment.created"]);
  });

  test("only after they have a sequence number", async () => {
    const fixture = await testApp({ beside: open });
    await settle(open.database);
    const { resume_cursor: cursor } = await read(fixture);
    await fixture.addClient({});
    expect((await read(fixture, { cursor })).items).toEqual([]);
    await settle(open.database);
    expect((await read(fixture, { cursor })).items).toHaveLength(1);
  });

  test("of the caller's business only, from its first one on", async () => {
    const [fixture, other] = [await testApp({ beside: open }), await testApp({ beside: open })];
    await other.addClient({});
    await settle(open.database);
    expect((await read(fixture)).items).toHaveLength(1);
  });

  test("filtered by type", async () => {
    const fixture = await testApp({ beside: open });
    await fixture.book("2027-03-08T09:00:00+01:00", fixture.salon.cut);
    await fixture.addClient({});
    await settle(open.database);
    const types = async (type: string) => (await read(fixture, { type })).items.map((event) => event.type);
    expect(await types("appointment.created")).toEqual(["appointment.created"]);
    expect(await types("client.created,appointment.updated")).toEqual(["client.created", "client.created"]);
    for (const type of ["client.exploded", "", "client.created,"])
      expect(refusedFields(await fixture.call("GET", `/events?type=${type}`))[0]).toMatch(/^\/type/);
  });
});

describe("a cursor", () => {
  test("continues after the previous page, and after the last page when new events have come", async () => {
    const fixture = await testApp({ beside: open });
    for (let nth = 0; nth < 4; nth++) await fixture.addClient({});
    await settle(open.database);
    const first = await read(fixture, { limit: "3" });
    expect([first.items.length, first.next_cursor]).toEqual([3, first.resume_cursor]);
    const last = await read(fixture, { limit: "3", cursor: first.resume_cursor });
    expect([last.items.length, last.next_cursor]).toEqual([2, null]);
    const nothing = await read(fixture, { cursor: last.resume_cursor });
    expect(nothing).toEqual({ items: [], next_cursor: null, resume_cursor: last.resume_cursor });
    await fixture.addClient({});
    await settle(open.database);
    expect((await read(fixture, { cursor: last.resume_cursor })).items).toHaveLength(1);
    // The same cursor can be used any number of times.
    expect((await read(fixture, { limit: "2", cursor: first.resume_cursor })).items).toEqual(last.items);
  });

  test("exists before the first event", async () => {
    const fixture = await testApp({ beside: open });
    const before = await read(fixture, { type: "sale.completed" });
    expect([before.items, before.next_cursor]).toEqual([[], null]);
    await read(fixture, { type: "sale.completed", cursor: before.resume_cursor });
    expect(refusedFields(await fixture.call("GET", `/events?cursor=${before.resume_cursor}`))).toEqual([
      "/cursor",
    ]);
  });

  test("neither skips nor repeats events during concurrent writes", async () => {
    const fixture = await testApp({ beside: open });
    await settle(open.database);
    let { resume_cursor: cursor } = await read(fixture);
    const seen: string[] = [];
    const walk = async (limit: number) => {
      const page = await read(fixture, { cursor, limit: `${limit}` });
      cursor = page.resume_cursor;
      seen.push(...page.items.map(({ id }) => id));
      return page.items.length;
    };
    const { database } = fixture;
    const relay = openRelay({ database, consumers: [], log: () => undefined, runsByItself: false });
    const written: Promise<unknown>[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }), async (steps) => {
        for (const step of steps) {
          // The transactions may commit in a different order from the one in which they began. The client that reads the list
          // does not wait for these transactions.
          for (let nth = 0; nth < step; nth++) written.push(fixture.addClient({ first_name: `Ada${nth}` }));
          await Promise.all([relay.round(), walk(step)]);
        }
      }),
      { numRuns: isFullRun ? 100 : 10 },
    );
    await Promise.all(written);
    await relay.close();
    await settle(database);
    while ((await walk(100)) > 0);
    const all = await readBodies(database, fixture.salon.businessId);
    const ids = all.map((row) => JSON.parse(row.body_ids).id);
    // The first event was written before the client began to read.
    expect(seen).toEqual(ids.slice(1));
    expect(seen).toHaveLength(written.length);
  });
});

describe("a list of events starts", () => {
  /** Creates two events in each of three consecutive hours, after the event of the client that the fixture creates. */
  async function threeHours() {
    const fixture = await testApp({ beside: open });
    for (let nth = 0; nth < 6; nth++) await fixture.addClient({ first_name: `Ada ${nth}` });
    await settle(fixture.database);
    for (const hour of [9, 10, 11]) {
      await sql(fixture.database)`
        update events
        set created_at = ${new Date(Date.UTC(2027, 3, 1, hour))}
        where business_id = ${fixture.salon.businessId}
          and sequence between ${2 + 2 * (hour - 9)} and ${2 + 2 * (hour - 9)} + 1`;
    }
    const all = (await read(fixture)).items.map(({ id }) => id);
    return { fixture, all, created: all.slice(-6) };
  }

  test("at a time or after an event", async () => {
    const { fixture, all, created } = await threeHours();
    const idsOf = async (query: Record<string, string>) =>
      (await read(fixture, query)).items.map(({ id }) => id);
    expect(await idsOf({ since: "2027-04-01T10:00:00Z" })).toEqual(created.slice(2));
    expect(await idsOf({ since: "2027-04-01T12:00:00.001+02:00" })).toEqual(created.slice(4));
    expect(await idsOf({ since: "1999-01-01T00:00:00Z" })).toEqual(all);
    expect(await idsOf({ since: "2030-01-01T00:00:00Z" })).toEqual([]);
    expect(await idsOf({ after: String(created[1]) })).toEqual(created.slice(2));
    expect(await idsOf({ after: String(created[5]) })).toEqual([]);
    expect(await idsOf({ after: String(created[1]), type: "client.updated" })).toEqual([]);
    const first = await read(fixture, { since: "2027-04-01T10:00:00Z", limit: "3" });
    // The cursor continues the list with and without `since`.
    for (const query of [{ since: "2027-04-01T10:00:00Z" }, {}])
      expect(await idsOf({ ...query, cursor: first.resume_cursor })).toEqual(created.slice(5));
  });

  test("after a delivery, with the cursor in its header", async () => {
    const fixture = await testApp();
    const receiver = await openReceiver();
    const endpoint = { url: `${receiver.url}/hook`, events: ["client.created"] };
    expect((await fixture.call("POST", "/webhooks", endpoint)).status).toBe(201);
    for (let nth = 0; nth < 3; nth++) await fixture.addClient({ first_name: `Ada ${nth}` });
    await deliverNow({ ...fixture, clock: systemClock });
    expect(receiver.requests.length).toBeGreaterThanOrEqual(3);
    const all = (await read(fixture)).items.map(({ id }) => id);
    for (const { headers } of receiver.requests) {
      const cursor = String(headers["service-event-cursor"]);
      const rest = all.slice(all.indexOf(String(headers["service-event-id"])) + 1);
      expect((await read(fixture, { cursor })).items.map(({ id }) => id)).toEqual(rest);
    }
    receiver.close();
    await fixture.close();
  });

  test("with the newest, page by page, back to the beginning", async () => {
    const { fixture, all, created } = await threeHours();
    const walk = async (query: Record<string, string>) => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await read(fixture, {
          ...query,
          limit: "2",
          ...(cursor === null ? {} : { cursor }),
        });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return ids;
    };
    expect(await walk({ order: "newest" })).toEqual(all.toReversed());
    expect(await walk({ order: "newest", since: "2027-04-01T10:00:00Z" })).toEqual(
      created.slice(2).reverse(),
    );
    expect(await walk({ order: "newest", after: String(created[2]) })).toEqual(created.slice(3).reverse());
    expect(await walk({ order: "oldest", after: String(created[2]) })).toEqual(created.slice(3));
    const { resume_cursor: cursor } = await read(fixture, { order: "newest", limit: "1" });
    expect(refusedFields(await fixture.call("GET", `/events?cursor=${cursor}`))).toEqual(["/cursor"]);
  });

  test("after events that come later, for a time at which nothing has happened yet", async () => {
    const fixture = await testApp({ beside: open });
    await settle(open.database);
    const { items, resume_cursor: cursor } = await read(fixture, { since: "2199-01-01T00:00:00Z" });
    await fixture.addClient({});
    await settle(open.database);
    expect([items, (await read(fixture, { cursor })).items.length]).toEqual([[], 1]);
  });

  test("at one point: unknown, foreign and contradicting ones are refused", async () => {
    const [fixture, other] = [await testApp({ beside: open }), await testApp({ beside: open })];
    await settle(open.database);
    const [foreign] = (await read(other)).items;
    for (const after of ["0190b6a0-0000-7000-8000-000000000000", foreign?.id])
      expect(refusedFields(await fixture.call("GET", `/events?after=${after}`))).toEqual(["/after"]);
    const [own] = (await read(fixture)).items;
    expect(
      refusedFields(await fixture.call("GET", `/events?after=${own?.id}&since=2027-01-01T00:00:00Z`)),
    ).toEqual(["/after"]);
    for (const since of ["2027-01-01", "2027-01-01T00:00:00", "soon"])
      expect(refusedFields(await fixture.call("GET", `/events?since=${since}`))).toEqual(["/since"]);
    expect(refusedFields(await fixture.call("GET", "/events?order=random"))).toEqual(["/order"]);
  });
});

describe("the events depend on the caller", () => {
  test("an API key gets the events whose read scope it has, and 403 with the missing scopes for types it requests without", async () => {
    const fixture = await testApp({ beside: open });
    await fixture.book("2027-03-08T09:00:00+01:00", fixture.salon.cut);
    await settle(open.database);
    const typesFor = async (...scopes: Parameters<TestApp["keyWith"]>) => {
      const page = await read(fixture, {}, { authorization: `Bearer ${await fixture.keyWith(...scopes)}` });
      return page.items.map(({ type }) => type);
    };
    expect(await typesFor("appointments:read")).toEqual(["appointment.created"]);
    expect(await typesFor("clients:read", "payments:read")).toEqual(["client.created"]);
    expect(await typesFor("staff:read")).toEqual([]);
    const headers = { authorization: `Bearer ${await fixture.keyWith("clients:read")}` };
    for (const [type, scope] of Object.entries(EVENT_SCOPES)) {
      const answer = await fixture.call("GET", `/events?type=client.created,${type}`, undefined, headers);
      if (scope === "clients:read") expect(answer.status, type).toBe(200);
      else expect(answer, type).toMatchObject({ status: 403, body: { details: { required: scope } } });
    }
  });

  test("owners and managers get all events", async () => {
    const fixture = await testApp({ beside: open });
    await fixture.book("2027-03-08T09:00:00+01:00", fixture.salon.cut);
    await settle(open.database);
    for (const role of ["owner", "manager"] as const) {
      const call = await signedInMember(fixture, role);
      expect((await call("GET", "/events")).body.data.items, role).toHaveLength(2);
    }
  });
});

test("full bodies are listed only while the business sends full bodies", async () => {
  const fixture = await testApp({ beside: open });
  await settle(open.database);
  const owner = await signedInMember(fixture, "owner");
  const dataOf = async () =>
    (await read(fixture)).items.map((item) => Object.keys((item as unknown as { data: object }).data));
  expect((await dataOf())[0]).toContain("first_name");
  await owner("PATCH", "", { webhook_payload: "ids_only" });
  expect(await dataOf()).toEqual([["id"]]);
  await fixture.addClient({});
  await settle(open.database);
  await owner("PATCH", "", { webhook_payload: "full" });
  // The event that was published while the business sent only ids has no full body.
  const [first, second] = await dataOf();
  expect([first?.includes("first_name"), second]).toEqual([true, ["id"]]);
  await owner("PATCH", "", { type: "med_spa" });
  expect(await dataOf()).toEqual([["id"], ["id"]]);
});
