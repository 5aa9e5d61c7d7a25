import { describe, expect, test } from "vitest";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });
const manager = await signedInMember(open, "manager");

const atSalon = (starts: string, ends: string) =>
  [1, 2, 3, 4, 5, 6].map((weekday) => ({ location_id: open.salon.locationId, weekday, starts, ends }));
const setHours = (weekly: unknown, exceptions: unknown = [], id = open.salon.anna) =>
  manager("PUT", `/staff/${id}/hours`, { weekly, exceptions });
const conflictIdsIn = (answer: Awaited<ReturnType<MemberCall>>) =>
  answer.body.data.conflicts.map((conflict: { appointment_id: string }) => conflict.appointment_id);
const newMember = (more: object = {}, headers?: Record<string, string>) =>
  manager("POST", "/staff", { first_name: "Mia", location_ids: [open.salon.locationId], ...more }, headers);

describe("a staff member", () => {
  test("is created and updated; inactive staff members cannot be booked", async () => {
    const made = await newMember({ title: "Stylist" });
    const { id } = made.body.data;
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { first_name: "Mia", display_name: "Mia", title: "Stylist", active: true, service_ids: [] },
    ]);
    const changed = await manager("PATCH", `/staff/${id}`, { display_name: "Mia L.", active: false });
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { id, display_name: "Mia L.", active: false },
    ]);
    const { items } = (await open.call("GET", "/staff?active=false")).body.data;
    const { conflicts, remaining_membership, ...member } = changed.body.data;
    expect([conflicts, remaining_membership, items]).toEqual([[], null, [member]]);
    expect((await open.book("2027-03-02T10:00:00+01:00", open.salon.cut, id)).status).toBe(422);
  });

  test("is created once for a repeated idempotency key", async () => {
    const headers = { "idempotency-key": "one-member" };
    const [first, again] = [await newMember({}, headers), await newMember({}, headers)];
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
  });

  test("an unknown location or an invalid color is refused", async () => {
    for (const [more, path] of [
      [{ location_ids: [newId()] }, "/location_ids/0"],
      [{ color: "red" }, "/color"],
      [{ first_name: "" }, "/first_name"],
    ] as const) {
      expect(fieldsIn(await newMember(more))).toEqual([422, path]);
      expect(fieldsIn(await manager("PATCH", `/staff/${open.salon.ben}`, more))).toEqual([422, path]);
    }
    expect((await manager("PATCH", `/staff/${newId()}`, { title: "Nobody" })).status).toBe(404);
  });
});

describe("a change of a staff member", () => {
  test("deactivating a staff member, or bookable false, lists their upcoming appointments", async () => {
    const { id } = (await newMember()).body.data;
    await setHours(atSalon("09:00", "18:00"), [], id);
    const service = await open.addService({ staff: [{ staff_id: id }, { staff_id: open.salon.ben }] });
    const appointment = (await open.book("2027-07-05T10:00:00+02:00", service, id)).body.data;
    await open.book("2027-07-05T10:00:00+02:00", service, open.salon.ben);
    const change = (changes: object) => manager("PATCH", `/staff/${id}`, changes);
    const left = await change({ active: false });
    expect([left.status, left.body.data]).toMatchObject([
      200,
      {
        active: false,
        conflicts: [
          {
            starts_at: appointment.starts_at,
            ends_at: appointment.ends_at,
            reason: "appointment",
            appointment_id: appointment.id,
          },
        ],
      },
    ]);
    // A repeated request gets the same response, although it changes nothing.
    expect((await change({ active: false })).body.data).toEqual(left.body.data);
    expect(conflictIdsIn(await change({ title: "Stylist" }))).toEqual([]);
    expect(conflictIdsIn(await change({ active: true }))).toEqual([]);
    expect(conflictIdsIn(await change({ bookable: false }))).toEqual([appointment.id]);
    await open.call("POST", `/appointments/${appointment.id}/transitions`, { to: "cancelled" });
    expect(conflictIdsIn(await change({ bookable: false }))).toEqual([]);
  });

  test("removing a location lists the appointments there", async () => {
    const { locationId } = open.salon;
    const location = { name: "Second", address: { line1: "Weg 2", city: "Berlin", country: "DE" } };
    const second = (await manager("POST", "/locations", location)).body.data.id;
    const { id } = (await newMember({ location_ids: [locationId, second] })).body.data;
    await setHours(atSalon("09:00", "18:00"), [], id);
    const service = await open.addService({ location_ids: [locationId, second], staff: [{ staff_id: id }] });
    const here = (await open.book("2027-07-06T10:00:00+02:00", service, id)).body.data;
    const at = { location_id: second };
    const there = (await open.book("2027-07-06T12:00:00+02:00", service, id, at)).body.data;
    const change = (location_ids: string[]) => manager("PATCH", `/staff/${id}`, { location_ids });
    expect(conflictIdsIn(await change([second]))).toEqual([here.id]);
    expect(conflictIdsIn(await change([second.toUpperCase()]))).toEqual([here.id]);
    expect(conflictIdsIn(await change([]))).toEqual([here.id, there.id]);
    expect(conflictIdsIn(await change([locationId, second]))).toEqual([]);
    expect((await open.call("GET", `/appointments/${here.id}`)).body.data).toEqual(here);
  });
});

