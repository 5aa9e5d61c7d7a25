import { expect, test } from "vitest";
import { disableEndpoint, insertDelivery, readQueue } from "../../../test/fixtures/queuedDeliveries.ts";
import { testApp } from "../../../test/fixtures/testApp.ts";

const open = await testApp();

async function subscribed(): Promise<string> {
  const input = { url: "http://127.0.0.1:9/", events: ["client.created"] };
  return (await open.call("POST", "/webhooks", input)).body.data.id;
}

test("enabling makes waiting events of the last three days due at once, oldest first; older ones stay in the log", async () => {
  const id = await subscribed();
  const old = await insertDelivery(open, id, { ageHours: 73 });
  const nearly = await insertDelivery(open, id, { ageHours: 71 });
  const recent = await insertDelivery(open, id, { ageHours: 1, dueInMinutes: 120 });
  await disableEndpoint(open, id);
  const enabled = await open.call("POST", `/webhooks/${id}/enable`);
  expect([enabled.status, enabled.body.data]).toMatchObject([
    200,
    { id, status: "enabled", failing_since: null, disabled_at: null, last_error: "returned 500" },
  ]);
  expect(enabled.body.data.last_failure_at).not.toBeNull();
  expect(await readQueue(open, id)).toMatchObject([
    { id: nearly, status: "pending", dueInMinutes: 0, nextDueInMinutes: 0 },
    { id: recent, status: "pending", dueInMinutes: 0 },
    { id: old, status: "failed", dueInMinutes: null },
  ]);
});

test("the three days are measured by the database's clock", async () => {
  const id = await subscribed();
  await insertDelivery(open, id, { ageHours: 70 });
  await disableEndpoint(open, id);
  open.databaseClock.aheadMs = () => 3 * 3_600_000;
  await open.call("POST", `/webhooks/${id}/enable`);
  open.databaseClock.aheadMs = () => 0;
  expect(await readQueue(open, id)).toMatchObject([
    { status: "failed", dueInMinutes: null, nextDueInMinutes: null },
  ]);
});

test("enabling changes neither redeliveries and tests nor finished deliveries", async () => {
  const id = await subscribed();
  await insertDelivery(open, id, { kind: "redelivery", ageHours: 200, dueInMinutes: 30 });
  await insertDelivery(open, id, { status: "failed", ageHours: 2 });
  await insertDelivery(open, id, { status: "succeeded", ageHours: 3 });
  await disableEndpoint(open, id);
  await open.call("POST", `/webhooks/${id}/enable`);
  expect(await readQueue(open, id)).toMatchObject([
    { kind: "redelivery", status: "pending", dueInMinutes: 30, nextDueInMinutes: 30 },
    { status: "failed", dueInMinutes: null },
    { status: "succeeded", dueInMinutes: null },
  ]);
});

test("enabling an enabled endpoint changes nothing: its retries keep their times", async () => {
  const id = await subscribed();
  await insertDelivery(open, id, { ageHours: 1, dueInMinutes: 120 });
  const before = await readQueue(open, id);
  expect((await open.call("POST", `/webhooks/${id}/enable`)).status).toBe(200);
  expect(await readQueue(open, id)).toEqual(before);
});

test("an API key with any read scope may enable an endpoint", async () => {
  const id = await subscribed();
  await disableEndpoint(open, id);
  const headers = { authorization: `Bearer ${await open.keyWith("staff:read")}` };
  expect((await open.call("POST", `/webhooks/${id}/enable`, undefined, headers)).body.data.status).toBe(
    "enabled",
  );
});
