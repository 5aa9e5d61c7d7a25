import { beforeEach, describe, expect, test } from "vitest";
import { refusedFields, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { createTimeOff } from "../../business/staff/index.ts";

let open: TestApp;
beforeEach(async () => {
  open = await testApp({ isShared: true, roomCapacity: 3 });
});

const at = (time: string, date = "2027-03-08") => `${date}T${time}:00+01:00`;
const input = (more: object = {}) => ({
  location_id: open.salon.locationId,
  staff_id: open.salon.anna,
  starts_at: at("12:00"),
  ends_at: at("13:00"),
  ...more,
});
const block = (more: object = {}) => open.call("POST", "/blocks", input(more));
const ofRoom = (more: object = {}) => block({ staff_id: undefined, resource_id: open.salon.roomId, ...more });
const remove = (id: string, query = "") => open.call("DELETE", `/blocks/${id}${query}`);
const list = async (query = "") =>
  (await open.call("GET", `/blocks?from=2027-03-01T00:00:00Z&${query}`)).body.data;

describe("a single block", () => {
  test("answers 200 with the block and no overlapping appointments", async () => {
    const answer = await block({ label: "  Training " });
    expect(answer.status).toBe(200);
    const { conflicts, ...record } = answer.body.data;
    expect(conflicts).toEqual([]);
    expect(record).toEqual({
      id: record.id,
      location_id: open.salon.locationId,
      staff_id: open.salon.anna,
      resource_id: null,
      starts_at: at("12:00"),
      ends_at: at("13:00"),
      time_zone: "Europe/Berlin",
      label: "Training",
      series_id: null,
      version: 1,
      created_at: "2027-03-01T06:00:00Z",
      updated_at: "2027-03-01T06:00:00Z",
    });
    expect((await list()).items).toEqual([record]);
  });

  test("may overlap appointments, names each of them once, and leaves the time of other staff members free", async () => {
    const { salon, book } = open;
    const colour = (await book(at("09:00"), salon.colour)).body.data;
    const cut = (await book(at("11:00"), salon.cut)).body.data;
    await book(at("09:00"), salon.cut, salon.ben);
    await block({ starts_at: at("14:00"), ends_at: at("15:00") });
    const answer = await block({ starts_at: at("09:15"), ends_at: at("14:30") });
    expect(answer.body.data.conflicts).toEqual([
      { starts_at: at("09:00"), ends_at: at("10:30"), reason: "appointment", appointment_id: colour.id },
      { starts_at: at("11:00"), ends_at: at("11:55"), reason: "appointment", appointment_id: cut.id },
    ]);
    expect((await open.call("GET", `/appointments/${cut.id}`)).body.data).toEqual(cut);
  });

  test("names no appointment that released its time, nor one whose processing time contains it", async () => {
    const { salon, book, call } = open;
    const cut = (await book(at("12:00"), salon.cut)).body.data;
    await call("POST", `/appointments/${cut.id}/transitions`, { to: "cancelled" });
    await book(at("11:30"), salon.colour);
    const answer = await block({ ends_at: at("12:30") });
    expect(answer.body.data.conflicts).toEqual([]);
  });

  test("takes all units of a resource", async () => {
    const { salon, book } = open;
    await book(at("12:00"), salon.massage, salon.ben);
    const answer = await ofRoom();
    expect(answer.body.data).toMatchObject({ staff_id: null, resource_id: salon.roomId });
    expect(answer.body.data.conflicts).toHaveLength(1);
    expect((await book(at("12:30"), salon.massage)).status).toBe(409);
    expect((await book(at("13:00"), salon.massage)).status).toBe(201);
  });

  test("may be of a null label and a null other subject, and of any length up to 200", async () => {
    expect((await block({ resource_id: null, label: null })).body.data.label).toBeNull();
    expect((await block({ label: "" })).body.data.label).toBeNull();
    expect((await block({ label: ` ${"ü".repeat(200)} ` })).body.data.label).toHaveLength(200);
  });
});

describe("a recurring block", () => {
  test("keeps the wall time of both ends over a clock change", async () => {
    const { data } = (
      await block({
        starts_at: at("12:00", "2027-03-22"),
        ends_at: at("13:00", "2027-03-22"),
        every_days: 7,
        occurrences: 2,
      })
    ).body;
    expect(data.conflicts).toEqual([]);
    expect(data.created.map((one: Record<string, string>) => [one.starts_at, one.ends_at])).toEqual([
      ["2027-03-22T12:00:00+01:00", "2027-03-22T13:00:00+01:00"],
      ["2027-03-29T12:00:00+02:00", "2027-03-29T13:00:00+02:00"],
    ]);
    expect(new Set(data.created.map((one: { series_id: string }) => one.series_id))).toEqual(
      new Set([data.series_id]),
    );
    expect((await list("to=2027-04-01T00:00:00Z")).items).toEqual(data.created);
  });

  test("skips days that an appointment, a block or time off overlaps; closed hours do not count", async () => {
    const { salon, book, database, clock } = open;
    const appointment = (await book(at("12:30", "2027-03-09"), salon.cut)).body.data;
    await block({ starts_at: at("11:00", "2027-03-10"), ends_at: at("12:01", "2027-03-10") });
    const off = { starts_at: at("00:00", "2027-03-11"), ends_at: at("00:00", "2027-03-12") };
    await database.transaction((tx) => createTimeOff(tx, salon.businessId, salon.anna, off, clock.now()));
    const { data } = (await block({ every_days: 1, occurrences: 7 })).body;
    const days = data.created.map((one: { starts_at: string }) => one.starts_at.slice(8, 10));
    // 14 March 2027 is a Sunday, on which the location is closed. A series of blocks does not skip closed days.
    expect(days).toEqual(["08", "12", "13", "14"]);
    const skipped = (date: string, reason: string, appointment_id: string | null) => ({
      starts_at: at("12:00", date),
      ends_at: at("13:00", date),
      reason,
      appointment_id,
    });
    expect(data.conflicts).toEqual([
      skipped("2027-03-09", "appointment", appointment.id),
      skipped("2027-03-10", "block", null),
      skipped("2027-03-11", "time_off", null),
    ]);
  });

  test("longer than its interval skips dates that it covers itself; 90 times every 28 days", async () => {
    const long = (await block({ ends_at: at("13:00", "2027-03-09"), every_days: 1, occurrences: 3 })).body
      .data;
    expect(long.created).toHaveLength(2);
    expect(long.conflicts).toMatchObject([{ starts_at: at("12:00", "2027-03-09"), reason: "block" }]);
    const many = (await ofRoom({ every_days: 28, occurrences: 90 })).body.data;
    expect(many.created).toHaveLength(90);
  });
});

describe("removing", () => {
  test("releases the time, once", async () => {
    const { id } = (await block()).body.data;
    expect((await open.book(at("12:00"), open.salon.cut)).status).toBe(409);
    const answer = await remove(id);
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id, deleted: true } } });
    expect((await open.book(at("12:00"), open.salon.cut)).status).toBe(201);
    expect((await remove(id)).status).toBe(404);
  });

  test("takes one of a series, or with following it and all later ones", async () => {
    const series = async () =>
      (await block({ every_days: 1, occurrences: 5 })).body.data.created as { id: string }[];
    const [, second, third] = await series();
    const days = async () =>
      (await list()).items.map((one: { starts_at: string }) => Number(one.starts_at.slice(8, 10)));
    await remove(String(second?.id));
    expect(await days()).toEqual([8, 10, 11, 12]);
    await remove(String(third?.id), "?following=0");
    expect(await days()).toEqual([8, 11, 12]);
    const fourth = (await list()).items[1].id;
    await remove(fourth, "?following=1");
    expect(await days()).toEqual([8]);
    const alone = (await block({ starts_at: at("15:00"), ends_at: at("16:00") })).body.data.id;
    expect((await remove(alone, "?following=true")).status).toBe(200);
    expect(await days()).toEqual([8]);
    expect((await open.book(at("12:00", "2027-03-12"), open.salon.cut)).status).toBe(201);
    expect(refusedFields(await remove(newId(), "?following=yes"))).toEqual(["/following"]);
    expect(refusedFields(await remove(newId(), "?all=1"))).toEqual(["/all"]);
  });
});
