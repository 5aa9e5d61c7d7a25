import { beforeEach, expect, test } from "vitest";
import { deliveryApp, HOUR_MS, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { stripeEvent } from "../../../../test/fixtures/stripeSignatures.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { createEncryption } from "../../../platform/encryption.ts";
import { newSecretText } from "../endpointSecret.ts";
import { rotateSecret } from "../rotateSecret.ts";
import { signature } from "./sign.ts";

let status = 200;
const app = await deliveryApp();
const receiver = await openReceiver(() => ({ status }));
beforeEach(() => {
  receiver.requests.length = 0;
  status = 200;
});

const OWNER = { kind: "session", sessionId: newId(), userId: newId(), memberships: [] } as const;

const nowSeconds = () => Math.floor(systemClock.now() / 1000);
const verified = (arrival: Receiver["requests"][number] | undefined, secret: string) =>
  stripeEvent(String(arrival?.body), String(arrival?.headers["service-signature"]), secret, nowSeconds());

test("an independent library verifies every attempt, and refuses another secret", async () => {
  const { id, secret } = await app.subscribe(`${receiver.url}/signed?a=b`);
  status = 500;
  const [eventId] = await app.publish();
  await app.deliverer.drain();
  status = 200;
  app.clock.advance(MINUTE_MS);
  await app.deliverer.drain();
  expect(receiver.requests).toHaveLength(2);
  for (const arrival of receiver.requests) {
    expect(verified(arrival, secret)).toMatchObject({ id: eventId, type: "client.created" });
    expect(() => verified(arrival, newSecretText())).toThrow();
  }
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/signed?a=b", "/signed?a=b"]);
  expect(receiver.requests[1]?.headers).toMatchObject({
    "content-type": "application/json",
    "service-event-id": eventId,
    "service-event-type": "client.created",
    "service-attempt": "2",
    "service-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
  });
  await app.database.transaction(async (tx) => removeEndpoint(tx, id));
});

test("the signature is the HMAC of the spec", () => {
  // The command that computed the expected value: printf '1700000000.{"a":"ü"}' | openssl dgst -sha256 -hmac 'whsec_one'
  expect(signature('{"a":"ü"}', 1_700_000_000_999, ["whsec_one"])).toBe(
    "t=1700000000,v1=621f847b7672010618fcef5eec6496507308d1fb61a7916f4719eb826c4debb8",
  );
});

const removeEndpoint = (reader: Reader, endpointId: string) =>
  sql(reader)`delete from webhook_endpoints where id = ${endpointId}`;

test("every secret signs for 24 hours after its replacement, also when it was replaced twice within them", async () => {
  const { id, secret: first } = await app.subscribe(`${receiver.url}/rotated`);
  const { database, clock, business } = app;
  const { businessId } = business;
  const encryption = createEncryption("a secret that every test may know");
  const policy = { allowPrivate: true, allowHttp: true };
  const rotate = async () => {
    const rotation = { businessId, endpointId: id, caller: OWNER, now: Date.now() };
    const settings = { encryption, policy, databaseClock: clock };
    return (await database.transaction((tx) => rotateSecret(tx, settings, rotation))).secret;
  };
  const signers = async (...secrets: string[]) => {
    await app.publish();
    await app.deliverer.drain();
    const last = receiver.requests.at(-1);
    const count = String(last?.headers["service-signature"]).match(/v1=[0-9a-f]{64}/g)?.length;
    const isVerified = (secret: string) => {
      try {
        return verified(last, secret) !== undefined;
      } catch {
        return false;
      }
    };
    return [count, ...secrets.map(isVerified)];
  };
  const second = await rotate();
  clock.advance(10 * HOUR_MS);
  const third = await rotate();
  expect(await signers(first, second, third)).toEqual([3, true, true, true]);
  clock.advance(14 * HOUR_MS - MINUTE_MS);
  expect(await signers(first, second, third)).toEqual([3, true, true, true]);
  clock.advance(MINUTE_MS);
  expect(await signers(first, second, third)).toEqual([2, false, true, true]);
  clock.advance(10 * HOUR_MS);
  expect(await signers(first, second, third)).toEqual([1, false, false, true]);
  await database.transaction(async (tx) => removeEndpoint(tx, id));
});

test("of the payload settings at writing and at sending, the stricter one applies", async () => {
  const { businessId } = app.business;
  const send = (payload: string) => sql(app.database)`
    update businesses set webhook_payload = ${payload} where id = ${businessId}`;
  const { id } = await app.subscribe(`${receiver.url}/payload`);
  const sentAs = async (written: "full" | "ids_only", now: "full" | "ids_only") => {
    receiver.requests.length = 0;
    await app.publish(1, { payload: written });
    await send(now);
    await app.deliverer.drain();
    return Object.keys(JSON.parse(String(receiver.requests[0]?.body)).data);
  };
  expect(await sentAs("full", "full")).toEqual(["id", "name"]);
  expect(await sentAs("full", "ids_only")).toEqual(["id"]);
  expect(await sentAs("ids_only", "full")).toEqual(["id"]);
  expect(await sentAs("ids_only", "ids_only")).toEqual(["id"]);
  await send("full");
  await app.database.transaction(async (tx) => removeEndpoint(tx, id));
});

test("a secret encrypted by another installation fails the attempt with that reason, and nothing is sent", async () => {
  const { id } = await app.subscribe(`${receiver.url}/sealed`);
  const otherInstallation = app.openAnother({
    encryption: createEncryption("some other installation's secret"),
  });
  await app.publish();
  await otherInstallation.drain();
  expect(receiver.requests).toEqual([]);
  expect((await app.endpoint(id)).last_error).toMatch(/could not be signed/);
  app.clock.advance(MINUTE_MS);
  await app.deliverer.drain();
  expect(receiver.requests).toHaveLength(1);
});
