import { readFileSync } from "node:fs";
import { findSlots, localText } from "@daybook/engine";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { isCluster } from "../../../../test/fixtures/database.ts";
import { ask, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { withSnapshot } from "../snapshot/index.ts";
import { findAvailability } from "./ask.ts";
import { unassignedItemsOf } from "./query.ts";
import { readSearch } from "./readSearch.ts";

/** Opening hours around the clock: with a slot step of five minutes, these hours give the largest number of slots. */
const HOURS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "00:00", ends: "24:00" }));
const FROM = "2027-03-08";
const TO = "2027-05-08";
/** The property reads fewer days outside a full run. They contain the change of the clocks, and more slots than a page. */
const LAST_DAY = isFullRun ? TO : "2027-04-02";

let open: TestApp;
let short: string;
/** A service that both staff members perform, with different durations. */
let other: string;
beforeAll(async () => {
  open = await testApp({ hours: HOURS });
  const { anna, ben } = open.salon;
  short = await open.addService({ duration_minutes: 20, slot_step_minutes: 5 });
  other = await open.addService({
    duration_minutes: 25,
    slot_step_minutes: 5,
    staff: [{ staff_id: anna, duration_minutes: 35 }, { staff_id: ben }],
  });
  for (let day = 9; day < 20; day++) {
    await open.book(
      `2027-03-${String(day).padStart(2, "0")}T0${day % 8}:00:00Z`,
      short,
      day % 2 === 0 ? anna : ben,
    );
  }
});

interface Slot {
  starts_at: string;
  items: { staff_id: string }[];
}

const shown = (slots: readonly Slot[]) =>
  slots.map(({ starts_at, items }) => [starts_at, ...items.map(({ staff_id }) => staff_id)].join(" "));

/** Requests all pages by following `next_from` to the end. */
async function allPages(
  services: readonly string[],
  query: { from: string; to: string; [name: string]: string },
) {
  const pages: { slots: Slot[]; next_from: string | null; bytes: number }[] = [];
  for (let from: string | null = query.from; from !== null; ) {
    const answer = await ask(open, services, { ...query, from });
    expect(answer.status).toBe(200);
    const { slots, next_from } = answer.body.data;
    pages.push({ slots, next_from, bytes: JSON.stringify(answer.body).length });
    expect(pages.length).toBeLessThan(100);
    from = next_from;
  }
  return pages;
}

/** Finds the same slots with a single, unbounded search. */
function unbounded(services: readonly string[], audience: "team" | "online", to = TO): Promise<string[]> {
  const { businessId, locationId } = open.salon;
  return withSnapshot(open.database, businessId, async (snapshot) => {
    const location = snapshot.locations.get(locationId);
    if (location === undefined) throw new Error("The location is unknown.");
    const requested = services.map((serviceId) => ({ serviceId, staffId: "any" }));
    const { items } = unassignedItemsOf(snapshot, location, requested, () => "");
    const { facts, search } = await readSearch(open.database, snapshot, {
      location,
      items,
      audience,
      now: open.clock.now(),
      fromAt: Date.parse(`${FROM}T00:00:00+01:00`),
      untilAt: Date.parse(`${to}T00:00:00+02:00`) + 86_400_000,
      excludeAppointmentId: null,
    });
    const slots = findSlots(facts, search);
    return slots.starts.map((at, index) =>
      [
        localText(location.zone, at),
        ...(slots.assignments[slots.choices[index] as number] ?? []).map(({ staffId }) => staffId),
      ].join(" "),
    );
  });
}

