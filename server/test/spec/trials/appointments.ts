import { expect } from "vitest";
import { differences } from "../shapes.ts";
import type { SpecApp } from "../specApp.ts";
import { type Answer, deleted, one, pageOf, seriesOf, skippedDates, type Trial } from "../trial.ts";
import type { RequestInput } from "../twoBusinesses.ts";

const B = "/businesses/{business}";
const VISIT = `${B}/appointments/{appointment}`;
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

async function ofVisit(stage: SpecApp, body?: unknown): Promise<RequestInput> {
  return { ids: { appointment: (await stage.visit()).id }, ...(body === undefined ? {} : { body }) };
}

/** A block alone answers itself with the visits it covers, a repeat its series (spec §2, contract §5). */
const blocks: Answer = {
  record: "block",
  differences: (data, filled) => {
    if (Object.hasOwn(data as object, "series_id") && Object.hasOwn(data as object, "created"))
      return seriesOf("block").differences(data, filled);
    const { conflicts, ...block } = data as Record<string, unknown>;
    return [...differences("block", block, filled), ...skippedDates(conflicts)];
  },
};

/** `{id, name, …}` or null where none is applied (contract §3). */
const promotion: Answer = {
  record: "promotion",
  differences: (data, filled) => (data === null ? [] : differences("promotion", data, filled)),
};

