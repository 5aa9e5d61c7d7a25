import { expect, test } from "vitest";
import { deliveryApp, HOUR_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver } from "../../../../test/fixtures/receiver.ts";
import { webhookJobs } from "./jobs.ts";

const app = await deliveryApp();
const receiver = await openReceiver();

test("the log keeps the deliveries of thirty days and all that are still to be sent", async () => {
  const { database, clock, deliverer } = app;
  const clear = async () => {
    for (const job of webhookJobs({ database, databaseClock: clock }))
      await job.run(new AbortController().signal);
  };
  const { id } = await app.subscribe(receiver.url);
  await app.publish(3);
  await deliverer.drain();
  clock.advance(30 * 24 * HOUR_MS - 60_000);
  const [due] = await app.publish();
  await clear();
  expect(await app.deliveries(id)).toHaveLength(4);
  clock.advance(60_000);
  await clear();
  expect(await app.deliveries(id)).toMatchObject([{ event_id: due, status: "pending" }]);
  clock.advance(31 * 24 * HOUR_MS);
  await clear();
  expect(await app.deliveries(id)).toHaveLength(1);
  await deliverer.drain();
  await clear();
  expect(await app.deliveries(id)).toEqual([]);
});