describe("the pages of an answer", () => {
  test.each(["team", "online"] as const)(
    "together are exactly one unbounded search, whatever the services, for the audience %s",
    async (audience) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("short", "other"), { minLength: 1, maxLength: 4 }),
          async (names) => {
            const services = names.map((name) => (name === "short" ? short : other));
            const pages = await allPages(services, { from: FROM, to: LAST_DAY, audience });
            expect(pages.length).toBeGreaterThan(1);
            const slots = pages.flatMap((page) => page.slots);
            expect(shown(slots)).toEqual(await unbounded(services, audience, LAST_DAY));
            for (const { slots } of pages) expect(slots.length).toBeLessThanOrEqual(4_000);
          },
        ),
        { numRuns: isFullRun ? 4 : 2 },
      );
    },
    120_000,
  );

  test("end after a whole local day, have at most 4,000 slots and 10 MB, and say where to continue", async () => {
    for (const services of [[short], Array.from({ length: 10 }, () => short)]) {
      const pages = await allPages(services, { from: FROM, to: TO });
      expect(pages.length).toBeGreaterThan(3);
      for (const { slots, next_from, bytes } of pages) {
        expect(slots.length).toBeLessThanOrEqual(4_000);
        expect(bytes).toBeLessThan(10_000_000);
        if (next_from === null) continue;
        expect(next_from).toMatch(/T00:00:00\+0[12]:00$/);
        expect(Date.parse(slots.at(-1)?.starts_at ?? "")).toBeLessThan(Date.parse(next_from));
        // The day before `next_from` is complete: its last slot, five minutes before midnight, is included.
        expect(Date.parse(slots.at(-1)?.starts_at ?? "")).toBe(Date.parse(next_from) - 300_000);
      }
      expect(pages.at(-1)?.next_from).toBeNull();
    }
  }, 240_000);

  test("view=days counts all days in one answer", async () => {
    const { data } = (await ask(open, short, { from: FROM, to: TO, view: "days" })).body;
    expect(data).toMatchObject({ next_from: null });
    expect(data.days).toHaveLength(62);
    const counted = data.days.reduce((sum: number, { slots }: { slots: number }) => sum + slots, 0);
    expect(counted).toBe((await unbounded([short], "team")).length);
  });

  test("explain the days before the cut only", async () => {
    const { locationId, anna, ben } = open.salon;
    for (const day of ["2027-03-10", "2027-04-20"]) {
      for (const staff_id of [anna, ben]) {
        const times = { starts_at: `${day}T00:00:00+01:00`, ends_at: `${day}T23:59:00Z` };
        expect(
          (await open.call("POST", "/blocks", { location_id: locationId, staff_id, ...times })).status,
        ).toBe(200);
      }
    }
    const first = (await ask(open, short, { from: FROM, to: TO, explain: "true" })).body.data;
    expect(first.next_from).not.toBeNull();
    expect(first.explanations).toEqual([{ date: "2027-03-10", reason: "busy" }]);
  });
});

test("a large question is computed in many turns of the event loop", async () => {
  const turns: number[] = [];
  const ten = Array.from({ length: 10 }, () => other);
  await findAvailability(
    { database: open.database, clock: open.clock },
    open.salon.businessId,
    { location_id: open.salon.locationId, service_ids: ten, from: FROM, to: TO, view: "days" },
    null,
    (computation) =>
      computation(async (piece) => {
        turns.push(turns.length);
        return piece();
      }),
  );
  expect(turns.length).toBeGreaterThan(60);
});

// On a cluster, the tables are distributed after this migration. A distributed table rejects a statement that adds several
// constraints.
test.skipIf(isCluster)(
  "the migration raises smaller steps to 5 minutes and lowers larger ones to 240",
  async () => {
    const sql = readFileSync(new URL("../../../../migrations/0047_slot_step.sql", import.meta.url), "utf8");
    const client = await connectedClient(open.connectionString);
    await client.query("begin");
    try {
      await client.query("alter table services drop constraint services_slot_step_is_sound");
      const set = "update services set slot_step_minutes = $1 where id = $2";
      await client.query(set, [1, short]);
      await client.query(set, [1440, other]);
      await client.query(sql);
      const { rows } = await client.query(
        "select slot_step_minutes from services where id = any ($1) order by 1",
        [[short, other]],
      );
      expect(rows.map((row) => row.slot_step_minutes)).toEqual([5, 240]);
      await expect(client.query(set, [4, short])).rejects.toMatchObject({
        message: expect.stringContaining("services_slot_step_is_sound"),
      });
    } finally {
      await client.end();
    }
  },
);
