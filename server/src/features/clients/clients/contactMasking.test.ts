// Tests contract §2: a staff member reads their own clients without contacts, unless the policy allows contacts.

import { beforeAll, beforeEach, expect, test } from "vitest";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { publishedBodies } from "../../../platform/outbox/table.ts";
import { setPolicy } from "../../business/policies/index.ts";

let open: TestApp;
let anna: MemberCall;
let reception: MemberCall;
/** Anna created this client, so the client is one of her own (contract §2). */
let id: string;

const EMAIL = "zoe.hidden@example.org";
const PHONE = "+4917698765432";

beforeAll(async () => {
  open = await testApp({ isShared: true });
  anna = await signedInMember(open, "staff");
  reception = await signedInMember(open, "reception");
  id = (await anna("POST", "/clients", { first_name: "Zoë", last_name: "Ellis" })).body.data.id;
});
beforeEach(async () => {
  await allowContacts(false);
  await open.call("PATCH", `/clients/${id}`, { email: EMAIL, phone_e164: PHONE });
});

async function allowContacts(staff_sees_contacts: boolean) {
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
const UNMASKED = { email: EMAIL, phone_e164: PHONE, contacts_masked: undefined };

test("every response with a client is masked for staff and unmasked for all other callers", async () => {
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
  expect(await read(reception)).toEqual(Array(5).fill(UNMASKED));
  expect(await read(open.call)).toEqual(Array(5).fill(UNMASKED));
  await allowContacts(true);
  expect(await read(anna)).toEqual(Array(5).fill(UNMASKED));
});

test("a search of a caller without contacts does not match e-mail addresses or phone numbers", async () => {
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
  await allowContacts(true);
  expect(await found("98765432")).toEqual([id]);
});

test("a masked search by name returns all matches over several pages", async () => {
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

test("a masked record sent back keeps the contacts, and a new phone number is stored", async () => {
  const read = (await anna("GET", `/clients/${id}`)).body.data;
  const same = await anna("PATCH", `/clients/${id}`, { email: read.email, phone_e164: read.phone_e164 });
  expect([same.status, same.body.data.version]).toEqual([200, read.version]);
  expect(contactsIn((await open.call("GET", `/clients/${id}`)).body.data)).toEqual(UNMASKED);
  // The other changes of the same request are stored.
  await anna("PATCH", `/clients/${id}`, { alert: "Nuts", email: null });
  expect((await open.call("GET", `/clients/${id}`)).body.data).toMatchObject({ alert: "Nuts", email: EMAIL });
  const changed = await anna("PATCH", `/clients/${id}`, { phone_e164: "+491701111111" });
  expect(contactsIn(changed.body.data)).toEqual(MASKED);
  expect((await open.call("GET", `/clients/${id}`)).body.data).toMatchObject({
    email: EMAIL,
    phone_e164: "+491701111111",
  });
  // A caller who can read the contacts can clear them.
  await reception("PATCH", `/clients/${id}`, { email: null });
  expect((await open.call("GET", `/clients/${id}`)).body.data.email).toBeNull();
});

test("a guessed contact gets the same response as any other contact", async () => {
  const patch = async (change: object, headers: Record<string, string> = {}) => {
    // The clock does not advance, so the responses can differ only in values that depend on the stored contacts.
    await open.call("PATCH", `/clients/${id}`, { email: EMAIL, phone_e164: PHONE, alert: null });
    const before = (await anna("GET", `/clients/${id}`)).body.data;
    const answer = await anna("PATCH", `/clients/${id}`, change, headers);
    const after = (await anna("GET", `/clients/${id}`)).body.data;
    expect(after).toEqual(answer.body.data);
    expect(answer.headers.etag).toBe(`"${after.version}"`);
    const { version, updated_at, ...others } = after;
    return { status: answer.status, versions: version - before.version, ...others };
  };
  const right = await patch({ email: EMAIL });
  expect(right.versions).toBe(1);
  expect(await patch({ email: "wrong.guess@example.org" })).toEqual(right);
  expect(await patch({ phone_e164: PHONE })).toEqual(right);
  expect(await patch({ phone_e164: "+4917600000000" })).toEqual(right);
  expect(await patch({ email: EMAIL, phone_e164: "+4917600000000" })).toEqual(right);
  const noted = await patch({ phone_e164: PHONE, alert: "Nuts" });
  expect(noted.versions).toBe(1);
  expect(await patch({ phone_e164: "+4917600000000", alert: "Nuts" })).toEqual(noted);
  // Each new version of the client publishes an event.
  const [event] = await lastBody(open.salon.businessId);
  expect(JSON.parse(event?.body_full ?? "{}").changed.sort()).toEqual(["alert", "phone_e164"]);
  // If a caller who can read contacts sends the same contacts, the update changes nothing.
  const read = (await reception("GET", `/clients/${id}`)).body.data;
  const same = await reception("PATCH", `/clients/${id}`, { phone_e164: read.phone_e164 });
  expect(same.body.data.version).toBe(read.version);
});

const lastBody = (businessId: string) =>
  sql(open.database)<{ body_full: string | null }>`
    select body_full from events join ${publishedBodies} as bodies using (business_id, id) where business_id = ${businessId} and type like 'client.%'
    order by id desc limit 1`;

test("a staff member's new client is masked in the response and unmasked in the event", async () => {
  const made = await anna("POST", "/clients", { first_name: "New", email: "new@example.org" });
  expect(contactsIn(made.body.data)).toEqual(MASKED);
  const [event] = await lastBody(open.salon.businessId);
  const { data } = JSON.parse(event?.body_full ?? "{}");
  expect(contactsIn(data)).toEqual({
    email: "new@example.org",
    phone_e164: null,
    contacts_masked: undefined,
  });
});

test("a replayed response is masked too", async () => {
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
