import { expect, onTestFinished, test } from "vitest";
import { delivererOf, deliverNow } from "../../../test/fixtures/deliverNow.ts";
import { openReceiver } from "../../../test/fixtures/receiver.ts";
import { settle } from "../../../test/fixtures/settle.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { fanOut } from "./delivery/fanOut.ts";

const open = await testApp();

async function subscribe(url: string): Promise<string> {
  return (await open.call("POST", "/webhooks", { url, events: ["client.created"] })).body.data.id;
}

test("no delivery is sent to a deleted endpoint, and the result of one under way is not recorded", async () => {
  const [arrived, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const receiver = await openReceiver(async () => {
    arrived.resolve();
    await removed.promise;
    return { status: 204 };
  });
  onTestFinished(() => receiver.close());
  const id = await subscribe(receiver.url);
  for (let nth = 0; nth < 3; nth++) await open.addClient({});
  await settle(open.database, [fanOut(open.databaseClock)]);
  const deliverer = delivererOf(open);
  const drained = deliverer.drain();
  await arrived.promise;
  expect((await open.call("DELETE", `/webhooks/${id}`)).status).toBe(200);
  removed.resolve();
  await drained;
  await deliverer.close();
  await open.addClient({});
  await deliverNow(open);
  expect(receiver.requests).toHaveLength(1);
  expect(
    await sql(open.database)<{ count: number }>`
    select count(*) as count from webhook_deliveries`,
  ).toEqual([{ count: 0 }]);
  expect((await open.call("GET", "/webhooks")).body.data.items).toEqual([]);
});

test("deleting an endpoint does not change others", async () => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const [gone, stays] = [await subscribe(`${receiver.url}/gone`), await subscribe(`${receiver.url}/stays`)];
  await open.addClient({});
  await settle(open.database, [fanOut(open.databaseClock)]);
  await open.call("DELETE", `/webhooks/${gone}`);
  await deliverNow(open);
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/stays"]);
  await open.call("DELETE", `/webhooks/${stays}`);
});

test("while endpoints are created and deleted, every event after a subscription is delivered", async () => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const stays = await subscribe(`${receiver.url}/stays`);
  const before = receiver.requests.length;
  await Promise.all([
    ...Array.from({ length: 20 }, () => open.addClient({})),
    ...Array.from({ length: 10 }, async () => {
      const id = await subscribe(`${receiver.url}/passing`);
      expect((await open.call("DELETE", `/webhooks/${id}`)).status).toBe(200);
    }),
    settle(open.database, [fanOut(open.databaseClock)]),
  ]);
  await deliverNow(open);
  const arrived = receiver.requests.slice(before).filter(({ path }) => path === "/stays");
  expect(new Set(arrived.map(({ headers }) => headers["service-event-id"])).size).toBe(20);
  await open.call("DELETE", `/webhooks/${stays}`);
});
