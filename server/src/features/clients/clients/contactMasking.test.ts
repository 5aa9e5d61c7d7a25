import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { setPolicy } from "../../business/policies/index.ts";

/** Contract §2 and the policies: a member of the staff reads their clients without contacts unless they are let. */
let open: TestApp;
let anna: MemberCall;
let reception: MemberCall;
/** Anna's own client, whom she wrote down. */
let id: string;

const EMAIL = "zoe.hidden@example.org";
const PHONE = "+4917698765432";

beforeAll(async () => {
  open = await testApp();
  anna = await signedInMember(open, "staff");
  reception = await signedInMember(open, "reception");
  id = (await anna("POST", "/clients", { first_name: "Zoë", last_name: "Ellis" })).body.data.id;
});
beforeEach(async () => {
  await letSee(false);
  await open.call("PATCH", `/clients/${id}`, { email: EMAIL, phone_e164: PHONE });
});
afterAll(() => open.close());

async function letSee(staff_sees_contacts: boolean) {
  const policy = { cancellation_window_minutes: 0, staff_sees_contacts };
  const { businessId } = open.salon;
  await open.database.transaction((tx) =>
    setPolicy(tx, businessId, policy, { now: open.clock.now(), ifMatch: null }),
  );
}
const contactsIn = ({ email, phone_e164, contacts_masked }: Record<string, unknown>) => ({
  email,
  phone_e164,
  contacts_masked,
});
const MASKED = { email: null, phone_e164: null, contacts_masked: true };
const SEEN = { email: EMAIL, phone_e164: PHONE, contacts_masked: undefined };

test("every answer that holds a client is without contacts for the staff, and with them for everybody else", async () => {
  const read = async (call: MemberCall | TestApp["call"]) => {
    const one = await call("GET", `/clients/${id}`);
    const list = await call("GET", "/clients");
    const search = await call("GET", "/clients?q=ellis");
    const since = await call("GET", "/clients?updated_since=2000-01-01T00:00:00Z");
    const same = await call("PATCH", `/clients/${id}`, { alert: null });
    const records = [one, list, search, since, same].map(({ body }) =>
      (body.data.items ?? [body.data]).find((client: { id: string }) => client.id === id),
    );
    return records.map(contactsIn);
  };
  expect(await read(anna)).toEqual(Array(5).fill(MASKED));
  expect(await read(reception)).toEqual(Array(5).fill(SEEN));
  expect(await read(open.call)).toEqual(Array(5).fill(SEEN));
  await letSee(true);
  expect(await read(anna)).toEqual(Array(5).fill(SEEN));
});

test("nor does a list tell a number or an address by whom it finds", async () => {
  const found = async (q: string, call = anna) => {
    const answer = await call("GET", `/clients?${new URLSearchParams({ q })}`);
    return answer.body.data.items.map((client: { id: string }) => client.id);
  };
  for (const q of [
    "987",
    "98765432",
    "0176 98765432",
    PHONE,
    EMAIL,
    "zoe.hidden",
    "hidden",
    "example",
    "ellis hidden",
    "zoe 987",
  ]) {
    expect([q, await found(q)]).toEqual([q, []]);
    expect([q, await found(q, reception)]).toEqual([q, [id]]);
  }
  for (const q of ["zoe", "ell", "Zoë Ellis"]) expect([q, await found(q)]).toEqual([q, [id]]);
  await letSee(true);
  expect(await found("98765432")).toEqual([id]);
});

test("a search by name goes through all pages, whoever else an address would find", async () => {
  const wanted: string[] = [];
  for (let each = 0; each < 7; each++) {
    const wantedName = { first_name: "Quentin", last_name: `Q${each}`, email: `q${each}@example.org` };
    const other = { first_name: "Other", last_name: `Q${each}x`, email: `quentin${each}@example.org` };
    wanted.push((await anna("POST", "/clients", wantedName)).body.data.id);
    await anna("POST", "/clients", other);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ q: "quentin", limit: "2", ...(cursor === null ? {} : { cursor }) });
    const { items, next_cursor } = (await anna("GET", `/clients?${query}`)).body.data;
    seen.push(...items.map((client: { id: string }) => client.id));
    cursor = next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(wanted);
});

test("what was read can be sent back without clearing what was hidden; a new number replaces it", async () => {
  const read = (await anna("GET", `/clients/${id}`)).body.data;
  const same = await anna("PATCH", `/clients/${id}`, { email: read.email, phone_e164: read.phone_e164 });
  expect([same.status, same.body.data.version]).toEqual([200, read.version]);
  expect(contactsIn((await open.call("GET", `/clients/${id}`)).body.data)).toEqual(SEEN);
  // Null and a change beside it: the change is made.
  await anna("PATCH", `/clients/${id}`, { alert: "Nuts", email: null });
  expect((await open.call("GET", `/clients/${id}`)).body.data).toMatchObject({ alert: "Nuts", email: EMAIL });
  const changed = await anna("PATCH", `/clients/${id}`, { phone_e164: "+491701111111" });
  expect(contactsIn(changed.body.data)).toEqual(MASKED);
  expect((await open.call("GET", `/clients/${id}`)).body.data).toMatchObject({
    email: EMAIL,
    phone_e164: "+491701111111",
  });
  // Whoever sees them clears them.
  await reception("PATCH", `/clients/${id}`, { email: null });
  expect((await open.call("GET", `/clients/${id}`)).body.data.email).toBeNull();
});

const lastBody = statement(
  "test_contacts_last_body",
  { body_full: column.nullable(column.text) },
  "select body_full from events where business_id = $1 and type like 'client.%' order by id desc limit 1",
);

test("subscribers are told all of it, whoever made the change; whoever creates a client reads it like any other", async () => {
  const made = await anna("POST", "/clients", { first_name: "New", email: "new@example.org" });
  expect(contactsIn(made.body.data)).toEqual(MASKED);
  const [event] = await open.database.query(lastBody, [open.salon.businessId]);
  const { data } = JSON.parse(event?.body_full ?? "{}");
  expect(contactsIn(data)).toEqual({
    email: "new@example.org",
    phone_e164: null,
    contacts_masked: undefined,
  });
});

test("an answer that is given again is without contacts too", async () => {
  const headers = { "idempotency-key": "masked" };
  const body = { first_name: "Twice", email: "twice@example.org" };
  const [first, again] = [
    await anna("POST", "/clients", body, headers),
    await anna("POST", "/clients", body, headers),
  ];
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.text).toBe(first.text);
  expect(again.text).not.toContain("twice@example.org");
});
