import { expect, onTestFinished, test } from "vitest";
import { deliverNow } from "../../server/test/fixtures/deliverNow.ts";
import { openReceiver, type ReceivedRequest } from "../../server/test/fixtures/receiver.ts";
import { stripeEvent } from "../../server/test/fixtures/stripeSignatures.ts";
import { testApp } from "../../server/test/fixtures/testApp.ts";
import { connect, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "../src/index.ts";

const fixture = await testApp();
const address = await fixture.app.listen({ port: 0, host: "127.0.0.1" });
const daybook = connect({ address, key: fixture.salon.key });
const business = fixture.salon.businessId;

/** Returns the time of the fixture's clock, with which the server signs deliveries. */
const now = () => fixture.clock.now();

function verified({ body, headers }: ReceivedRequest, secret: string): Promise<WebhookEvent> {
  return verifyWebhook({ body, header: String(headers["service-signature"]), secret, now: now() });
}

async function subscribed(...events: ("appointment.created" | "client.created")[]) {
  const receiver = await openReceiver();
  const body = { url: `${receiver.url}/hook`, events };
  const endpoint = await daybook.post("/businesses/{business}/webhooks", { path: { business }, body });
  onTestFinished(async () => {
    await daybook.delete("/businesses/{business}/webhooks/{endpoint}", {
      path: { business, endpoint: endpoint.id },
    });
    receiver.close();
  });
  return { receiver, endpoint, path: { business, endpoint: endpoint.id } };
}

test("a delivery passes verification and holds the record as reading it answers", async () => {
  const { receiver, endpoint } = await subscribed("appointment.created");
  const appointment = (await fixture.book("2027-03-08T09:00:00+01:00", fixture.salon.cut)).body.data;
  await deliverNow(fixture);
  expect(receiver.requests).toHaveLength(1);
  const [arrival] = receiver.requests as [ReceivedRequest];
  const event = await verified(arrival, endpoint.secret);
  if (event.type !== "appointment.created" || !("total" in event.data))
    throw new Error("The event has another type.");
  expect(event.data).toEqual(appointment);
  expect(arrival.headers).toMatchObject({
    "content-type": "application/json",
    "service-event-id": event.id,
    "service-event-type": "appointment.created",
    "service-attempt": "1",
  });
  const header = String(arrival.headers["service-signature"]);
  expect(stripeEvent(arrival.body, header, endpoint.secret, now() / 1000)).toEqual(event);
  await expect(verified({ ...arrival, body: `${arrival.body} ` }, endpoint.secret)).rejects.toThrow(
    WebhookVerificationError,
  );
});

test("after a rotation both secrets verify deliveries for a day, then only the new one", async () => {
  const { receiver, endpoint, path } = await subscribed("client.created");
  const rotated = await daybook.post("/businesses/{business}/webhooks/{endpoint}/rotate-secret", { path });
  const secrets = [endpoint.secret, rotated.secret];
  await fixture.addClient({});
  await deliverNow(fixture);
  const [first] = receiver.requests as [ReceivedRequest];
  for (const secret of secrets) {
    const event = await verified(first, secret);
    const header = String(first.headers["service-signature"]);
    expect(stripeEvent(first.body, header, secret, now() / 1000)).toEqual(event);
  }
  fixture.databaseClock.aheadMs = () => 24 * 3_600_000 + 60_000;
  await fixture.addClient({});
  await deliverNow(fixture);
  fixture.databaseClock.aheadMs = () => 0;
  const second = receiver.requests[1] as ReceivedRequest;
  await verified(second, secrets[1] ?? "");
  await expect(verified(second, secrets[0] ?? "")).rejects.toMatchObject({ reason: "wrong_signature" });
});

test("a test delivery arrives, and is in the list of deliveries", async () => {
  const { receiver, endpoint, path } = await subscribed("client.created");
  const sent = await daybook.post("/businesses/{business}/webhooks/{endpoint}/test", { path });
  await deliverNow(fixture);
  const event = await verified(receiver.requests[0] as ReceivedRequest, endpoint.secret);
  expect(event).toEqual({
    id: sent.id,
    type: "test",
    created_at: sent.created_at,
    business_id: business,
    data: {},
  });
  const log = await daybook.get("/businesses/{business}/webhooks/{endpoint}/deliveries", { path });
  expect(log.items).toMatchObject([
    {
      id: sent.id,
      status: "succeeded",
      next_attempt_at: null,
      attempts: [{ number: 1, response_status: 204, error: null }],
    },
  ]);
});

test("a redelivery has the same bytes, and the event list holds the body that was sent", async () => {
  const { receiver, path } = await subscribed("client.created");
  const start = await daybook.get("/businesses/{business}/events", {
    path: { business },
    query: { type: ["client.created"] },
  });
  await fixture.addClient({ first_name: "Zoë" });
  await deliverNow(fixture);
  const { items } = await daybook.get("/businesses/{business}/webhooks/{endpoint}/deliveries", { path });
  const delivery = items[0]?.id ?? "";
  await daybook.post("/businesses/{business}/webhooks/{endpoint}/deliveries/{delivery}/redeliver", {
    path: { ...path, delivery },
  });
  await deliverNow(fixture);
  const [first, again] = receiver.requests as [ReceivedRequest, ReceivedRequest];
  expect(again.body).toBe(first.body);
  expect(again.headers["service-event-id"]).toBe(first.headers["service-event-id"]);
  expect(again.headers["service-attempt"]).toBe("1");
  const read = await daybook.get("/businesses/{business}/events", {
    path: { business },
    query: { type: ["client.created"], cursor: start.resume_cursor },
  });
  expect(read.items).toEqual([JSON.parse(first.body)]);
});
