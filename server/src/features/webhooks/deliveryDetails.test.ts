import { afterEach, beforeEach, expect, test } from "vitest";
import { deliverNow } from "../../../test/fixtures/deliverNow.ts";
import { openReceiver, type Receiver } from "../../../test/fixtures/receiver.ts";
import { settle } from "../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { systemClock } from "../../kernel/clock.ts";
import { deleteOldDeliveries } from "./delivery/deleteOldDeliveries.ts";

let open: TestApp;
let receiver: Receiver;
let status: number;
beforeEach(async () => {
  status = 200;
  open = await testApp();
  // Waits for the event of the client that the fixture creates.
  await settle(open.database);
  receiver = await openReceiver(({ body }) => ({ status, body: `got ${body}${"x".repeat(5_000)}` }));
});
afterEach(async () => {
  receiver.close();
  await open.close();
});

const DAY_MS = 86_400_000;
const deliver = () => deliverNow({ ...open, clock: systemClock });

async function subscribed(): Promise<string> {
  const endpoint = { url: `${receiver.url}/hook`, events: ["client.created"] };
  return (await open.call("POST", "/webhooks", endpoint)).body.data.id;
}
const list = async (id: string) => (await open.call("GET", `/webhooks/${id}/deliveries`)).body.data.items;
const details = async (id: string, nth = 0, headers = {}) => {
  const path = `/webhooks/${id}/deliveries/${(await list(id))[nth].id}`;
  const { body } = await open.call("GET", path, undefined, headers);
  return body.data;
};
const stored = async (endpointId: string) =>
  (
    await sql(open.database)<{ text: string }>`
    select delivery::text as text from webhook_deliveries as delivery where endpoint_id = ${endpointId}`
  )
    .map(({ text }) => text)
    .join();

test("a delivery shows the body that was sent and the start of each answer; the list does not", async () => {
  const id = await subscribed();
  await open.addClient({ first_name: "Zoë" });
  status = 500;
  await deliver();
  open.databaseClock.aheadMs = () => 60_000;
  status = 200;
  await deliver();
  const sent = String(receiver.requests[0]?.body);
  const answer = `got ${sent}${"x".repeat(5_000)}`;
  const kept = Buffer.from(answer).subarray(0, 4_096).toString();
  const [listed] = await list(id);
  expect(await details(id)).toEqual({
    ...listed,
    attempts: listed.attempts.map((attempt: object) => ({ ...attempt, response_body: kept })),
    request_body: sent,
  });
  expect(listed.attempts).toHaveLength(2);
  expect(JSON.stringify(listed)).not.toContain("Zoë");
});

test("a delivery that was not sent yet has no bodies, and a test has its own", async () => {
  const id = await subscribed();
  await open.call("POST", `/webhooks/${id}/test`);
  expect(await details(id)).toMatchObject({ attempts: [], request_body: null });
  await deliver();
  expect(await details(id)).toMatchObject({
    attempts: [{ response_body: expect.stringContaining("got {") }],
    request_body: receiver.requests[0]?.body,
  });
});

test("a business that sends identifiers only stores no full body, and shows none that it sent before", async () => {
  const id = await subscribed();
  await open.addClient({ first_name: "Zoë" });
  await deliver();
  const owner = await signedInMember(open, "owner");
  await owner("PATCH", "", { webhook_payload: "ids_only" });
  expect(await details(id)).toMatchObject({ request_body: null });
  await open.addClient({ first_name: "Yaël" });
  await deliver();
  const shown = await details(id);
  expect(shown.request_body).toBe(receiver.requests.at(-1)?.body);
  expect(Object.keys(JSON.parse(shown.request_body).data)).toEqual(["id"]);
  expect(await stored(id)).not.toContain("Yaël");
});

test("erasing a client erases the bodies and answers about it, and nothing is stored again", async () => {
  const id = await subscribed();
  const client = await open.addClient({ first_name: "Zoë" });
  const other = await open.addClient({ first_name: "Yaël" });
  status = 500;
  await deliver();
  expect(await stored(id)).toContain("Zoë");
  const owner = await signedInMember(open, "owner");
  expect((await owner("POST", `/clients/${client}/erase`)).status).toBe(200);
  expect(await stored(id)).not.toContain("Zoë");
  expect(await stored(id)).toContain("Yaël");
  open.databaseClock.aheadMs = () => 60_000;
  await deliver();
  const about = (await list(id)) as { id: string }[];
  for (const [nth] of about.entries()) {
    const shown = await details(id, nth);
    const isErased = !JSON.stringify(shown).includes("Yaël");
    expect(shown.attempts).toHaveLength(2);
    if (isErased) {
      expect(shown.request_body).toContain(client);
      expect(shown.attempts).toMatchObject([{ response_body: null }, { response_body: null }]);
    } else expect(shown.request_body).toContain(other);
  }
});

test("bodies are kept for 30 days", async () => {
  const id = await subscribed();
  await open.addClient({ first_name: "Zoë" });
  await deliver();
  const clock = (days: number) => ({ aheadMs: () => days * DAY_MS });
  expect(await deleteOldDeliveries(open.database, clock(29), 100)).toBe(0);
  expect(await stored(id)).toContain("Zoë");
  expect(await deleteOldDeliveries(open.database, clock(30.1), 100)).toBe(1);
  expect(await stored(id)).toBe("");
});

test("a delivery needs the read scope of the endpoint's events, and belongs to its endpoint", async () => {
  const [id, other] = [await subscribed(), await subscribed()];
  await open.addClient({});
  await deliver();
  const [{ id: delivery }] = await list(id);
  const headers = { authorization: `Bearer ${await open.keyWith("staff:read")}` };
  const get = (endpoint: string, one: string, more = {}) =>
    open.call("GET", `/webhooks/${endpoint}/deliveries/${one}`, undefined, more);
  expect(await get(id, delivery, headers)).toMatchObject({
    status: 403,
    body: { details: { required: "clients:read" } },
  });
  for (const [endpoint, one] of [
    [other, delivery],
    [id, other],
    [id, "none"],
  ] as const)
    expect((await get(endpoint, one)).status).toBe(404);
});

test("a delivery carries the cursor after its event", async () => {
  await subscribed();
  await open.addClient({});
  await open.addClient({});
  await deliver();
  const cursorOf = (nth: number) => String(receiver.requests[nth]?.headers["service-event-cursor"]);
  const after = (cursor: string) => open.call("GET", `/events?cursor=${encodeURIComponent(cursor)}`);
  const { items, next_cursor } = (await after(cursorOf(0))).body.data;
  expect(items.map(({ id }: { id: string }) => id)).toContain(
    receiver.requests[1]?.headers["service-event-id"],
  );
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(
    receiver.requests[0]?.headers["service-event-id"],
  );
  expect(next_cursor).toBeNull();
});
