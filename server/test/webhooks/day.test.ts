import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedDay } from "./day.ts";
import { COMPLETE, deliveryReportOf, everythingDelivered, writtenEvents } from "./deliveryReport.ts";
import { openWebhookApp, subscribe, type WebhookApp } from "./fixture.ts";
import { openReceiverServer, type ReceiverServer } from "./receiverServer.ts";

let fixture: WebhookApp;
let receivers: ReceiverServer;
beforeEach(async () => {
  receivers = await openReceiverServer();
  fixture = await openWebhookApp();
});
afterEach(async () => {
  await fixture.close();
  receivers.close();
});

test.each([
  { what: "full records", type: "salon", tells: /"Zitrone"/ },
  { what: "identifiers alone", type: "med_spa", tells: undefined },
] as const)(
  "every event of a day is delivered with $what, signed as another library wants it, and replayed with the same bytes",
  async ({ type, tells }) => {
    const salon = await fixture.newSalon({ type });
    await subscribe(salon, receivers, "one");
    await subscribe(salon, receivers, "two");
    // This receiver subscribes to only some of the events.
    await subscribe(salon, receivers, "visits", ["appointment.created", "appointment.canceled"]);
    const worker = await fixture.startWorker();
    const { causes, types } = await scriptedDay(salon, fixture);
    await everythingDelivered(fixture.database, 90_000);

    expect(receivers.refused).toEqual([]);
    const written = await writtenEvents(fixture.database, salon.salon.businessId);
    expect(written.length).toBeGreaterThanOrEqual(causes);
    expect(new Set(written.map((event) => event.type))).toEqual(new Set(types));
    const once = { ...COMPLETE, repeated: [] };
    expect(deliveryReportOf(receivers, ["one", "two"], written)).toEqual(once);
    const some = written.filter((event) => /created|canceled/.test(event.type) && /^app/.test(event.type));
    expect(deliveryReportOf(receivers, ["visits"], some)).toEqual(once);
    expect(receivers.deliveries.every(({ attempt }) => attempt === "1")).toBe(true);

    const bodies = written.map(({ body }) => body);
    if (tells === undefined) expect(bodies.join()).not.toMatch(/Zitrone/);
    else expect(bodies.join()).toMatch(tells);
    const { text } = await salon.call("GET", "/events?limit=100");
    expect(text).toContain(`"items":[${bodies.join()}],"next_cursor":null`);
    expect(worker.errors()).not.toMatch(/Zitrone|whsec_|"data"/);
  },
  180_000,
);