/** Spec §4, "Appointments, availability, blocks". */
export const appointmentTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/appointments`]: {
    answers: pageOf("appointment"),
    wish: async (stage) => {
      const { starts_at: from, ends_at: to } = await stage.visit();
      return { query: { location_id: stage.salon.locationId, from, to } };
    },
    also: {
      "appointments of that location in the window, and no others": async (stage, ask) => {
        const before = await stage.visit();
        const { id, starts_at: from, ends_at: to } = await stage.visit();
        const query = { location_id: stage.salon.locationId, from, to };
        const { items } = (await ask({ query })).body.data;
        expect(items.map((item: { id: string }) => item.id)).toEqual([id]);
        expect(before.id).not.toBe(id);
        // Half-open: what ends when the window starts, or starts when it ends, is outside.
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
    wish: async (stage) => ({ body: stage.booking() }),
    refused: [
      {
        what: "a time that is taken",
        status: 409,
        code: "time_conflict",
        details: A_CONFLICT,
        wish: async (stage) => ({ body: stage.booking({ starts_at: (await stage.visit()).starts_at }) }),
      },
      {
        what: "a service that there is not",
        status: 422,
        code: "validation_failed",
        details: { fields: [expect.objectContaining({ path: "/items/0/service_id" })] },
        wish: async (stage) => ({
          body: stage.booking({ items: [{ service_id: stage.salon.anna, staff_id: stage.salon.anna }] }),
        }),
      },
    ],
    also: {
      "every alternative of a refusal is bookable as posted": async (stage, ask) => {
        const { starts_at } = await stage.visit();
        const { details } = (await ask({ body: stage.booking({ starts_at }) })).body;
        expect(details.alternatives.length).toBeGreaterThan(0);
        const body = stage.booking({ starts_at: details.alternatives.at(-1) });
        expect((await ask({ body })).status).toBe(201);
      },
    },
  },
  [`GET ${B}/availability`]: {
    answers: one("availability"),
    wish: async ({ salon, newDay }) => {
      const { date } = weekday(newDay);
      return { query: { location_id: salon.locationId, service_ids: salon.cut, from: date, to: date } };
    },
    also: {
      "free slots: the first of them can be booked as it is offered": async (stage, ask) => {
        const { date } = weekday(stage.newDay);
        const { salon } = stage;
        const query = { location_id: salon.locationId, service_ids: salon.cut, from: date, to: date };
        const [slot] = (await ask({ query })).body.data.slots;
        const [{ service_id, staff_id }] = slot.items;
        const body = stage.booking({ starts_at: slot.starts_at, items: [{ service_id, staff_id }] });
        await stage.get(stage.program, `POST ${B}/appointments`, { body });
        const wish = { query: { ...query, staff_ids: staff_id } };
        const left = (await ask(wish)).body.data.slots as { starts_at: string }[];
        expect(left.map(({ starts_at }) => starts_at)).not.toContain(slot.starts_at);
      },
    },
  },
  [`GET ${VISIT}`]: {
    answers: one("appointment"),
    wish: (stage) => ofVisit(stage),
    also: {
      "as it was answered when it was booked": async (stage, ask) => {
        const booked = await stage.visit();
        const found = await ask({ ids: { appointment: booked.id } });
        expect(found.body.data).toEqual(booked);
        expect(found.headers.get("etag")).toBe('"1"');
      },
    },
  },
  [`POST ${B}/appointments/recurring`]: {
    answers: seriesOf("appointment"),
    wish: async (stage) => ({
      body: stage.booking({ starts_at: stage.newDay().at("20:00"), every_weeks: 3, occurrences: 2 }),
    }),
    unreachable: {},
    also: {
      "books the same visit every N weeks, and says which dates are taken": async (stage, ask) => {
        const day = stage.newDay();
        const starts_at = day.plus(28).at("21:30");
        await stage.visit({ starts_at });
        const body = stage.booking({ starts_at: day.at("21:30"), every_weeks: 2, occurrences: 4 });
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
  [`PATCH ${VISIT}/schedule`]: {
    answers: one("appointment"),
    wish: async (stage) => {
      const { id, items } = await stage.visit();
      const changed = [{ id: items[0]?.id, staff_id: stage.salon.anna }];
      const body = { starts_at: stage.newDay().at("11:00"), force: false, items: changed };
      return { ids: { appointment: id }, body };
    },
    refused: [
      {
        what: "a time that is taken, unless it is forced",
        status: 409,
        code: "time_conflict",
        details: A_CONFLICT,
        wish: async (stage) => ofVisit(stage, { starts_at: (await stage.visit()).starts_at }),
      },
      {
        what: "a visit that has ended",
        status: 409,
        code: "invalid_transition",
        details: { from: "cancelled", to: null, allowed: [] },
        wish: async (stage) => {
          const wish = await ofVisit(stage);
          await stage.get(stage.program, `POST ${VISIT}/transitions`, { ...wish, body: { to: "cancelled" } });
          return { ...wish, body: { starts_at: stage.newDay().at("11:00") } };
        },
      },
    ],
    also: {
      "`force` takes the time all the same, and `items` hand over to somebody else": async (stage, ask) => {
        const { starts_at } = await stage.visit();
        const wish = await ofVisit(stage, { starts_at, force: true });
        expect((await ask(wish)).body.data.starts_at).toBe(starts_at);
        const { id, items } = await stage.visit();
        const body = { starts_at, items: [{ id: items[0]?.id, staff_id: stage.salon.ben }] };
        const moved = (await ask({ ids: { appointment: id }, body })).body.data;
        expect([moved.starts_at, moved.items[0].staff_id]).toEqual([starts_at, stage.salon.ben]);
      },
    },
  },
  [`PATCH ${VISIT}/duration`]: {
    answers: one("appointment"),
    wish: async (stage) => {
      const { id, items } = await stage.visit();
      return { ids: { appointment: id }, body: { item_id: items[0]?.id, minutes: 60, force: false } };
    },
    refused: [
      {
        what: "a length that runs into the next visit, unless it is forced",
        status: 409,
        code: "time_conflict",
        details: { ...A_CONFLICT, alternatives: [] },
        wish: async (stage) => {
          const { id, items, starts_at } = await stage.visit();
          await stage.visit({ starts_at: starts_at.replace("T10:", "T11:") });
          return { ids: { appointment: id }, body: { item_id: items[0]?.id, minutes: 90 } };
        },
      },
    ],
  },
  [`PATCH ${VISIT}/note`]: {
    answers: one("appointment"),
    wish: (stage) => ofVisit(stage, { internal_note: "Prefers the window" }),
    also: {
      "empty and null clear it": async (stage, ask) => {
        const wish = await ofVisit(stage);
        for (const empty of ["", null]) {
          expect((await ask({ ...wish, body: { internal_note: "x" } })).body.data.internal_note).toBe("x");
          expect((await ask({ ...wish, body: { internal_note: empty } })).body.data.internal_note).toBeNull();
        }
      },
    },
  },
  [`POST ${VISIT}/transitions`]: {
    answers: one("appointment"),
    wish: (stage) => ofVisit(stage, { to: "arrived" }),
    refused: [
      {
        what: "a state that it may not go to",
        status: 409,
        code: "invalid_transition",
        details: {
          from: "booked",
          to: "declined",
          allowed: expect.arrayContaining(["arrived", "completed", "cancelled", "no_show"]),
        },
        wish: (stage) => ofVisit(stage, { to: "declined" }),
      },
    ],
    also: {
      "confirm, check in, complete, cancel, decline, mark a no-show": async (stage, ask) => {
        const went = async (from: string, ...states: string[]) => {
          const { id } = await stage.visit({ status: from });
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
      "`reason` is kept with cancelled and declined alone, `notify_client` is taken": async (stage, ask) => {
        const told = async (from: string, to: string, more: object) => {
          const { id } = await stage.visit({ status: from });
          const { status, body } = await ask({ ids: { appointment: id }, body: { to, ...more } });
          return [status, body.data.status_reason];
        };
        expect(await told("booked", "cancelled", { reason: "Ill", notify_client: false })).toEqual([
          200,
          "Ill",
        ]);
        expect(await told("requested", "declined", { reason: "Full" })).toEqual([200, "Full"]);
        expect(await told("booked", "arrived", { reason: "Early", notify_client: true })).toEqual([
          200,
          null,
        ]);
        const wrong = await ofVisit(stage, { to: "cancelled", notify_client: "yes" });
        expect((await ask(wrong)).body.details.fields[0].path).toBe("/notify_client");
      },
    },
  },
  [`POST ${VISIT}/forms/link`]: {
    answers: one("forms link"),
    wish: (stage) => ofVisit(stage),
    also: {
      "the link opens the visit's forms, without a key": async (stage, ask) => {
        const { url, forms } = (await ask(await ofVisit(stage))).body.data;
        const opened = (await (await fetch(url)).json()) as { data: { forms: { id: string }[] } };
        expect(opened.data.forms.map(({ id }) => id)).toEqual(forms.map(({ id }: { id: string }) => id));
      },
    },
  },
  [`GET ${VISIT}/promotion`]: {
    answers: promotion,
    wish: (stage) => ofVisit(stage),
    also: {
      "null until one is applied, then that": async (stage, ask) => {
        const wish = await ofVisit(stage);
        expect((await ask(wish)).body.data).toBeNull();
        for (const terms of [
          { kind: "percent", percent: 20 },
          { kind: "amount", amount: { amount: 900, currency: "EUR" } },
        ]) {
          const made = await stage.get(stage.owner, `POST ${B}/promotions`, {
            body: { name: "Spring", ...terms },
          });
          await stage.get(stage.owner, `PUT ${VISIT}/promotion`, {
            ...wish,
            body: { promotion_id: made.id },
          });
          const applied = (await ask(wish)).body.data;
          expect(differences("promotion", applied)).toEqual([]);
          expect(applied).toMatchObject({ name: "Spring", discount: { amount: 900, currency: "EUR" } });
        }
      },
    },
  },
  [`GET ${B}/blocks`]: {
    answers: pageOf("block"),
    wish: async (stage) => {
      const day = await blocked(stage);
      return { query: { from: day.at("00:00"), to: day.at("08:00") } };
    },
  },
  [`POST ${B}/blocks`]: {
    answers: blocks,
    wish: async (stage) => ({ body: { ...block(stage), every_days: 7, occurrences: 3 } }),
    also: {
      "one alone, over a visit: it is made, and says which visit it covers": async (stage, ask) => {
        const { id, starts_at, ends_at } = await stage.visit();
        const { status, body } = await ask({ body: { ...block(stage), starts_at, ends_at } });
        expect([status, blocks.differences(body.data, new Set())]).toEqual([200, []]);
        expect(body.data.conflicts).toEqual([
          // The team's time, buffers included.
          { starts_at, ends_at: expect.any(String), reason: "appointment", appointment_id: id },
        ]);
      },
      "of a resource": async (stage, ask) => {
        const { staff_id, ...rest } = block(stage);
        const { status, body } = await ask({ body: { ...rest, resource_id: stage.salon.roomId } });
        expect([status, body.data.staff_id, body.data.resource_id]).toEqual([200, null, stage.salon.roomId]);
        expect(staff_id).toBe(stage.salon.anna);
      },
      "of both, of neither, backwards, or half a repeat is refused": async (stage, ask) => {
        const whole = block(stage);
        const { staff_id: _, ...neither } = whole;
        for (const body of [
          neither,
          { ...whole, resource_id: stage.salon.roomId },
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
    wish: async (stage) => {
      const { id } = await stage.get(stage.program, `POST ${B}/blocks`, { body: block(stage) });
      return { ids: { block: id }, query: { following: "1" } };
    },
    also: {
      "with `following` the later blocks of its repeat go too, without it they stay": async (stage, ask) => {
        const day = stage.newDay();
        const body = { ...block(stage, day), every_days: 1, occurrences: 4 };
        const { created } = await stage.get(stage.program, `POST ${B}/blocks`, { body });
        const ids = created.map(({ id }: { id: string }) => id);
        const left = async () => {
          const query = { from: day.at("00:00"), to: day.plus(7).at("00:00") };
          const { items } = await stage.get(stage.program, `GET ${B}/blocks`, { query });
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

let blocksMade = 0;

/** Five minutes at night, where no visit is; others each time, so that repeats do not meet. */
function block({ salon, newDay }: SpecApp, day = newDay()) {
  const minute = 5 * (blocksMade++ % 80);
  const wall = (minutes: number) => `0${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  return {
    location_id: salon.locationId,
    staff_id: salon.anna,
    starts_at: day.at(wall(minute)),
    ends_at: day.at(wall(minute + 5)),
    label: "Stocktaking",
  };
}

async function blocked(stage: SpecApp) {
  const day = stage.newDay();
  await stage.get(stage.program, `POST ${B}/blocks`, { body: block(stage, day) });
  return day;
}

/** The salon is closed on Sundays. */
function weekday(newDay: SpecApp["newDay"]) {
  const day = newDay();
  return new Date(day.date).getUTCDay() === 0 ? newDay() : day;
}
