import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { statement } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { businessRecord } from "../businesses/index.ts";

const fixture = await checkoutApp();
const { owner } = fixture;

const POLICY = {
  cancellation_window_minutes: 1440,
  late_cancel_fee: { kind: "percent", percent: 50 },
  no_show_fee: { kind: "amount", amount: money(3000) },
  deposit: { kind: "none" },
  card_required: true,
  cancellation_text: "A day before, please.",
  booking_text: null,
  staff_sees_contacts: false,
};
const put = (more: object = {}, headers?: Record<string, string>) =>
  owner("PUT", "/policies", { ...POLICY, ...more }, headers);
const accepted = async (appointment: string) =>
  (
    await sql(fixture.database)<{ policy_version: number | null }>`
      select policy_version from appointments
      where business_id = ${fixture.salon.businessId} and id = ${appointment}`
  )[0]?.policy_version;

test("the policy is null at first, then the one that was set, and each change creates a version", async () => {
  const before = await fixture.newAppointment();
  const none = await owner("GET", "/policies");
  expect([none.status, none.body.data, none.headers.etag]).toEqual([200, null, undefined]);
  expect((await owner("GET", "/policies/versions")).body.data).toEqual({ items: [], next_cursor: null });

  const early = await put({}, { "if-match": '"1"' });
  expect([early.status, early.body.details]).toEqual([412, { version: 0 }]);
  const first = await put();
  expect([first.status, first.headers.etag]).toEqual([200, '"1"']);
  expect(first.body.data).toMatchObject({
    version: 1,
    cancellation_window_minutes: 1440,
    late_cancel_fee: { kind: "percent", percent: 50, amount: null },
    no_show_fee: { kind: "amount", percent: null, amount: money(3000) },
    deposit: { kind: "none", percent: null, amount: null },
    card_required: true,
    cancellation_text: "A day before, please.",
    booking_text: null,
    staff_sees_contacts: false,
    created_at: new Date(fixture.clock.now()).toISOString().replace(".000Z", "Z"),
  });
  expect((await owner("GET", "/policies")).body.data).toEqual(first.body.data);
  expect((await put()).body.data).toEqual(first.body.data);

  const during = await fixture.newAppointment();
  const second = await put({ no_show_fee: { kind: "percent", percent: 100 } });
  expect(second.body.data.version).toBe(2);
  const after = await fixture.newAppointment();
  expect((await owner("GET", "/policies")).body.data).toEqual(second.body.data);
  const versions = await owner("GET", "/policies/versions?limit=1");
  expect(versions.body.data.items).toEqual([second.body.data]);
  const next = await owner("GET", `/policies/versions?limit=1&cursor=${versions.body.data.next_cursor}`);
  expect(next.body.data).toEqual({ items: [first.body.data], next_cursor: null });
  // An appointment, also in a series, keeps the policy version that was current at the time of booking.
  expect([await accepted(before), await accepted(during), await accepted(after)]).toEqual([null, 1, 2]);
  const series = await fixture.call("POST", "/appointments/recurring", {
    location_id: fixture.salon.locationId,
    client_id: fixture.salon.clientId,
    starts_at: "2028-01-10T10:00:00+01:00",
    items: [{ service_id: fixture.salon.cut, staff_id: fixture.salon.ben }],
    every_weeks: 1,
    occurrences: 2,
  });
  for (const { id } of series.body.data.created) expect(await accepted(id)).toBe(2);
});

test("If-Match must name the current version", async () => {
  const { version } = (await put({ booking_text: "Welcome" })).body.data;
  const stale = await put({ booking_text: "Late" }, { "if-match": `"${version - 1}"` });
  expect([stale.status, stale.body.code, stale.body.details]).toEqual([412, "version_mismatch", { version }]);
  const fresh = await put({ booking_text: "In time" }, { "if-match": `"${version}"` });
  expect([fresh.status, fresh.body.data.version]).toEqual([200, version + 1]);
});

test("a policy asks for a card only if it says so, and changing only that creates a version", async () => {
  const { version } = (await put()).body.data;
  const { card_required: _, ...silent } = POLICY;
  expect((await owner("PUT", "/policies", silent)).body.data.version).toBe(version + 1);
  expect((await owner("GET", "/policies")).body.data).toMatchObject({
    version: version + 1,
    card_required: false,
  });
  expect(fieldsIn(await put({ card_required: "yes" }))).toEqual([422, "/card_required"]);
});

test("two concurrent writes create two versions", async () => {
  const { version } = (await put({ booking_text: "Before" })).body.data;
  const both = await Promise.all([put({ booking_text: "One" }), put({ booking_text: "Two" })]);
  expect(both.map((answer) => answer.body.data.version).sort()).toEqual([version + 1, version + 2]);
});

