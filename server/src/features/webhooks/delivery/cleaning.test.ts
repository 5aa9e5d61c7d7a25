import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, openPostOffice, type PostOffice } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { webhookJobs } from "./jobs.ts";

let office: PostOffice;
let receiver: Receiver;
beforeAll(async () => {
  office = await openPostOffice();
  receiver = await openReceiver();
});
afterAll(async () => {
  await office.close();
  receiver.close();
});

test("the log goes back thirty days, and what is still to be sent stays in it", async () => {
  const { database, clock, deliverer } = office;
  const clear = async () => {
    for (const job of webhookJobs({ database, databaseClock: clock }))
      await job.run(new AbortController().signal);
  };
  const { id } = await office.subscribe(receiver.url);
  await office.happen(3);
  await deliverer.drain();
  clock.pass(30 * 24 * HOUR_MS - 60_000);
  const [due] = await office.happen();
  await clear();
  expect(await office.deliveries(id)).toHaveLength(4);
  clock.pass(60_000);
  await clear();
  expect(await office.deliveries(id)).toMatchObject([{ event_id: due, status: "pending" }]);
  clock.pass(31 * 24 * HOUR_MS);
  await clear();
  expect(await office.deliveries(id)).toHaveLength(1);
  await deliverer.drain();
  await clear();
  expect(await office.deliveries(id)).toEqual([]);
});
