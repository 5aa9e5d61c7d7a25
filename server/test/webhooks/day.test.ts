import { afterEach, beforeEach, expect, test } from "vitest";
import { accountOf, COMPLETE, everythingDelivered, writtenEvents } from "./account.ts";
import { scriptedDay } from "./day.ts";
import { openWebhookApp, subscribe, type WebhookApp } from "./fixture.ts";
import { openWitness, type Witness } from "./witness.ts";

let fixture: WebhookApp;
let witness: Witness;
beforeEach(async () => {
  witness = await openWitness();
  fixture = await openWebhookApp();
});
afterEach(async () => {
  await fixture.close();
  witness.close();
});

test.each([
  { what: "full records", type: "salon", tells: /"Zitrone"/ },
  { what: "identifiers alone", type: "med_spa", tells: undefined },
] as const)(
  "every event of a day is delivered with $what, signed as another library wants it, and replayed with the same bytes",
  async ({ type, tells }) => {
    const salon = await fixture.newSalon({ type });
    await subscribe(salon, witness, "one");
    await subscribe(salon, witness, "two");
    // This receiver subscribes to only some of the events.
    await subscribe(salon, witness, "visits", ["appointment.created", "appointment.canceled"]);
    const worker = await fixture.startWorker();
    const { causes, types } = await scriptedDay(salon, fixture);
    await everythingDelivered(fixture.database, 90_000);

    expect(witness.refused).toEqual([]);
    const written = await writtenEvents(fixture.database, salon.salon.businessId);
    expect(written.length).toBeGreaterThanOrEqual(causes);
    expect(new Set(written.map((event) => event.type))).toEqual(new Set(types));
    const once = { ...COMPLETE, repeated: [] };
    expect(accountOf(witness, ["one", "two"], written)).toEqual(once);
    const some = written.filter((event) => /created|canceled/.test(event.type) && /^app/.test(event.type));
    expect(accountOf(witness, ["visits"], some)).toEqual(once);
    expect(witness.testimonies.every(({ attempt }) => attempt === "1")).toBe(true);

    const bodies = written.map(({ body }) => body);
    if (tells === undefined) expect(bodies.join()).not.toMatch(/Zitrone/);
    else expect(bodies.join()).toMatch(tells);
    const { text } = await salon.call("GET", "/events?limit=100");
    expect(text).toContain(`"items":[${bodies.join()}],"next_cursor":null`);
    expect(worker.errors()).not.toMatch(/Zitrone|whsec_|"data"/);
  },
  180_000,
);
