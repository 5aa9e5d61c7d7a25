import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { book } from "../src/features/appointments/index.ts";
import { withSetup } from "../src/features/calendar/index.ts";
import { column, statement } from "../src/platform/database/index.ts";
import { bookingOf, type OpenSalon, openSalon } from "./openSalon.ts";

/** Words that may appear in no delivery of a business that sends identifiers alone. */
const MARKER = "Zitrone";
let full: OpenSalon;
let spa: OpenSalon;
beforeAll(async () => {
  full = await openSalon();
  spa = await openSalon({ beside: full, type: "med_spa" });
});
afterAll(() => full.close());

const readEvents = statement(
  "test_calendar_events",
  { id: column.id, type: column.text, body_full: column.nullable(column.text), body_ids: column.text },
  `select id, type, body_full, body_ids
   from events
   where business_id = $1
   order by created_at, id`,
);
const eventsOf = (open: OpenSalon) => open.database.query(readEvents, [open.salon.businessId]);

/** The events that `work` emits. */
async function emittedBy(open: OpenSalon, work: () => Promise<unknown>) {
  const known = new Set((await eventsOf(open)).map((event) => event.id));
  await work();
  return (await eventsOf(open)).filter((event) => !known.has(event.id));
}

let day = 0;
/** A visit on a day of its own, its client and note full of words that are nobody's business. */
async function newVisit(open: OpenSalon, ...states: string[]) {
  const client_id = await open.addClient({
    first_name: MARKER,
    email: `${MARKER}@example.com`,
    alert: MARKER,
  });
  const startsAt = new Date(Date.UTC(2027, 3, 5, 8) + 86_400_000 * day++).toISOString();
  const [status = "booked", ...rest] = states;
  const { data } = (await open.book(startsAt, open.salon.cut, open.salon.anna, { client_id, status })).body;
  for (const to of rest) await open.call("POST", `/appointments/${data.id}/transitions`, { to });
  return data;
}
type Visit = { id: string; starts_at: string; items: { id: string }[] };
type Change = (open: OpenSalon, visit: Visit) => Promise<unknown>;

const to =
  (state: string): Change =>
  (open, visit) =>
    open.call("POST", `/appointments/${visit.id}/transitions`, { to: state, reason: MARKER });
const patch =
  (path: string, body: (visit: Visit) => object): Change =>
  (open, visit) =>
    open.call("PATCH", `/appointments/${visit.id}/${path}`, body(visit));
const later = ({ starts_at }: Visit) => new Date(Date.parse(starts_at) + 3_600_000).toISOString();
const staffOf = (open: OpenSalon, visit: Visit) => [{ id: visit.items[0]?.id, staff_id: open.salon.ben }];

/** Contract §7: the states a visit goes through first, the change, its event, and what `changed` names. */
const CHANGES: [string, string[], Change, string, string[]?][] = [
  [
    "a move",
    [],
    patch("schedule", (v) => ({ starts_at: later(v) })),
    "updated",
    ["starts_at", "ends_at", "items"],
  ],
  [
    "a change of staff",
    [],
    (open, v) =>
      open.call("PATCH", `/appointments/${v.id}/schedule`, {
        starts_at: v.starts_at,
        items: staffOf(open, v),
      }),
    "updated",
    ["items"],
  ],
  [
    "a resize",
    [],
    patch("duration", (v) => ({ item_id: v.items[0]?.id, minutes: 60 })),
    "updated",
    ["ends_at", "items"],
  ],
  ["a note", [], patch("note", () => ({ internal_note: MARKER })), "updated", ["internal_note"]],
  ["a confirmation", ["requested"], to("booked"), "updated", ["status", "confirmed_at"]],
  ["a decline", ["requested"], to("declined"), "canceled"],
  ["a cancellation", [], to("cancelled"), "canceled"],
  ["a cancellation of a request", ["requested"], to("cancelled"), "canceled"],
  ["an arrival", [], to("arrived"), "checked_in"],
  ["a completion", [], to("completed"), "completed"],
  ["a completion after arrival", ["booked", "arrived"], to("completed"), "completed"],
  ["a no-show", [], to("no_show"), "no_show"],
  ["the undo of an arrival", ["booked", "arrived"], to("booked"), "updated", ["status", "arrived_at"]],
  ["the undo of a no-show", ["booked", "no_show"], to("booked"), "updated", ["status", "no_show_at"]],
  [
    "the undo of a completion",
    ["booked", "arrived", "completed"],
    to("arrived"),
    "updated",
    ["status", "completed_at"],
  ],
];
const NO_CHANGES: [string, Change][] = [
  ["a move to where it is", patch("schedule", (v) => ({ starts_at: v.starts_at, force: true }))],
  ["a resize to what it is", patch("duration", (v) => ({ item_id: v.items[0]?.id, minutes: 45 }))],
  ["the note that is there", patch("note", () => ({ internal_note: "" }))],
  ["the state it is in", to("booked")],
  ["a refused transition", to("declined")],
  ["a refused shape", patch("note", () => ({}))],
  ["a reading", (open, v) => open.call("GET", `/appointments/${v.id}`)],
];

