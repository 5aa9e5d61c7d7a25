import { afterEach, beforeEach, expect, test } from "vitest";
import { closeAll } from "../../../../test/fixtures/closeAtEnd.ts";
import { type DeliveryApp, deliveryApp, HOUR_MS, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { newId } from "../../../kernel/ids.ts";
import { addMembership, createUser } from "../../access/accounts/index.ts";
import { enable } from "../enable.ts";
import { insertDelivery } from "../store.ts";
import { refreshNextDue } from "./nextDue.ts";

let app: DeliveryApp;
let receiver: Receiver;
/** The paths to which the receiver responds with 200. Requests to all other paths fail. */
let well: Set<string>;
beforeEach(async () => {
  well = new Set();
  app = await deliveryApp();
  receiver = await openReceiver(({ path }) => ({ status: well.has(path) ? 200 : 503 }));
});
afterEach(closeAll);

const RETRIES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];
/** Advances the clock through all attempts of one event, in total 14 h 36 min. */
async function throughAllAttempts(): Promise<void> {
  for (const delayMs of [0, ...RETRIES_MS]) {
    app.clock.advance(delayMs);
    await app.deliverer.drain();
  }
}
const ALL_ATTEMPTS_MS = 14 * HOUR_MS + 36 * MINUTE_MS;
const requestsTo = (path: string) => receiver.requests.filter((arrival) => arrival.path === path);

test("after 72 hours of failures the next failure disables an endpoint, and each owner gets one e-mail", async () => {
  const { clock, deliverer, database, business } = app;
  await database.transaction(async (tx) => {
    for (const role of ["owner", "manager"] as const) {
      const person = { email: `${role}@example.com`, firstName: "Ann", lastName: null, now: 0 };
      const user = await createUser(tx, person);
      const { businessId } = business;
      await addMembership(tx, { userId: user.id, businessId, role, staffId: null, now: 0 });
    }
  });
  const { id } = await app.subscribe(`${receiver.url}/hook/s3cr3t?token=s3cr3t`);
  await app.publish();
  await deliverer.drain();
  const { failing_since } = await app.endpoint(id);
  // Publishes further events until 71 hours after the first failure. All attempts fail.
  for (let hours = 0; hours < 71; hours += 10) {
    clock.advance(10 * HOUR_MS - (hours === 70 ? 9 * HOUR_MS : 0));
    await app.publish();
    await deliverer.drain();
    expect(await app.endpoint(id)).toMatchObject({ status: "enabled", failing_since, disabled_at: null });
    expect(await app.emails()).toEqual([]);
  }
  clock.advance(HOUR_MS + MINUTE_MS);
  await deliverer.drain();
  const off = await app.endpoint(id);
  expect(off).toMatchObject({ status: "disabled", failing_since, next_due_at: null });
  expect(Number(off.disabled_at)).toBeGreaterThanOrEqual(Number(failing_since) + 72 * HOUR_MS);
  const mails = await app.emails();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
    `owner-${business.businessId}@example.com`,
    "owner@example.com",
  ]);
  const date = new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "Europe/Berlin" });
  for (const { subject, body_text, purpose } of mails) {
    expect(subject).toBe("Ein Webhook von Salon Lindenhof wurde abgeschaltet");
    expect(body_text).toContain(`\n    ${new URL(receiver.url).origin}\n`);
    expect(body_text).toContain(`\n    Fehlgeschlagen seit: ${date.format(Number(failing_since))}`);
    expect(body_text).toContain("\n    Letzter Fehler: returned 503\n");
    expect(body_text).toContain(`\nhttps://book.example.com/app/${business.businessId}/settings/webhooks\n`);
    expect(subject + body_text + purpose).not.toMatch(/s3cr3t|whsec_|Zoë/);
    expect(purpose).toMatch(new RegExp(`^webhook-shutoff:${id}:20`));
  }
  const arrived = receiver.requests.length;
  clock.advance(24 * HOUR_MS);
  await deliverer.drain();
  expect(receiver.requests).toHaveLength(arrived);
  expect(await app.emails()).toHaveLength(2);
});

const LEEWAY_MS = 10 * 60_000;

test("an endpoint without an attempt due after 72 hours gets one more, of its oldest failed delivery", async () => {
  const { clock, deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/quiet`);
  const [oldest] = await app.publish();
  await app.publish();
  await throughAllAttempts();
  expect(requestsTo("/quiet")).toHaveLength(12);
  // The test's clock also advances while the attempts run: by more than five seconds on a loaded machine.
  clock.advance(72 * HOUR_MS - ALL_ATTEMPTS_MS - LEEWAY_MS);
  await deliverer.drain();
  expect(requestsTo("/quiet")).toHaveLength(12);
  clock.advance(LEEWAY_MS);
  await deliverer.drain();
  expect(requestsTo("/quiet")).toHaveLength(13);
  expect(requestsTo("/quiet").at(-1)?.headers).toMatchObject({
    "service-event-id": oldest,
    "service-attempt": "7",
  });
  expect(await app.endpoint(id)).toMatchObject({ status: "disabled" });
  expect(await app.deliveries(id)).toMatchObject([
    { status: "failed", due_at: null, attempt_count: 7 },
    { status: "failed", attempt_count: 6 },
  ]);
});

test("when that attempt succeeds, the endpoint stays enabled", async () => {
  const { clock, deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/back`);
  await app.publish();
  await throughAllAttempts();
  well.add("/back");
  clock.advance(72 * HOUR_MS - ALL_ATTEMPTS_MS);
  await deliverer.drain();
  expect(await app.endpoint(id)).toMatchObject({ status: "enabled", failing_since: null });
  expect(await app.deliveries(id)).toMatchObject([{ status: "succeeded", attempt_count: 7 }]);
  clock.advance(100 * HOUR_MS);
  await deliverer.drain();
  expect(await app.endpoint(id)).toMatchObject({ status: "enabled" });
  expect(await app.emails()).toEqual([]);
});

