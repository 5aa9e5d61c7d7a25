import { expect, test } from "vitest";
import { disableEndpoint, insertDelivery, readQueue } from "../../../test/fixtures/queuedDeliveries.ts";
import { settle } from "../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { refusedFields, testApp } from "../../../test/fixtures/testApp.ts";
import { fanOut } from "./delivery/fanOut.ts";

const open = await testApp();

const URL_BEFORE = "http://127.0.0.1:9/hook?token=1";
const URL_AFTER = "http://127.0.0.1:10/other?token=2";

async function subscribed(...events: string[]): Promise<{ id: string }> {
  const { secret: _, ...endpoint } = (await open.call("POST", "/webhooks", { url: URL_BEFORE, events })).body
    .data;
  return endpoint;
}
const patch = (id: string, changes: object, headers = {}) =>
  open.call("PATCH", `/webhooks/${id}`, changes, headers);
const readServing = (businessId: string, id: string) =>
  sql(open.database)<{ url: string; events: string[]; concurrency_limit: number }>`
    select url, events, concurrency_limit from webhook_endpoints
    where business_id = ${businessId} and id = ${id}`;

test("URL and events change, each on its own; absent ones stay", async () => {
  const endpoint = await subscribed("client.created");
  const { businessId } = open.salon;
  const changed = await patch(endpoint.id, { url: URL_AFTER });
  expect([changed.status, changed.body.data]).toEqual([
    200,
    { ...endpoint, url: URL_AFTER, updated_at: expect.any(String) },
  ]);
  const events = ["sale.completed", "client.created", "sale.completed"];
  expect((await patch(endpoint.id, { events })).body.data).toMatchObject({
    url: URL_AFTER,
    events: ["client.created", "sale.completed"],
  });
  expect(await readServing(businessId, endpoint.id)).toEqual([
    { url: URL_AFTER, events: ["client.created", "sale.completed"], concurrency_limit: 1 },
  ]);
  expect((await patch(endpoint.id, {})).body.data.url).toBe(URL_AFTER);
});

test("invalid changes are refused by their field, and unknown endpoints with 404", async () => {
  const { id } = await subscribed("client.created");
  const cases: [object, string][] = [
    [{ url: "hook" }, "/url"],
    [{ url: null }, "/url"],
    [{ url: "ftp://example.com/" }, "/url"],
    [{ events: [] }, "/events"],
    [{ events: ["client.exploded"] }, "/events/0"],
    [{ source: "make" }, "/source"],
    [{ status: "disabled" }, "/status"],
  ];
  for (const [changes, path] of cases) expect(refusedFields(await patch(id, changes))).toEqual([path]);
  const other = await testApp({ beside: open });
  expect((await other.call("PATCH", `/webhooks/${id}`, { url: URL_AFTER })).status).toBe(404);
});

test("an API key needs the read scope of the events before and after; owners and managers need none", async () => {
  const { id } = await subscribed("client.created", "sale.completed");
  const headers = { authorization: `Bearer ${await open.keyWith("clients:read")}` };
  const refused = { status: 403, body: { code: "forbidden_role", details: { required: "payments:read" } } };
  expect(await patch(id, { url: URL_AFTER }, headers)).toMatchObject(refused);
  expect(await patch(id, { events: ["client.created"] }, headers)).toMatchObject(refused);
  const { id: own } = await subscribed("client.created");
  expect(await patch(own, { events: ["sale.completed"] }, headers)).toMatchObject(refused);
  expect((await patch(own, { url: URL_AFTER }, headers)).status).toBe(200);
  for (const role of ["owner", "manager"] as const) {
    const call = await signedInMember(open, role);
    expect((await call("PATCH", `/webhooks/${id}`, { url: URL_AFTER })).status, role).toBe(200);
  }
  const call = await signedInMember(open, "reception");
  expect((await call("PATCH", `/webhooks/${id}`, { url: URL_AFTER })).status).toBe(403);
});

test("another URL ends a series of failures and starts with one delivery at a time; the same one does not", async () => {
  const { id } = await subscribed("client.created");
  const { businessId } = open.salon;
  await sql(open.database)`
    update webhook_endpoints
    set failing_since = now() - interval '1 day', last_failure_at = now(), last_error = 'returned 500',
      concurrency_limit = 4
    where business_id = ${businessId}
      and id = ${id}`;
  expect((await patch(id, { url: URL_BEFORE })).body.data.failing_since).not.toBeNull();
  expect(await readServing(businessId, id)).toMatchObject([{ concurrency_limit: 4 }]);
  expect((await patch(id, { url: URL_AFTER })).body.data).toMatchObject({
    status: "enabled",
    failing_since: null,
    last_error: "returned 500",
  });
  expect(await readServing(businessId, id)).toMatchObject([{ concurrency_limit: 1 }]);
  await disableEndpoint(open, id);
  const disabled = (await patch(id, { url: URL_BEFORE })).body.data;
  expect(disabled).toMatchObject({ status: "disabled", failing_since: expect.any(String) });
});

test("events of the new types are queued from then on, and those that wait stay in the queue", async () => {
  const { id } = await subscribed("client.created");
  await insertDelivery(open, id, { dueInMinutes: 5 });
  await patch(id, { events: ["client.updated"] });
  const client = await open.addClient({});
  await open.call("PATCH", `/clients/${client}`, { last_name: "Müller" });
  await settle(open.database, [fanOut(open.databaseClock)]);
  expect(await readQueue(open, id)).toHaveLength(2);
  const { items } = (await open.call("GET", `/webhooks/${id}/deliveries`)).body.data;
  expect(items.map((one: { event_type: string }) => one.event_type).sort()).toEqual([
    "client.created",
    "client.updated",
  ]);
});
