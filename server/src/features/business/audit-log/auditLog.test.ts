import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { createClient } from "../../clients/clients/index.ts";
import { eraseClientEntries, exportClientEntries } from "./index.ts";
import type { AuditEntryRecord } from "./schema.ts";

const fixture = await checkoutApp({ isShared: true });
const { owner } = fixture;

async function entries(query: Record<string, string> = {}): Promise<AuditEntryRecord[]> {
  const answer = await owner("GET", `/audit-log?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items;
}
const about = (entity_id: string, more: Record<string, string> = {}) => entries({ entity_id, ...more });
const short = ({ entity, action, before, after }: AuditEntryRecord) => ({ entity, action, before, after });

test("a member's change is logged with actor, address, request and values", async () => {
  const made = await owner("POST", "/service-categories", { name: "Hair" });
  const { id } = made.body.data;
  const changed = await owner("PATCH", `/service-categories/${id}`, { name: "Hair and beard" });
  const same = await owner("PATCH", `/service-categories/${id}`, { name: "Hair and beard" });
  expect(same.status).toBe(200);
  await owner("DELETE", `/service-categories/${id}`);
  const log = await about(id);
  expect(log.map(short)).toEqual([
    {
      entity: "service_category",
      action: "deleted",
      before: { archived_at: null },
      after: { archived_at: expect.any(String) },
    },
    {
      entity: "service_category",
      action: "changed",
      before: { name: "Hair" },
      after: { name: "Hair and beard" },
    },
    {
      entity: "service_category",
      action: "created",
      before: null,
      after: { name: "Hair", position: expect.any(Number) },
    },
  ]);
  expect(log[1]).toMatchObject({
    actor: { kind: "user", id: expect.any(String), label: "Jana Lindner" },
    request_id: changed.headers["x-request-id"],
    address: expect.stringMatching(/^10\./),
    erased_at: null,
  });
  expect(log[2]?.request_id).toBe(made.headers["x-request-id"]);
});

test("entries of a key have its label; background jobs have the actor system", async () => {
  const made = await fixture.call("POST", "/clients", { first_name: "Ada", phone_e164: "+4930123456" });
  const [entry] = await about(made.body.data.id);
  expect(entry).toMatchObject({
    actor: { kind: "key", id: expect.any(String), label: "Tests" },
    entity: "client",
    action: "created",
    after: { first_name: "Ada", phone_e164: "+4930123456" },
  });
  expect(JSON.stringify(entry)).not.toMatch(/search_words|sort/);
  const { businessId } = fixture.salon;
  const inside = await fixture.database.transaction((tx) =>
    createClient(tx, {
      businessId,
      createdBy: null,
      now: fixture.clock.now(),
      client: { first_name: "Own" },
    }),
  );
  expect((await about(inside.id))[0]).toMatchObject({
    actor: { kind: "system", id: null, label: null },
    address: null,
    request_id: null,
  });
});

test("a label full of quotes, backslashes and other scripts is stored unchanged and not executed", async () => {
  const call = await signedInMember(fixture, "owner");
  const hostile = `'; drop table audit_log; -- \\' E'\\x 💩 "`;
  const made = await call(
    "POST",
    "/service-categories",
    { name: hostile },
    { "x-forwarded-for": hostile.replace("💩", "") },
  );
  expect((await about(made.body.data.id))[0]?.after?.name).toBe(hostile);
});

test("concurrent requests have their own actors", async () => {
  const calls = await Promise.all([
    owner,
    await signedInMember(fixture, "manager"),
    await signedInMember(fixture, "manager"),
  ]);
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, each) =>
      calls[each % 3]?.("POST", "/service-categories", { name: `Concurrent ${each}` }),
    ),
  );
  for (const answer of made) {
    const [entry] = await about(answer?.body.data.id);
    expect(entry?.request_id).toBe(answer?.headers["x-request-id"]);
  }
});