test("a day without attempts neither clears the failures nor disables the endpoint", async () => {
  const { clock, deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/gap`);
  await app.publish();
  await throughAllAttempts();
  const { failing_since } = await app.endpoint(id);
  clock.advance(24 * HOUR_MS);
  await deliverer.drain();
  expect(await app.endpoint(id)).toMatchObject({ status: "enabled", failing_since });
  await app.publish();
  await deliverer.drain();
  expect(await app.endpoint(id)).toMatchObject({ status: "enabled", failing_since });
  expect(requestsTo("/gap")).toHaveLength(7);
});

test("a test that fails changes nothing, one is sent to a disabled endpoint, and one that succeeds clears failing_since", async () => {
  const { clock, deliverer, database } = app;
  const { id } = await app.subscribe(`${receiver.url}/test`);
  const { businessId } = app.business;
  const sendTest = async () => {
    await database.transaction(async (tx) => {
      await tx.query(insertDelivery, {
        business_id: businessId,
        id: newId(),
        endpoint_id: id,
        kind: "test",
        event_id: null,
        event_type: "test",
        aheadMs: clock.aheadMs(),
      });
      await refreshNextDue(tx, businessId, id);
    });
    await deliverer.drain();
  };
  await sendTest();
  expect(await app.endpoint(id)).toMatchObject({
    failing_since: null,
    last_failure_at: null,
    last_error: null,
  });
  expect(await app.deliveries(id)).toMatchObject([
    { kind: "test", status: "failed", attempt_count: 1, attempts: [{ number: 1, response_status: 503 }] },
  ]);
  await app.publish();
  await throughAllAttempts();
  clock.advance(72 * HOUR_MS - ALL_ATTEMPTS_MS);
  await deliverer.drain();
  expect(await app.endpoint(id)).toMatchObject({ status: "disabled" });
  well.add("/test");
  await app.publish();
  const before = requestsTo("/test").length;
  await sendTest();
  expect(requestsTo("/test")).toHaveLength(before + 1);
  const { headers, body } = requestsTo("/test").at(-1) ?? { headers: {}, body: "" };
  const [sent] = (await app.deliveries(id)).filter(
    ({ kind, status }) => kind === "test" && status === "succeeded",
  );
  expect(headers).toMatchObject({ "service-event-id": sent?.id, "service-event-type": "test" });
  expect(JSON.parse(body)).toEqual({
    id: sent?.id,
    type: "test",
    created_at: expect.any(String),
    business_id: businessId,
    data: {},
  });
  expect(await app.endpoint(id)).toMatchObject({ status: "disabled", failing_since: null });
});

test("events of a disabled endpoint wait, and enabling sends those of the last three days, oldest first", async () => {
  const { clock, deliverer, database, business } = app;
  const { id } = await app.subscribe(`${receiver.url}/on-again`);
  const [lost] = await app.publish();
  await throughAllAttempts();
  clock.advance(72 * HOUR_MS - ALL_ATTEMPTS_MS - HOUR_MS);
  // This event still has attempts left when the endpoint is disabled.
  const [underWay] = await app.publish();
  await deliverer.drain();
  clock.advance(HOUR_MS);
  await deliverer.drain();
  expect(await app.endpoint(id)).toMatchObject({ status: "disabled", next_due_at: null });
  const waiting = await app.publish(3);
  expect((await app.deliveries(id)).map(({ status, due_at }) => [status, due_at])).toEqual([
    ["failed", null],
    ...Array.from({ length: 4 }, () => ["pending", null]),
  ]);
  receiver.requests.length = 0;
  clock.advance(24 * HOUR_MS);
  await deliverer.drain();
  expect(receiver.requests).toEqual([]);
  well.add("/on-again");
  await database.transaction((tx) =>
    enable(tx, clock, { businessId: business.businessId, endpointId: id, now: 0 }),
  );
  await deliverer.drain();
  const sent = receiver.requests.map(({ headers }) => headers["service-event-id"]);
  expect(sent.slice().sort()).toEqual([underWay, ...waiting].sort());
  expect(sent).not.toContain(lost);
  expect(sent).toEqual([underWay, ...waiting]);
  expect(await app.endpoint(id)).toMatchObject({
    status: "enabled",
    failing_since: null,
    next_due_at: null,
  });
  expect(await app.emails()).toHaveLength(1);
});

test("an endpoint that fails for another 72 hours after it was enabled causes another e-mail", async () => {
  const { clock, deliverer, database, business } = app;
  const { id } = await app.subscribe(`${receiver.url}/twice`);
  for (const count of [1, 2]) {
    await app.publish();
    await throughAllAttempts();
    clock.advance(72 * HOUR_MS - ALL_ATTEMPTS_MS);
    await deliverer.drain();
    expect(await app.endpoint(id)).toMatchObject({ status: "disabled" });
    expect(await app.emails()).toHaveLength(count);
    await database.transaction((tx) =>
      enable(tx, clock, { businessId: business.businessId, endpointId: id, now: 0 }),
    );
  }
});
