import { statuses } from "@daybook/engine";
import { describe, expect, test } from "vitest";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp();

const NEXT: Record<string, string[]> = {
  requested: ["booked", "declined", "cancelled"],
  booked: ["arrived", "completed", "cancelled", "no_show"],
  arrived: ["completed", "cancelled", "booked"],
  completed: ["arrived"],
  no_show: ["booked"],
  cancelled: ["booked"],
  declined: [],
};
/** The transitions that lead to each status. */
const PATHS: Record<string, string[]> = {
  requested: ["requested"],
  booked: ["booked"],
  arrived: ["booked", "arrived"],
  completed: ["booked", "arrived", "completed"],
  no_show: ["booked", "no_show"],
  cancelled: ["booked", "cancelled"],
  declined: ["requested", "declined"],
};

const transitionTo = (id: string, to: unknown, more: object = {}, headers?: Record<string, string>) =>
  open.call("POST", `/appointments/${id}/transitions`, { to, ...more }, headers);
let hour = 0;
async function appointmentIn(state: string) {
  const [status, ...rest] = PATHS[state] as string[];
  const startsAt = new Date(Date.UTC(2027, 2, 8) + 3_600_000 * hour++).toISOString();
  let { data } = (await open.book(startsAt, open.salon.massage, open.salon.anna, { status })).body;
  for (const to of rest) data = (await transitionTo(data.id, to)).body.data;
  expect(data.status).toBe(state);
  return data;
}

describe.each(statuses)("from %s", (from) => {
  test.each(statuses)("to %s", async (to) => {
    const before = await appointmentIn(from);
    const answer = await transitionTo(before.id, to);
    const after = (await open.call("GET", `/appointments/${before.id}`)).body.data;
    if (from === to) {
      expect(answer).toMatchObject({ status: 200, body: { data: before } });
      expect(after).toEqual(before);
    } else if (NEXT[from]?.includes(to)) {
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBe(`"${before.version + 1}"`);
      expect(answer.body.data).toMatchObject({ status: to, version: before.version + 1 });
      expect(after).toEqual(answer.body.data);
    } else {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: "invalid_transition",
        details: { from, to, allowed: NEXT[from] },
      });
      expect(after).toEqual(before);
    }
  });
});

describe("the time of a transition is stored", () => {
  test("and cleared by the way back", async () => {
    const appointment = await appointmentIn("requested");
    const moments = async (to: string) => {
      open.clock.set(open.clock.now() + 60_000);
      const { confirmed_at, arrived_at, completed_at, no_show_at } = (await transitionTo(appointment.id, to))
        .body.data;
      return [confirmed_at, arrived_at, completed_at, no_show_at].map(
        (moment) => moment?.slice(11, 16) ?? null,
      );
    };
    expect(await moments("booked")).toEqual(["06:01", null, null, null]);
    expect(await moments("arrived")).toEqual(["06:01", "06:02", null, null]);
    expect(await moments("booked")).toEqual(["06:01", null, null, null]);
    expect(await moments("arrived")).toEqual(["06:01", "06:04", null, null]);
    expect(await moments("completed")).toEqual(["06:01", "06:04", "06:05", null]);
    expect(await moments("arrived")).toEqual(["06:01", "06:04", null, null]);
    expect(await moments("booked")).toEqual(["06:01", null, null, null]);
    expect(await moments("no_show")).toEqual(["06:01", null, null, "06:08"]);
    expect(await moments("booked")).toEqual(["06:01", null, null, null]);
  });

  test("with the actor and the reason where they apply", async () => {
    const cancelled = (
      await transitionTo((await appointmentIn("booked")).id, "cancelled", {
        reason: " ill ",
        notify_client: false,
      })
    ).body.data;
    expect(cancelled).toMatchObject({ status_reason: "ill", cancelled_by: "team", declined_at: null });
    expect(cancelled.cancelled_at).not.toBeNull();
    const declined = (
      await transitionTo((await appointmentIn("requested")).id, "declined", { reason: "full" })
    ).body.data;
    expect(declined).toMatchObject({ status_reason: "full", cancelled_by: null, cancelled_at: null });
    const arrived = (
      await transitionTo((await appointmentIn("booked")).id, "arrived", { reason: "x", notify_client: true })
    ).body.data;
    expect(arrived.status_reason).toBeNull();
    for (const reason of ["", "  ", null, undefined])
      expect(
        (await transitionTo((await appointmentIn("booked")).id, "cancelled", { reason })).body.data
          .status_reason,
      ).toBeNull();
  });
});