test("booking an appointment is not logged; changes of it are", async () => {
  const appointment = await fixture.newAppointment();
  expect(await about(appointment)).toEqual([]);
  await fixture.call("PATCH", `/appointments/${appointment}/note`, { internal_note: "Allergic" });
  await fixture.call("POST", `/appointments/${appointment}/transitions`, { to: "arrived" });
  expect((await about(appointment)).map(short)).toEqual([
    {
      entity: "appointment",
      action: "changed",
      before: { status: "booked", arrived_at: null },
      after: { status: "arrived", arrived_at: expect.any(String) },
    },
    {
      entity: "appointment",
      action: "changed",
      before: { internal_note: null },
      after: { internal_note: "Allergic" },
    },
  ]);
});

test("hours are logged as a whole, before and after", async () => {
  const hours = [{ weekday: 1, starts: "10:00", ends: "12:00" }];
  await owner("PUT", `/locations/${fixture.salon.locationId}/hours`, { hours, hour_exceptions: [] });
  const [come, gone] = await about(fixture.salon.locationId, { entity: "location_hours" });
  expect(come).toMatchObject({
    action: "created",
    before: null,
    after: { rows: [{ weekday: 1, starts_minute: 600, ends_minute: 720 }] },
  });
  expect(gone).toMatchObject({ action: "deleted", after: null });
  expect(gone?.before?.rows).toHaveLength(6);
});

test("payments and sales are logged without free text", async () => {
  const sold = await fixture.sell({
    client_id: fixture.salon.clientId,
    lines: [{ kind: "product", description: "For Mrs Marker", unit_price: money(900) }],
    payments: [{ ...fixture.cash(900), reference: "Mrs Marker" }],
  });
  const sale = sold.body.data;
  await fixture.refund(sale.payment_ids[0], 300, { reason: "Mrs Marker was unhappy" });
  const [log, lines, payment] = await Promise.all([
    about(sale.id, { entity: "sale" }),
    about(sale.id, { entity: "sale_lines" }),
    about(sale.payment_ids[0]),
  ]);
  expect(log.map(({ action }) => action)).toContain("created");
  expect(lines[0]?.after).toMatchObject({ rows: [{ kind: "product", total_amount: 900 }] });
  expect(payment[0]).toMatchObject({
    action: "changed",
    before: { refunded_amount: 0 },
    after: { refunded_amount: 300 },
  });
  const all = await entries({ from: "2000-01-01T00:00:00Z", limit: "100" });
  expect(JSON.stringify(all)).not.toContain("Marker");
});

test("keys, members and endpoints are logged without their secrets", async () => {
  const made = await owner("POST", "/api-keys", { label: "Robot", scopes: ["staff:read"] });
  await owner("DELETE", `/api-keys/${made.body.data.id}`);
  const log = await about(made.body.data.id);
  expect(log.map(({ action }) => action)).toEqual(["deleted", "created"]);
  expect(log[1]?.after).toEqual({
    label: "Robot",
    prefix: expect.stringMatching(/^dbk_\w{4}$/),
    scopes: ["staff:read"],
    created_by: expect.any(String),
  });
  await owner("POST", "/invitations", { email: "new@example.com", role: "reception" });
  const [invited] = await entries({ entity: "invitation" });
  expect(invited?.after).toMatchObject({ email: "new@example.com", role: "reception" });
  expect(JSON.stringify([log, invited])).not.toMatch(/sha256|token/);
});

test("refused and rolled back changes are not logged", async () => {
  const before = (await entries())[0]?.id;
  const refused = await owner("PUT", "/policies", {
    cancellation_window_minutes: 5,
    deposit: { kind: "percent" },
  });
  expect(refused.status).toBe(422);
  expect((await entries())[0]?.id).toBe(before);
});

test("filters select entries, newest first", async () => {
  const id = (await fixture.call("POST", "/clients", { first_name: "Filtered" })).body.data.id;
  await owner("PATCH", `/clients/${id}`, { alert: "One" });
  const [second, first] = await about(id);
  expect([first?.action, second?.action]).toEqual(["created", "changed"]);
  expect((await about(id, { actor_kind: "key" })).map((entry) => entry.id)).toEqual([first?.id]);
  expect((await about(id, { actor_id: second?.actor.id ?? "" })).map((entry) => entry.id)).toEqual([
    second?.id,
  ]);
  expect(await about(id, { to: first?.created_at ?? "" })).toEqual([]);
  expect((await about(id, { from: first?.created_at ?? "" })).map((entry) => entry.id)).toEqual([
    second?.id,
    first?.id,
  ]);
  expect(await about(id, { entity: "sale" })).toEqual([]);
  expect(fieldsIn(await owner("GET", "/audit-log?entity=nothing"))).toEqual([422, "/entity"]);
  expect(fieldsIn(await owner("GET", "/audit-log?actor_id=x"))).toEqual([422, "/actor_id"]);
  const page = await owner("GET", `/audit-log?entity_id=${id}&limit=1`);
  const cursor = page.body.data.next_cursor;
  const rest = await owner("GET", `/audit-log?entity_id=${id}&limit=1&cursor=${cursor}`);
  expect([page, rest].map((answer) => answer.body.data.items[0].id)).toEqual([second?.id, first?.id]);
  expect(fieldsIn(await owner("GET", `/audit-log?limit=1&cursor=${cursor}`))).toEqual([422, "/cursor"]);
});

