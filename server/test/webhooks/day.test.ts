import { beforeAll, expect, test } from "vitest";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { scriptedDay } from "./day.ts";
import { COMPLETE, deliveryReportOf, everythingDelivered, writtenEvents } from "./deliveryReport.ts";
import {
  openWebhookApp,
  type RunningWorker,
  type ServedSalon,
  subscribe,
  type WebhookApp,
} from "./fixture.ts";
import { openReceiverServer, type ReceiverServer } from "./receiverServer.ts";

let fixture: WebhookApp;
let worker: RunningWorker;
let receivers: ReceiverServer;
const TYPES = ["salon", "med_spa"] as const;
/** One business of each type, with its endpoints. */
const businesses = new Map<(typeof TYPES)[number], ServedSalon>();
beforeAll(async () => {
  receivers = closedAtEnd(await openReceiverServer());
  fixture = closedAtEnd(await openWebhookApp());
  // Creates the endpoints before the worker starts, so that they receive also the event of the first client.
  for (const type of TYPES) {
    const salon = await fixture.newSalon({ type });
    await subscribe(salon, receivers, `${type}-one`);
    await subscribe(salon, receivers, `${type}-two`);
    // This receiver subscribes to only some of the events.
    await subscribe(salon, receivers, `${type}-visits`, ["appointment.created", "appointment.canceled"]);
    businesses.set(type, salon);
  }
  worker = await fixture.startWorker();
}, 240_000);

test.each([
  { what: "full records", type: "salon", tells: /"Zitrone"/ },
  { what: "identifiers alone", type: "med_spa", tells: undefined },
] as const)(
  "every event of a day is delivered with $what, signed as another library wants it, and replayed with the same bytes",
  async ({ type, tells }) => {
    const salon = businesses.get(type) as ServedSalon;
    const { causes, types } = await scriptedDay(salon, fixture);
    await everythingDelivered(fixture.database, 90_000);

    expect(receivers.refused).toEqual([]);
    const written = await writtenEvents(fixture.database, salon.salon.businessId);
    expect(written.length).toBeGreaterThanOrEqual(causes);
    expect(new Set(written.map((event) => event.type))).toEqual(new Set(types));
    const once = { ...COMPLETE, repeated: [] };
    expect(deliveryReportOf(receivers, [`${type}-one`, `${type}-two`], written)).toEqual(once);
    const some = written.filter((event) => /created|canceled/.test(event.type) && /^app/.test(event.type));
    expect(deliveryReportOf(receivers, [`${type}-visits`], some)).toEqual(once);
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