describe("released time", () => {
  test("is taken again by the undo of a no-show, which is refused if the time is taken", async () => {
    const { salon, book } = open;
    const appointment = await appointmentIn("no_show");
    const rival = (await book(appointment.starts_at, salon.massage, salon.ben)).body.data;
    const refused = await transitionTo(appointment.id, "booked");
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "time_conflict", details: { conflicts: [{ reason: "resource" }], alternatives: [] } },
    });
    expect((await open.call("GET", `/appointments/${appointment.id}`)).body.data).toEqual(appointment);
    await transitionTo(rival.id, "cancelled");
    expect((await transitionTo(appointment.id, "booked")).body.data).toMatchObject({
      status: "booked",
      no_show_at: null,
    });
    expect((await book(appointment.starts_at, salon.massage, salon.ben)).status).toBe(409);
  });
});

describe("a cancellation", () => {
  test("can be undone within 60 seconds, which clears what it stored", async () => {
    const booked = await appointmentIn("booked");
    await transitionTo(booked.id, "cancelled", { reason: "Mistake" });
    open.clock.set(open.clock.now() + 60_000);
    const undone = (await transitionTo(booked.id, "booked")).body.data;
    expect(undone).toMatchObject({ status: "booked", confirmed_at: booked.confirmed_at });
    expect([undone.cancelled_at, undone.cancelled_by, undone.status_reason]).toEqual([null, null, null]);
    expect((await open.book(booked.starts_at, open.salon.massage, open.salon.anna)).status).toBe(409);
  });

  test("is final afterwards", async () => {
    const { id } = await appointmentIn("cancelled");
    open.clock.set(open.clock.now() + 60_001);
    expect(await transitionTo(id, "booked")).toMatchObject({
      status: 409,
      body: { code: "invalid_transition", details: { from: "cancelled", to: "booked", allowed: [] } },
    });
  });

  test("cannot be undone once its time is taken", async () => {
    const { id, starts_at } = await appointmentIn("cancelled");
    await open.book(starts_at, open.salon.massage, open.salon.ben);
    expect(await transitionTo(id, "booked")).toMatchObject({ status: 409, body: { code: "time_conflict" } });
  });
});

test.each([
  ["without a state", {}, ["/to"]],
  ["to a state there is not", { to: "confirmed" }, ["/to"]],
  ["to null", { to: null }, ["/to"]],
  [
    "with a reason too long, even where none counts",
    { to: "arrived", reason: "é".repeat(2001) },
    ["/reason"],
  ],
  ["with a reason that is no text", { to: "cancelled", reason: 1 }, ["/reason"]],
  ["with a word for yes", { to: "cancelled", notify_client: "yes" }, ["/notify_client"]],
  ["with a fee", { to: "no_show", fee: 1 }, ["/fee"]],
])("is refused %s", async (_name, body, fields) => {
  const { id } = await appointmentIn("booked");
  expect(refusedFields(await open.call("POST", `/appointments/${id}/transitions`, body))).toEqual(fields);
});

test("a transition accepts a reason of 2000 characters, and If-Match", async () => {
  const { id } = await appointmentIn("booked");
  const reason = "💇".repeat(2000);
  const stale = await transitionTo(id, "cancelled", { reason }, { "if-match": '"9"' });
  expect(stale).toMatchObject({ status: 412, body: { details: { version: 1 } } });
  expect(
    (await transitionTo(id, "cancelled", { reason }, { "if-match": '"1"' })).body.data.status_reason,
  ).toBe(reason);
});