test("only an owner can read the audit log", async () => {
  for (const role of ["manager", "reception", "staff"] as const)
    expect([role, (await (await signedInMember(fixture, role))("GET", "/audit-log")).status]).toEqual([
      role,
      403,
    ]);
  expect((await fixture.call("GET", "/audit-log")).status).toBe(403);
});

test("the database refuses changes and deletions", async () => {
  const attempts = {
    delete: "delete from audit_log",
    truncate: "truncate audit_log",
    change: "update audit_log set action = 'created'",
    actor:
      "update audit_log set actor_id = null, actor_kind = 'system', before = null, after = null, erased_at = now()",
    silently: "update audit_log set before = null, after = null",
    // Only entries about a client can be erased.
    empty: "update audit_log set before = null, after = null, erased_at = now() where client_id is null",
  };
  for (const [name, sql] of Object.entries(attempts)) {
    const attempt = statement({
      name: `test_audit_${name}`,
      sql,
    });
    await expect(fixture.database.query(attempt, {}), name).rejects.toThrow("append-only");
  }
});
const countWith = async (marker: string) =>
  (
    await sql(fixture.database)<{ number: number }>`
    select count(*) as number from audit_log
    where business_id = ${fixture.salon.businessId} and to_jsonb(audit_log)::text like ${`%${marker}%`}`
  )[0]?.number;

test("erasing a client erases the values of entries and keeps the entries", async () => {
  const { businessId } = fixture.salon;
  const made = await fixture.call("POST", "/clients", { first_name: "Marker", email: "marker@example.com" });
  const { id } = made.body.data;
  const appointment = (
    await fixture.call("POST", "/appointments", {
      location_id: fixture.salon.locationId,
      client_id: id,
      starts_at: "2029-01-10T10:00:00+01:00",
      items: [{ service_id: fixture.salon.cut, staff_id: fixture.salon.ben }],
    })
  ).body.data.id;
  await fixture.call("PATCH", `/appointments/${appointment}/note`, { internal_note: "Marker is nervous" });
  await fixture.call("PATCH", `/clients/${id}`, { last_name: "Markerson" });
  expect(await countWith("Marker")).toBe(3);
  const exported = (await Array.fromAsync(exportClientEntries(fixture.database, businessId, [id]))).flat();
  expect(exported.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
    "client created",
    "appointment changed",
    "client changed",
  ]);

  const erasure = statement({
    name: "test_audit_erase",
    params: { businessId: column.id, id: column.id },
    sql: "update clients set first_name = '-', last_name = null, email = null where business_id = $businessId and id = $id",
  });
  await fixture.database.transaction(async (tx) => {
    tx.write(erasure, { businessId, id });
    eraseClientEntries(tx, businessId, id, fixture.clock.now());
  });
  expect([await countWith("Marker"), await countWith("marker@")]).toEqual([0, 0]);
  const log = await about(id);
  expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["changed", null, null],
    ["changed", null, null],
    ["created", null, null],
  ]);
  expect(log[1]).toMatchObject({ actor: { kind: "key" }, erased_at: expect.any(String) });
  // A repeated erasure changes nothing.
  await fixture.database.transaction(async (tx) =>
    eraseClientEntries(tx, businessId, id, fixture.clock.now() + 1000),
  );
  expect(await about(id)).toEqual(log);
  expect(await Array.fromAsync(exportClientEntries(fixture.database, businessId, [id]))).toEqual([]);
});
