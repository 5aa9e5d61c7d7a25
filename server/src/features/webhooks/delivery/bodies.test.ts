import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  HOUR_MS,
  MINUTE_MS,
  openPostOffice,
  type PostOffice,
} from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { stripeEvent } from "../../../../test/fixtures/stripeSignatures.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { statement } from "../../../platform/database/index.ts";
import { sealer } from "../../../platform/encryption.ts";
import { newSecretText, SECRET_PURPOSE } from "../endpointSecret.ts";
import { rotateEndpointSecret } from "../store.ts";
import { signature } from "./sign.ts";

let office: PostOffice;
let receiver: Receiver;
let status = 200;
beforeAll(async () => {
  office = await openPostOffice();
  receiver = await openReceiver(() => ({ status }));
});
beforeEach(() => {
  receiver.arrivals.length = 0;
  status = 200;
});
afterAll(async () => {
  await office.close();
  receiver.close();
});

const nowSeconds = () => Math.floor(systemClock.now() / 1000);
const believed = (arrival: Receiver["arrivals"][number] | undefined, secret: string) =>
  stripeEvent(String(arrival?.body), String(arrival?.headers["service-signature"]), secret, nowSeconds());

test("an independent library believes every attempt, and no other secret", async () => {
  const { id, secret } = await office.subscribe(`${receiver.url}/signed?a=b`);
  status = 500;
  const [eventId] = await office.happen();
  await office.deliverer.drain();
  status = 200;
  office.clock.pass(MINUTE_MS);
  await office.deliverer.drain();
  expect(receiver.arrivals).toHaveLength(2);
  for (const arrival of receiver.arrivals) {
    expect(believed(arrival, secret)).toMatchObject({ id: eventId, type: "client.created" });
    expect(() => believed(arrival, newSecretText())).toThrow();
  }
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(["/signed?a=b", "/signed?a=b"]);
  expect(receiver.arrivals[1]?.headers).toMatchObject({
    "content-type": "application/json",
    "service-event-id": eventId,
    "service-event-type": "client.created",
    "service-attempt": "2",
    "service-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
  });
  await office.database.transaction(async (tx) => tx.write(removeEndpoint, [id]));
});

test("the signature is the HMAC of the spec", () => {
  // openssl: printf '1700000000.{"a":"ü"}' | openssl dgst -sha256 -hmac 'whsec_one'
  expect(signature('{"a":"ü"}', 1_700_000_000_999, ["whsec_one"])).toBe(
    "t=1700000000,v1=621f847b7672010618fcef5eec6496507308d1fb61a7916f4719eb826c4debb8",
  );
});

const removeEndpoint = statement("test_bodies_remove", {}, "delete from webhook_endpoints where id = $1");

test("for 24 hours after a rotation both secrets sign, then the new one alone", async () => {
  const { id, secret: earlier } = await office.subscribe(`${receiver.url}/rotated`);
  const { database, clock, business } = office;
  const seal = sealer("a secret that every test may know");
  const later = newSecretText();
  await database.query(rotateEndpointSecret, [
    business.businessId,
    id,
    seal.seal(earlier, SECRET_PURPOSE),
    seal.seal(later, SECRET_PURPOSE),
    clock.aheadMs(),
    new Date(),
  ]);
  await office.happen();
  await office.deliverer.drain();
  clock.pass(24 * HOUR_MS - MINUTE_MS);
  await office.happen();
  await office.deliverer.drain();
  expect(receiver.arrivals).toHaveLength(2);
  for (const arrival of receiver.arrivals)
    for (const secret of [earlier, later]) expect(believed(arrival, secret)).toBeDefined();
  clock.pass(MINUTE_MS);
  await office.happen();
  await office.deliverer.drain();
  const last = receiver.arrivals.at(-1);
  expect(last?.headers["service-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  expect(believed(last, later)).toBeDefined();
  expect(() => believed(last, earlier)).toThrow();
  await database.transaction(async (tx) => tx.write(removeEndpoint, [id]));
});

const setPayload = statement(
  "test_bodies_payload",
  {},
  "update businesses set webhook_payload = $2 where id = $1",
);

test("of what was decided when the event was written and when it is sent, the stricter counts", async () => {
  const { businessId } = office.business;
  const send = (payload: string) => office.database.query(setPayload, [businessId, payload]);
  const { id } = await office.subscribe(`${receiver.url}/payload`);
  const sentAs = async (written: "full" | "ids_only", now: "full" | "ids_only") => {
    receiver.arrivals.length = 0;
    await office.happen(1, { payload: written });
    await send(now);
    await office.deliverer.drain();
    return Object.keys(JSON.parse(String(receiver.arrivals[0]?.body)).data);
  };
  expect(await sentAs("full", "full")).toEqual(["id", "name"]);
  expect(await sentAs("full", "ids_only")).toEqual(["id"]);
  expect(await sentAs("ids_only", "full")).toEqual(["id"]);
  expect(await sentAs("ids_only", "ids_only")).toEqual(["id"]);
  await send("full");
  await office.database.transaction(async (tx) => tx.write(removeEndpoint, [id]));
});

test("a secret sealed by another installation is a failure that says so, and nothing is sent", async () => {
  const { id } = await office.subscribe(`${receiver.url}/sealed`);
  const stranger = office.another({ sealer: sealer("some other installation's secret") });
  await office.happen();
  await stranger.drain();
  expect(receiver.arrivals).toEqual([]);
  expect((await office.endpoint(id)).last_error).toMatch(/could not be signed/);
  office.clock.pass(MINUTE_MS);
  await office.deliverer.drain();
  expect(receiver.arrivals).toHaveLength(1);
});