describe("exactly one event, with the record as GET shows it", () => {
  test("for a booking and a request", async () => {
    for (const status of ["booked", "requested"]) {
      const events = await emittedBy(full, () => newVisit(full, status));
      const created = events.filter((event) => event.type !== "client.created");
      expect(created.map((event) => event.type)).toEqual(["appointment.created"]);
      const body = JSON.parse(String(created[0]?.body_full));
      expect(Object.keys(body)).toEqual(["id", "type", "created_at", "business_id", "data"]);
      expect(body).toMatchObject({
        id: created[0]?.id,
        type: "appointment.created",
        created_at: "2027-03-01T06:00:00Z",
      });
      expect(body.data).toEqual((await full.call("GET", `/appointments/${body.data.id}`)).body.data);
    }
  });

  test("for each visit of a repeat that is booked, and none for those that are not", async () => {
    const { salon, call } = full;
    const visit = bookingOf(salon, "2027-03-08T14:00:00+01:00", [[salon.cut, salon.ben]]);
    await full.book("2027-03-15T14:00:00+01:00", salon.cut, salon.ben);
    const repeat = () =>
      call("POST", "/appointments/recurring", { ...visit, every_weeks: 1, occurrences: 3 });
    const events = await emittedBy(full, repeat);
    expect(events.map((event) => event.type)).toEqual(["appointment.created", "appointment.created"]);
    const starts = events.map((event) => JSON.parse(String(event.body_full)).data.starts_at.slice(0, 10));
    expect(starts).toEqual(["2027-03-08", "2027-03-22"]);
  });

  test.each(CHANGES)("for %s", async (_name, states, change, event, changed) => {
    const visit = await newVisit(full, ...states);
    const events = await emittedBy(full, () => change(full, visit));
    expect(events.map(({ type }) => type)).toEqual([`appointment.${event}`]);
    const body = JSON.parse(String(events[0]?.body_full));
    expect(body.data).toEqual((await full.call("GET", `/appointments/${visit.id}`)).body.data);
    expect(body.changed).toEqual(changed);
    expect(body.business_id).toBe(full.salon.businessId);
  });
});

const ALLOWED =
  /^(id|client_id|location_id|item_ids|service_ids|staff_ids|starts_at|ends_at|(confirmed|arrived|completed|cancelled|declined|no_show)_at)$/;

test.each(CHANGES)("identifiers and times alone in a med spa: %s", async (_name, states, change, event) => {
  const visit = await newVisit(spa, ...states);
  const events = await emittedBy(spa, () => change(spa, visit));
  expect(events.map(({ type, body_full }) => [type, body_full])).toEqual([[`appointment.${event}`, null]]);
  const body = JSON.parse(String(events[0]?.body_ids));
  expect(Object.keys(body)).toEqual(["id", "type", "created_at", "business_id", "data"]);
  for (const field of Object.keys(body.data)) expect(field).toMatch(ALLOWED);
  const now = (await spa.call("GET", `/appointments/${visit.id}`)).body.data;
  expect(body.data).toMatchObject({ id: now.id, client_id: now.client_id, starts_at: now.starts_at });
});

describe("no event", () => {
  test.each(NO_CHANGES)("for %s", async (_name, change) => {
    const visit = await newVisit(full);
    expect(await emittedBy(full, () => change(full, visit))).toEqual([]);
  });

  test("for lists, availability, blocks, and bookings that are refused", async () => {
    const { salon, call, book } = full;
    const taken = await newVisit(full);
    const events = await emittedBy(full, async () => {
      const window = `location_id=${salon.locationId}&from=2027-04-05T00:00:00Z&to=2027-04-12T00:00:00Z`;
      for (const path of [
        `/appointments?${window}`,
        `/availability?${window}&service_ids=${salon.cut}`,
        "/blocks",
      ])
        expect((await call("GET", path)).status).toBe(200);
      expect((await book(taken.starts_at, salon.cut)).status).toBe(409);
      expect((await book(taken.starts_at, salon.cut, salon.cut)).status).toBe(422);
      const block = {
        location_id: salon.locationId,
        staff_id: salon.ben,
        starts_at: taken.starts_at,
        ends_at: later(taken),
      };
      const single = (await call("POST", "/blocks", { ...block, label: MARKER })).body.data;
      await call("POST", "/blocks", { ...block, every_days: 1, occurrences: 2 });
      expect((await call("DELETE", `/blocks/${single.id}`)).status).toBe(200);
    });
    expect(events).toEqual([]);
  });

  test("of a transaction that fails behind it", async () => {
    const { salon, database } = full;
    const wish = bookingOf(salon, "", [[salon.cut, salon.anna]]);
    const booking = {
      ...wish,
      startsAt: Date.UTC(2030, 0, 1),
      status: "booked",
      source: "api",
      now: 0,
    } as const;
    const events = await emittedBy(full, () =>
      withSetup(database, salon.businessId, (setup) =>
        database.transaction(async (tx) => {
          expect((await book(tx, setup, booking)).outcome).toBe("booked");
          throw new Error("fails behind the booking");
        }),
      ).catch(() => undefined),
    );
    expect(events).toEqual([]);
  });
});

test("no word of a client, a note or a reason is in any body that carries identifiers alone", async () => {
  for (const open of [full, spa])
    for (const event of await eventsOf(open)) {
      expect(event.body_ids).not.toContain(MARKER);
      if (open === spa) expect(event.body_full).toBeNull();
    }
});