describe("the working hours of a staff member", () => {
  test("are all replaced; overlapping hours and locations of other businesses are refused", async () => {
    const { id } = (await newMember()).body.data;
    const set = await setHours(atSalon("10:00", "16:00"), [], id);
    const { conflicts, ...hours } = set.body.data;
    expect([set.status, hours.weekly, conflicts]).toEqual([200, atSalon("10:00", "16:00"), []]);
    expect((await open.call("GET", `/staff/${id}/hours`)).body.data).toEqual(hours);
    const twice = [...atSalon("10:00", "16:00"), ...atSalon("15:00", "17:00")];
    expect((await setHours(twice, [], id)).status).toBe(422);
    const strange = [{ location_id: newId(), weekday: 1, starts: "09:00", ends: "10:00" }];
    expect(fieldsIn(await setHours(strange, [], id))).toEqual([422, "/weekly/0/location_id"]);
    expect((await setHours([], [], newId())).status).toBe(404);
    expect((await open.call("GET", `/staff/${id}/hours`)).body.data).toEqual(hours);
  });

  test("list the appointments of this staff member outside of them, ignoring the case of location ids", async () => {
    const { salon } = open;
    const late = (await open.book("2027-04-05T16:00:00+02:00", salon.cut)).body.data;
    const early = (await open.book("2027-04-05T09:00:00+02:00", salon.cut)).body.data;
    await open.book("2027-04-05T17:00:00+02:00", salon.cut, salon.ben);
    const loud = atSalon("09:00", "16:30").map((each) => ({
      ...each,
      location_id: each.location_id.toUpperCase(),
    }));
    const shorter = await setHours(loud);
    expect(shorter.body.data.conflicts).toEqual([
      { starts_at: late.starts_at, ends_at: late.ends_at, reason: "appointment", appointment_id: late.id },
    ]);
    expect(conflictIdsIn(await setHours(loud))).toEqual([late.id]);
    expect(conflictIdsIn(await setHours([]))).toEqual([early.id, late.id]);
    const away = [{ date: "2027-04-05", location_id: salon.locationId, intervals: [] }];
    expect(conflictIdsIn(await setHours(atSalon("09:00", "18:00"), away))).toEqual([early.id, late.id]);
    expect(conflictIdsIn(await setHours(atSalon("09:00", "18:00")))).toEqual([]);
    expect((await open.call("GET", `/appointments/${late.id}`)).body.data).toEqual(late);
  });

  test("list at most 200 appointments, the earliest", { timeout: 240_000 }, async () => {
    const { id: staffId } = (await newMember()).body.data;
    await setHours(atSalon("09:00", "18:00"), [], staffId);
    const quick = await open.addService({ duration_minutes: 5, staff: [{ staff_id: staffId }] });
    const starts = Array.from({ length: 201 }, (_, at) =>
      Date.UTC(2027, 5, 7 + Math.floor(at / 90), 7, (at % 90) * 5),
    );
    const ids: string[] = [];
    for (const at of starts) {
      const booked = await open.book(new Date(at).toISOString(), quick, staffId);
      expect(booked.status).toBe(201);
      ids.push(booked.body.data.id);
    }
    expect(conflictIdsIn(await setHours([], [], staffId))).toEqual(ids.slice(0, 200));
  });
});

