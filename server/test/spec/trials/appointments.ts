import { expect } from "vitest";
import { differences } from "../shapes.ts";
import type { SpecApp } from "../specApp.ts";
import { deleted, type ExpectedData, one, pageOf, seriesOf, skippedDates, type Trial } from "../trial.ts";
import type { RequestInput } from "../twoBusinesses.ts";

const B = "/businesses/{business}";
const APPOINTMENT = `${B}/appointments/{appointment}`;
const A_CONFLICT = {
  conflicts: [
    {
      item_index: 0,
      reason: "appointment",
      staff_id: expect.any(String),
      resource_id: null,
      starts_at: expect.any(String),
      ends_at: expect.any(String),
    },
  ],
  alternatives: expect.any(Array),
};

async function ofAppointment(fixture: SpecApp, body?: unknown): Promise<RequestInput> {
  return {
    ids: { appointment: (await fixture.newAppointment()).id },
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * The response to a new block: a single block with the appointments that it overlaps, or the series of a repeated block (spec
 * §2, contract §5).
 */
const blocks: ExpectedData = {
  record: "block",
  differences: (data, filled) => {
    if (Object.hasOwn(data as object, "series_id") && Object.hasOwn(data as object, "created"))
      return seriesOf("block").differences(data, filled);
    const { conflicts, ...block } = data as Record<string, unknown>;
    return [...differences("block", block, filled), ...skippedDates(conflicts)];
  },
};

/** The response for an appointment's promotion: `{id, name, …}`, or null without a promotion (contract §3). */
const promotion: ExpectedData = {
  record: "promotion",
  differences: (data, filled) => (data === null ? [] : differences("promotion", data, filled)),
};

/** Trials for spec §4, "Appointments, availability, blocks". */
export const appointmentTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/appointments`]: {
    answers: pageOf("appointment"),
    input: async (fixture) => {
      const { starts_at: from, ends_at: to } = await fixture.newAppointment();
      return { query: { location_id: fixture.salon.locationId, from, to } };
    },
    also: {
      "returns only appointments of the location and the window": async (fixture, ask) => {
        const before = await fixture.newAppointment();
        const { id, starts_at: from, ends_at: to } = await fixture.newAppointment();
        const query = { location_id: fixture.salon.locationId, from, to };
        const { items } = (await ask({ query })).body.data;
        expect(items.map((item: { id: string }) => item.id)).toEqual([id]);
        expect(before.id).not.toBe(id);
        // The window is half-open. It excludes appointments that end at its start or start at its end.
        expect((await ask({ query: { ...query, from: to, to: "2027-12-31T00:00:00Z" } })).text).not.toContain(
          id,
        );
        expect(
          (await ask({ query: { ...query, from: "2027-01-01T00:00:00Z", to: from } })).text,
        ).not.toContain(id);
      },
    },
  },
  [`POST ${B}/appointments`]: {
    answers: one("appointment"),
    input: async (fixture) => ({ body: fixture.booking() }),
    refused: [
      {
        what: "a taken time",
        status: 409,
        code: "time_conflict",
        details: A_CONFLICT,
        input: async (fixture) => ({
          body: fixture.booking({ starts_at: (await fixture.newAppointment()).starts_at }),
        }),
      },
      {
        what: "an unknown service",
        status: 422,
        code: "validation_failed",
        details: { fields: [expect.objectContaining({ path: "/items/0/service_id" })] },
        input: async (fixture) => ({
          body: fixture.booking({
            items: [{ service_id: fixture.salon.anna, staff_id: fixture.salon.anna }],
          }),
        }),
      },
    ],
    also: {
      "an alternative of a 409 can be booked": async (fixture, ask) => {
        const { starts_at } = await fixture.newAppointment();
        const { details } = (await ask({ body: fixture.booking({ starts_at }) })).body;
        expect(details.alternatives.length).toBeGreaterThan(0);
        const body = fixture.booking({ starts_at: details.alternatives.at(-1) });
        expect((await ask({ body })).status).toBe(201);
      },
    },
  },
  [`GET ${B}/availability`]: {
    answers: one("availability"),
    input: async ({ salon, newDay }) => {
      const { date } = weekday(newDay);
      return { query: { location_id: salon.locationId, service_ids: salon.cut, from: date, to: date } };
    },
    also: {
      "the first slot can be booked as returned": async (fixture, ask) => {
        const { date } = weekday(fixture.newDay);
        const { salon } = fixture;
        const query = { location_id: salon.locationId, service_ids: salon.cut, from: date, to: date };
        const [slot] = (await ask({ query })).body.data.slots;
        const [{ service_id, staff_id }] = slot.items;
        const body = fixture.booking({ starts_at: slot.starts_at, items: [{ service_id, staff_id }] });
        await fixture.get(fixture.program, `POST ${B}/appointments`, { body });
        const input = { query: { ...query, staff_ids: staff_id } };
        const left = (await ask(input)).body.data.slots as { starts_at: string }[];
        expect(left.map(({ starts_at }) => starts_at)).not.toContain(slot.starts_at);
      },
    },
  },
  [`GET ${APPOINTMENT}`]: {
    answers: one("appointment"),
    input: (fixture) => ofAppointment(fixture),
    also: {
      "answers with the same record as the booking": async (fixture, ask) => {
        const booked = await fixture.newAppointment();
        const found = await ask({ ids: { appointment: booked.id } });
        expect(found.body.data).toEqual(booked);
        expect(found.headers.get("etag")).toBe('"1"');
      },
    },
  },
  [`POST ${B}/appointments/recurring`]: {
    answers: seriesOf("appointment"),
    input: async (fixture) => ({
      body: fixture.booking({ starts_at: fixture.newDay().at("20:00"), every_weeks: 3, occurrences: 2 }),
    }),
    unreachable: {},
    also: {
      "books an appointment every N weeks and lists the taken dates": async (fixture, ask) => {
        const day = fixture.newDay();
        const starts_at = day.plus(28).at("21:30");
        await fixture.newAppointment({ starts_at });
        const body = fixture.booking({ starts_at: day.at("21:30"), every_weeks: 2, occurrences: 4 });
        const { created, conflicts, series_id } = (await ask({ body })).body.data;
        expect(created).toHaveLength(3);
        expect(created.map((one: { series_id: string }) => one.series_id)).toEqual([
          series_id,
          series_id,
          series_id,
        ]);
        expect(conflicts).toEqual([
          expect.objectContaining({ starts_at, reason: "appointment", appointment_id: expect.any(String) }),
        ]);
      },
    },
  },
  [`PATCH ${APPOINTMENT}/schedule`]: {
    answers: one("appointment"),
    input: async (fixture) => {
      const { id, items } = await fixture.newAppointment();
      const changed = [{ id: items[0]?.id, staff_id: fixture.salon.anna }];
      const body = { starts_at: fixture.newDay().at("11:00"), force: false, items: changed };
      return { ids: { appointment: id }, body };
    },
    refused: [
      {
        what: "a taken time without `force`",
        status: 409,
        code: "time_conflict",
        details: A_CONFLICT,
        input: async (fixture) =>
          ofAppointment(fixture, { starts_at: (await fixture.newAppointment()).starts_at }),
      },
      {
        what: "an appointment in a terminal state",
        status: 409,
        code: "invalid_transition",
        details: { from: "cancelled", to: null, allowed: ["booked"] },
        input: async (fixture) => {
          const input = await ofAppointment(fixture);
          await fixture.get(fixture.program, `POST ${APPOINTMENT}/transitions`, {
            ...input,
            body: { to: "cancelled" },
          });
          return { ...input, body: { starts_at: fixture.newDay().at("11:00") } };
        },
      },
    ],
    also: {
      "`force` books the taken time; `items` change the staff member": async (fixture, ask) => {
        const { starts_at } = await fixture.newAppointment();
        const input = await ofAppointment(fixture, { starts_at, force: true });
        expect((await ask(input)).body.data.starts_at).toBe(starts_at);
        const { id, items } = await fixture.newAppointment();
        const body = { starts_at, items: [{ id: items[0]?.id, staff_id: fixture.salon.ben }] };
        const moved = (await ask({ ids: { appointment: id }, body })).body.data;
        expect([moved.starts_at, moved.items[0].staff_id]).toEqual([starts_at, fixture.salon.ben]);
      },
    },
  },
  [`PATCH ${APPOINTMENT}/duration`]: {
    answers: one("appointment"),
    input: async (fixture) => {
      const { id, items } = await fixture.newAppointment();
      return { ids: { appointment: id }, body: { item_id: items[0]?.id, minutes: 60, force: false } };
    },
    refused: [
      {
        what: "a duration that overlaps the next appointment, without `force`",
        status: 409,
        code: "time_conflict",
        details: { ...A_CONFLICT, alternatives: [] },
        input: async (fixture) => {
          const { id, items, starts_at } = await fixture.newAppointment();
          await fixture.newAppointment({ starts_at: starts_at.replace("T10:", "T11:") });
          return { ids: { appointment: id }, body: { item_id: items[0]?.id, minutes: 90 } };
        },
      },
    ],
  },
  [`PATCH ${APPOINTMENT}/note`]: {
    answers: one("appointment"),
    input: (fixture) => ofAppointment(fixture, { internal_note: "Prefers the window" }),
    also: {
      "an empty text and null clear the note": async (fixture, ask) => {
        const input = await ofAppointment(fixture);
        for (const empty of ["", null]) {
          expect((await ask({ ...input, body: { internal_note: "x" } })).body.data.internal_note).toBe("x");
          expect(
            (await ask({ ...input, body: { internal_note: empty } })).body.data.internal_note,
          ).toBeNull();
        }
      },
    },
  },
  [`POST ${APPOINTMENT}/transitions`]: {
    answers: one("appointment"),
    input: (fixture) => ofAppointment(fixture, { to: "arrived" }),
    refused: [
      {
        what: "a transition that is not allowed",
        status: 409,
        code: "invalid_transition",
        details: {
          from: "booked",
          to: "declined",
          allowed: expect.arrayContaining(["arrived", "completed", "cancelled", "no_show"]),
        },
        input: (fixture) => ofAppointment(fixture, { to: "declined" }),
      },
    ],
    also: {
      "confirm, check in, complete, cancel, decline, mark a no-show": async (fixture, ask) => {
        const went = async (from: string, ...states: string[]) => {
          const { id } = await fixture.newAppointment({ status: from });
          for (const to of states) {
            const { status, body } = await ask({ ids: { appointment: id }, body: { to } });
            expect([status, body.data.status], `${from} to ${to}`).toEqual([200, to]);
            expect(body.data[timeOf(to)], to).not.toBeNull();
          }
        };
        await went("requested", "booked", "arrived", "completed");
        await went("requested", "declined");
        await went("requested", "cancelled");
        await went("booked", "completed");
        await went("booked", "no_show");
      },
      "stores `reason` only for cancelled and declined, and accepts `notify_client`": async (
        fixture,
        ask,
      ) => {
        const transition = async (from: string, to: string, more: object) => {
          const { id } = await fixture.newAppointment({ status: from });
          const { status, body } = await ask({ ids: { appointment: id }, body: { to, ...more } });
          return [status, body.data.status_reason];
        };
        expect(await transition("booked", "cancelled", { reason: "Ill", notify_client: false })).toEqual([
          200,
          "Ill",
        ]);
        expect(await transition("requested", "declined", { reason: "Full" })).toEqual([200, "Full"]);
        expect(await transition("booked", "arrived", { reason: "Early", notify_client: true })).toEqual([
          200,
          null,
        ]);
        const wrong = await ofAppointment(fixture, { to: "cancelled", notify_client: "yes" });
        expect((await ask(wrong)).body.details.fields[0].path).toBe("/notify_client");
      },
    },
  },
  [`POST ${APPOINTMENT}/forms/link`]: {
    answers: one("forms link"),
    input: (fixture) => ofAppointment(fixture),
    also: {
      "the link opens the forms of the appointment without a key": async (fixture, ask) => {
        const { url, forms } = (await ask(await ofAppointment(fixture))).body.data;
        const opened = (await (await fetch(url)).json()) as { data: { forms: { id: string }[] } };
        expect(opened.data.forms.map(({ id }) => id)).toEqual(forms.map(({ id }: { id: string }) => id));
      },
    },
  },
  [`GET ${APPOINTMENT}/promotion`]: {
    answers: promotion,
    input: (fixture) => ofAppointment(fixture),
    also: {
      "answers null until a promotion is applied, then the promotion": async (fixture, ask) => {
        const input = await ofAppointment(fixture);
        expect((await ask(input)).body.data).toBeNull();
        for (const terms of [
          { kind: "percent", percent: 20 },
          { kind: "amount", amount: { amount: 900, currency: "EUR" } },
        ]) {
          const made = await fixture.get(fixture.owner, `POST ${B}/promotions`, {
            body: { name: "Spring", ...terms },
          });
          await fixture.get(fixture.owner, `PUT ${APPOINTMENT}/promotion`, {
            ...input,
            body: { promotion_id: made.id },
          });
          const applied = (await ask(input)).body.data;
          expect(differences("promotion", applied)).toEqual([]);
          expect(applied).toMatchObject({ name: "Spring", discount: { amount: 900, currency: "EUR" } });
        }
      },
    },
  },
  [`GET ${B}/blocks`]: {
    answers: pageOf("block"),
    input: async (fixture) => {
      const day = await newBlock(fixture);
      return { query: { from: day.at("00:00"), to: day.at("08:00") } };
    },
  },
  [`POST ${B}/blocks`]: {
    answers: blocks,
    input: async (fixture) => ({ body: { ...block(fixture), every_days: 7, occurrences: 3 } }),
    also: {
      "a block over an appointment is created and lists the appointment": async (fixture, ask) => {
        const { id, starts_at, ends_at } = await fixture.newAppointment();
        const { status, body } = await ask({ body: { ...block(fixture), starts_at, ends_at } });
        expect([status, blocks.differences(body.data, new Set())]).toEqual([200, []]);
        expect(body.data.conflicts).toEqual([
          // The conflict shows the staff member's busy time during the appointment, including buffers.
          { starts_at, ends_at: expect.any(String), reason: "appointment", appointment_id: id },
        ]);
      },
      "accepts a resource instead of a staff member": async (fixture, ask) => {
        const { staff_id, ...rest } = block(fixture);
        const { status, body } = await ask({ body: { ...rest, resource_id: fixture.salon.roomId } });
        expect([status, body.data.staff_id, body.data.resource_id]).toEqual([
          200,
          null,
          fixture.salon.roomId,
        ]);
        expect(staff_id).toBe(fixture.salon.anna);
      },
      "refuses both, neither, an end that is not after the start, and an incomplete repeat": async (
        fixture,
        ask,
      ) => {
        const whole = block(fixture);
        const { staff_id: _, ...neither } = whole;
        for (const body of [
          neither,
          { ...whole, resource_id: fixture.salon.roomId },
          { ...whole, ends_at: whole.starts_at },
          { ...whole, every_days: 7 },
          { ...whole, occurrences: 2 },
        ])
          expect((await ask({ body })).body.code, JSON.stringify(body)).toBe("validation_failed");
      },
    },
  },
  [`DELETE ${B}/blocks/{block}`]: {
    answers: deleted,
    input: async (fixture) => {
      const { id } = await fixture.get(fixture.program, `POST ${B}/blocks`, { body: block(fixture) });
      return { ids: { block: id }, query: { following: "1" } };
    },
    also: {
      "with `following` deletes the later blocks of its series, without it only one block": async (
        fixture,
        ask,
      ) => {
        const day = fixture.newDay();
        const body = { ...block(fixture, day), every_days: 1, occurrences: 4 };
        const { created } = await fixture.get(fixture.program, `POST ${B}/blocks`, { body });
        const ids = created.map(({ id }: { id: string }) => id);
        const left = async () => {
          const query = { from: day.at("00:00"), to: day.plus(7).at("00:00") };
          const { items } = await fixture.get(fixture.program, `GET ${B}/blocks`, { query });
          const there = items.map(({ id }: { id: string }) => id);
          return ids.map((id: string) => there.includes(id));
        };
        await ask({ ids: { block: ids[0] } });
        expect(await left()).toEqual([false, true, true, true]);
        await ask({ ids: { block: ids[2] }, query: { following: "true" } });
        expect(await left()).toEqual([false, true, false, false]);
      },
    },
  },
};

function timeOf(state: string): string {
  return state === "booked" ? "confirmed_at" : `${state}_at`;
}

let blockCount = 0;

/** Returns a five-minute block at night. The time differs in each call, so that series do not overlap. */
function block({ salon, newDay }: SpecApp, day = newDay()) {
  const minute = 5 * (blockCount++ % 80);
  const wall = (minutes: number) => `0${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  return {
    location_id: salon.locationId,
    staff_id: salon.anna,
    starts_at: day.at(wall(minute)),
    ends_at: day.at(wall(minute + 5)),
    label: "Stocktaking",
  };
}

async function newBlock(fixture: SpecApp) {
  const day = fixture.newDay();
  await fixture.get(fixture.program, `POST ${B}/blocks`, { body: block(fixture, day) });
  return day;
}

/** Returns a day other than Sunday, when the salon is closed. */
function weekday(newDay: SpecApp["newDay"]) {
  const day = newDay();
  return new Date(day.date).getUTCDay() === 0 ? newDay() : day;
}
