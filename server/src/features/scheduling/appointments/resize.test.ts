import { beforeEach, describe, expect, test } from "vitest";
import { bookingOf, refusedFields, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

let open: TestApp;
beforeEach(async () => {
  open = await testApp({ isShared: true });
});

const at = (time: string) => `2027-03-08T${time}:00+01:00`;
const booked = async (time: string, items: [string, string][]) =>
  (await open.call("POST", "/appointments", bookingOf(open.salon, at(time), items))).body.data;
const resize = (
  appointment: { id: string; items: { id: string }[] },
  index: number,
  body: object,
  headers?: Record<string, string>,
) =>
  open.call(
    "PATCH",
    `/appointments/${appointment.id}/duration`,
    { item_id: appointment.items[index]?.id, ...body },
    headers,
  );
const times = (appointment: { items: { starts_at: string; ends_at: string }[] }) =>
  appointment.items.map((item) => `${item.starts_at.slice(11, 16)}–${item.ends_at.slice(11, 16)}`);

describe("a resize", () => {
  test("moves later items by the difference; earlier ones and the start stay", async () => {
    const { salon } = open;
    const appointment = await booked("09:00", [
      [salon.cut, salon.anna],
      [salon.colour, salon.ben],
      [salon.cut, salon.anna],
    ]);
    const longer = await resize(appointment, 1, { minutes: 120 });
    expect(longer.status).toBe(200);
    expect(longer.headers.etag).toBe('"2"');
    expect(times(longer.body.data)).toEqual(["09:00–09:45", "09:45–11:45", "11:45–12:30"]);
    expect(longer.body.data).toMatchObject({
      starts_at: at("09:00"),
      ends_at: at("12:30"),
      total: appointment.total,
    });
    expect((await open.call("GET", `/appointments/${appointment.id}`)).body.data).toEqual(longer.body.data);
    const shorter = await resize(appointment, 0, { minutes: 1 });
    expect(times(shorter.body.data)).toEqual(["09:00–09:01", "09:01–11:01", "11:01–11:46"]);
  });

  test("extends the finishing phase, and shortens finishing, then processing, then the initial phase", async () => {
    const { salon, book } = open;
    const appointment = await booked("09:00", [[salon.colour, salon.anna]]);
    // Colour has phases of 30 + 30 + 30 minutes: the staff member is free between 9:30 and 10:00 unless the shorter duration removes the
    // processing time.
    const busyFrom = async (minutes: number) => {
      expect((await resize(appointment, 0, { minutes })).body.data.items[0].duration_minutes).toBe(minutes);
      const quarter = await open.addService({ duration_minutes: 15 });
      const free: string[] = [];
      for (const time of ["09:15", "09:30", "09:45", "10:00", "10:15", "10:30", "10:45"]) {
        const answer = await book(at(time), quarter);
        if (answer.status !== 201) continue;
        free.push(time);
        await open.call("POST", `/appointments/${answer.body.data.id}/transitions`, { to: "cancelled" });
      }
      return free.join(" ");
    };
    expect(await busyFrom(105)).toBe("09:30 09:45 10:45");
    expect(await busyFrom(75)).toBe("09:30 09:45 10:15 10:30 10:45");
    expect(await busyFrom(45)).toBe("09:30 09:45 10:00 10:15 10:30 10:45");
    expect(await busyFrom(15)).toBe("09:15 09:30 09:45 10:00 10:15 10:30 10:45");
  });

  test("onto taken time is refused without force and accepted with force", async () => {
    const { salon, book } = open;
    const appointment = await booked("09:00", [[salon.cut, salon.anna]]);
    await booked("10:30", [[salon.cut, salon.anna]]);
    const refused = await resize(appointment, 0, { minutes: 90 });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "time_conflict",
        details: { conflicts: [{ reason: "appointment", staff_id: salon.anna }], alternatives: [] },
      },
    });
    expect((await resize(appointment, 0, { minutes: 80 })).status).toBe(200);
    expect((await resize(appointment, 0, { minutes: 90, force: true })).body.data.ends_at).toBe(at("10:30"));
    expect((await book(at("08:20"), salon.cut)).status).toBe(409);
    expect((await book(at("08:05"), salon.cut)).status).toBe(201);
  });

  test("to the same duration changes nothing", async () => {
    const appointment = await booked("09:00", [[open.salon.cut, open.salon.anna]]);
    expect(await resize(appointment, 0, { minutes: 45, force: true })).toMatchObject({
      status: 200,
      body: { data: appointment },
    });
  });

  test("may take a whole day", async () => {
    const appointment = await booked("09:00", [[open.salon.cut, open.salon.anna]]);
    expect((await resize(appointment, 0, { minutes: 1440 })).body.data.ends_at).toBe(
      "2027-03-09T09:00:00+01:00",
    );
  });

  test.each(["completed", "cancelled", "no_show"])("is refused if the appointment is %s", async (state) => {
    const appointment = await booked("09:00", [[open.salon.cut, open.salon.anna]]);
    await open.call("POST", `/appointments/${appointment.id}/transitions`, { to: state });
    for (const minutes of [45, 60])
      expect(await resize(appointment, 0, { minutes, force: true })).toMatchObject({
        status: 409,
        body: { code: "invalid_transition", details: { from: state, to: null } },
      });
  });

  test("is refused for every field that is wrong, and when the appointment has changed", async () => {
    const { salon } = open;
    const appointment = await booked("09:00", [[salon.cut, salon.anna]]);
    const other = await booked("12:00", [[salon.cut, salon.anna]]);
    const cases: [object, string[]][] = [
      [{}, ["/minutes"]],
      [{ minutes: 0 }, ["/minutes"]],
      [{ minutes: 1441 }, ["/minutes"]],
      [{ minutes: 30.5 }, ["/minutes"]],
      [{ minutes: "45" }, ["/minutes"]],
      [{ minutes: 30, force: "true", item_id: 1 }, ["/force", "/item_id"]],
      [{ minutes: 30, starts_at: at("09:00") }, ["/starts_at"]],
      [{ minutes: 30, item_id: newId() }, ["/item_id"]],
      [{ minutes: 30, item_id: other.items[0].id }, ["/item_id"]],
    ];
    for (const [body, fields] of cases)
      expect(refusedFields(await resize(appointment, 0, body))).toEqual(fields);
    const wrong = { minutes: 30, item_id: newId() };
    expect((await resize(appointment, 0, wrong, { "if-match": '"2"' })).status).toBe(412);
    expect((await resize(appointment, 0, { minutes: 30 }, { "if-match": '"1"' })).headers.etag).toBe('"2"');
  });
});