describe("time off", () => {
  test("lists the appointments it overlaps; deleting it frees the time", async () => {
    const appointment = (await open.book("2027-03-10T10:00:00+01:00", open.salon.cut)).body.data;
    const path = `/staff/${open.salon.anna}/time-off`;
    const wanted = { starts_at: "2027-03-10T09:00:00+01:00", ends_at: "2027-03-10T18:00:00+01:00" };
    const headers = { "idempotency-key": "ill-once" };
    const made = await manager("POST", path, { ...wanted, label: "Ill" }, headers);
    const { id, conflicts } = made.body.data;
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { starts_at: "2027-03-10T08:00:00Z", ends_at: "2027-03-10T17:00:00Z", label: "Ill" },
    ]);
    expect(conflicts).toMatchObject([{ reason: "appointment", appointment_id: appointment.id }]);
    expect((await manager("POST", path, { ...wanted, label: "Ill" }, headers)).text).toBe(made.text);
    const listed = (await open.call("GET", `/staff/${open.salon.anna}/hours`)).body.data.time_off;
    expect(listed.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await open.book("2027-03-10T14:00:00+01:00", open.salon.cut)).status).toBe(409);
    expect((await manager("DELETE", `/staff/${open.salon.ben}/time-off/${id}`)).status).toBe(404);
    const gone = await manager("DELETE", `${path}/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    expect((await manager("DELETE", `${path}/${id}`)).status).toBe(404);
    expect((await open.book("2027-03-10T14:00:00+01:00", open.salon.cut)).status).toBe(201);
  });

  test("reversed, or for an unknown staff member, is refused", async () => {
    const wrong = { starts_at: "2027-03-10T18:00:00+01:00", ends_at: "2027-03-10T09:00:00+01:00" };
    expect(fieldsIn(await manager("POST", `/staff/${open.salon.anna}/time-off`, wrong))).toEqual([
      422,
      "/ends_at",
    ]);
    const right = { starts_at: wrong.ends_at, ends_at: wrong.starts_at };
    expect((await manager("POST", `/staff/${newId()}/time-off`, right)).status).toBe(404);
    const { salon } = await testApp({ beside: open });
    expect((await manager("POST", `/staff/${salon.anna}/time-off`, right)).status).toBe(404);
    expect((await setHours([], [], salon.anna)).status).toBe(404);
  });
});

test("only owners and managers change staff", async () => {
  const { anna } = open.salon;
  const times = { starts_at: "2027-08-02T09:00:00Z", ends_at: "2027-08-02T10:00:00Z" };
  const { id } = (await manager("POST", `/staff/${anna}/time-off`, times)).body.data;
  const calls: ["POST" | "PATCH" | "PUT" | "DELETE", string, object?][] = [
    ["POST", "/staff", { first_name: "Mine", location_ids: [] }],
    ["PATCH", `/staff/${anna}`, { first_name: "Mine" }],
    ["PUT", `/staff/${anna}/hours`, { weekly: [], exceptions: [] }],
    ["POST", `/staff/${anna}/time-off`, times],
    ["DELETE", `/staff/${anna}/time-off/${id}`],
  ];
  const others = [await signedInMember(open, "reception"), await signedInMember(open, "staff"), open.call];
  for (const [method, path, body] of calls)
    for (const call of others) {
      const refused = await call(method, path, body);
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden_role"]);
    }
  const owner = await signedInMember(open, "owner");
  expect((await owner("DELETE", `/staff/${anna}/time-off/${id}`)).status).toBe(200);
});

test("a change of working hours can name the version it is based on", async () => {
  const { id } = (await newMember()).body.data;
  const body = { weekly: atSalon("09:00", "17:00"), exceptions: [] };
  const put = (etag: string) => manager("PUT", `/staff/${id}/hours`, body, { "if-match": etag });
  const read = await open.call("GET", `/staff/${id}/hours`);
  expect([read.body.data.version, read.headers.etag]).toEqual([1, '"1"']);
  const first = await put('"1"');
  expect([first.status, first.body.data.version, first.headers.etag]).toEqual([200, 2, '"2"']);
  const stale = await put('"1"');
  expect(stale).toMatchObject({ status: 412, body: { code: "version_mismatch", details: { version: 2 } } });
  const both = await Promise.all([put('"2"'), put('"2"')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  // A change of other fields keeps the version of the hours. Removing a location deletes hours and raises their version.
  await manager("PATCH", `/staff/${id}`, { title: "Stylist" });
  await manager("POST", `/staff/${id}/time-off`, {
    starts_at: "2027-05-03T09:00:00Z",
    ends_at: "2027-05-03T10:00:00Z",
  });
  const days = await open.call("GET", `/staff/${id}/hours?from=2027-05-03&to=2027-05-04`);
  expect([days.body.data.version, days.headers.etag]).toEqual([3, '"3"']);
  expect((await setHours([], [], id)).body.data.version).toBe(4);
});