test("a charge requires the value of its kind, in the business's currency", async () => {
  const problems = async (late_cancel_fee: object) => fieldsIn(await put({ late_cancel_fee }));
  expect(await problems({ kind: "amount" })).toEqual([422, "/late_cancel_fee/amount"]);
  expect(await problems({ kind: "percent" })).toEqual([422, "/late_cancel_fee/percent"]);
  expect(await problems({ kind: "none", percent: 3 })).toEqual([422, "/late_cancel_fee/percent"]);
  expect(await problems({ kind: "percent", percent: 3, amount: money(3) })).toEqual([
    422,
    "/late_cancel_fee/amount",
  ]);
  expect(await problems({ kind: "percent", percent: 101 })).toEqual([422, "/late_cancel_fee/percent"]);
  expect(await problems({ kind: "amount", amount: money(3, "USD") })).toEqual([
    422,
    "/late_cancel_fee/amount/currency",
  ]);
  expect(fieldsIn(await put({ cancellation_text: "x".repeat(5001) }))).toEqual([422, "/cancellation_text"]);
  expect(fieldsIn(await put({ cancellation_window_minutes: -1 }))).toEqual([
    422,
    "/cancellation_window_minutes",
  ]);
  // A client can send a record back without its read-only fields.
  const { id, version, created_at, updated_at, ...read } = (await owner("GET", "/policies")).body.data;
  const again = await owner("PUT", "/policies", read);
  expect([again.status, again.body.data.version]).toEqual([200, version]);
});

test("policies are read and written by owners and managers", async () => {
  for (const [role, status] of [
    ["manager", 200],
    ["reception", 403],
    ["staff", 403],
  ] as const) {
    const call = await signedInMember(fixture, role);
    expect([role, (await call("GET", "/policies")).status]).toEqual([role, status]);
    expect([role, (await call("PUT", "/policies", POLICY)).status]).toEqual([role, status]);
    expect([role, (await call("GET", "/policies/versions")).status]).toEqual([role, status]);
  }
  expect((await fixture.call("GET", "/policies")).status).toBe(403);
});

test("the database refuses changes to stored versions", async () => {
  const change = statement({
    name: "test_policies_change",
    sql: "update policies set booking_text = 'Other'",
  });
  const remove = statement({
    name: "test_policies_remove",
    sql: "delete from policies",
  });
  await expect(fixture.database.query(change, {})).rejects.toThrow("stays as it was");
  await expect(fixture.database.query(remove, {})).rejects.toThrow("stays as it was");
});

test("a fee is computed under the policy version that the client accepted at booking, and is refused without one", async () => {
  await put({
    no_show_fee: { kind: "percent", percent: 50 },
    late_cancel_fee: { kind: "amount", amount: money(900) },
  });
  const [missed, late, early] = [
    await fixture.newAppointment(),
    await fixture.newAppointment(),
    await fixture.newAppointment(),
  ];
  await put({ no_show_fee: { kind: "none" }, late_cancel_fee: { kind: "none" } });
  const free = await fixture.newAppointment();
  const charge = (appointment_id: string, kind: string, who = owner) =>
    who("POST", `/clients/${fixture.salon.clientId}/fees`, { appointment_id, kind });
  const startsAt = async (appointment: string) =>
    Date.parse((await fixture.call("GET", `/appointments/${appointment}`)).body.data.starts_at);
  const cancel = (appointment: string) =>
    fixture.call("POST", `/appointments/${appointment}/transitions`, { to: "cancelled" });
  const seen = fixture.clock.now();
  fixture.clock.set((await startsAt(late)) - 86_400_000 + 1);
  await cancel(late);
  fixture.clock.set((await startsAt(early)) - 86_400_000);
  await cancel(early);
  fixture.clock.set(seen);
  for (const appointment of [missed, free])
    await fixture.call("POST", `/appointments/${appointment}/transitions`, { to: "no_show" });

  const fee = await charge(missed, "no_show");
  expect([fee.status, fee.body.data.total, fee.body.data.lines[0].description]).toEqual([
    201,
    money(2250),
    "Missed visit",
  ]);
  expect((await charge(late, "late_cancel")).body.data.total).toEqual(money(900));
  expect(fieldsIn(await charge(early, "late_cancel"))).toEqual([422, "/kind"]);
  expect(fieldsIn(await charge(free, "no_show"))).toEqual([422, "/kind"]);
  expect((await charge(missed, "no_show", await signedInMember(fixture, "reception"))).status).toBe(403);
});

test("a new policy locks the settings before the business, as all settings do", async () => {
  const { database, salon } = fixture;
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const changing = database.transaction(async (tx) => {
    lockSettings(tx, salon.businessId);
    await businessRecord(tx, salon.businessId);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const putting = put({ booking_text: "Be on time, please." });
  await untilTransactionWaits(fixture.connectionString);
  // If the two transactions acquired their locks in opposite orders, a change of the business and a new policy could deadlock.
  expect(
    await sql(database)`
    select id from businesses where id = ${salon.businessId} for update nowait`,
  ).toHaveLength(1);
  released.resolve();
  await changing;
  expect((await putting).status).toBe(200);
});
