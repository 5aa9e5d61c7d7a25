import { describe, expect, test } from "vitest";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { bookingOf, testApp } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { newId } from "../../../kernel/ids.ts";
import { book } from "../../scheduling/appointments/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";

const open = await testApp();
const [owner, manager] = [await signedInMember(open, "owner"), await signedInMember(open, "manager")];

const location = { name: "Mitte", address: { line1: "Lindenallee 7", city: "Berlin", country: "DE" } };
const newLocation = async () => (await owner("POST", "/locations", location)).body.data.id as string;
const all = [1, 2, 3, 4, 5, 6];
const daily = (starts: string, ends: string) => all.map((weekday) => ({ weekday, starts, ends }));
const setHours = (hours: unknown, hour_exceptions: unknown = [], id = open.salon.locationId) =>
  manager("PUT", `/locations/${id}/hours`, { hours, hour_exceptions });
const conflictIdsIn = (answer: Awaited<ReturnType<MemberCall>>) =>
  answer.body.data.conflicts.map((conflict: { appointment_id: string }) => conflict.appointment_id);

describe("creating and changing a location", () => {
  test("answers the record, as it is read afterwards", async () => {
    const made = await manager("POST", "/locations", location);
    const { id } = made.body.data;
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { name: "Mitte", time_zone: "Europe/Berlin", active: true, hours: [], resources: [] },
    ]);
    const changed = await manager("PATCH", `/locations/${id}`, { name: "Nord", active: false });
    expect([changed.status, changed.body.data]).toMatchObject([200, { id, name: "Nord", active: false }]);
    const { conflicts, ...record } = changed.body.data;
    expect([conflicts, (await open.call("GET", `/locations/${id}`)).body.data]).toEqual([[], record]);
  });

  test("is created once for a repeated idempotency key", async () => {
    const headers = { "idempotency-key": "one-place" };
    const [first, again] = [
      await owner("POST", "/locations", location, headers),
      await owner("POST", "/locations", location, headers),
    ];
    expect(again.text).toBe(first.text);
    expect(again.headers["idempotency-replayed"]).toBe("true");
  });

  test("refuses unknown references by field", async () => {
    const wrong: [object, string[]][] = [
      [{ time_zone: "Mars/Phobos" }, ["/time_zone"]],
      [{ address: { ...location.address, country: "ZZ" } }, ["/address/country"]],
      [{ name: "" }, ["/name"]],
      [{ hours: [] }, ["/hours"]],
    ];
    for (const [more, paths] of wrong) {
      expect(fieldsIn(await owner("POST", "/locations", { ...location, ...more }))).toEqual([422, ...paths]);
      const change = await owner("PATCH", `/locations/${open.salon.locationId}`, more);
      expect(fieldsIn(change)).toEqual([422, ...paths]);
    }
  });
});

describe("resources", () => {
  test("are created, updated and archived", async () => {
    const id = await newLocation();
    const path = `/locations/${id}/resources`;
    const made = await manager("POST", path, { name: "Room 1", type: "room" });
    const resource = made.body.data;
    expect([made.status, resource]).toEqual([
      201,
      { id: expect.any(String), name: "Room 1", type: "room", capacity: 1 },
    ]);
    const changed = await manager("PATCH", `${path}/${resource.id}`, { capacity: 3 });
    expect([changed.status, changed.body.data]).toEqual([200, { ...resource, capacity: 3 }]);
    const gone = await manager("DELETE", `${path}/${resource.id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id: resource.id, deleted: true }]);
    expect((await manager("DELETE", `${path}/${resource.id}`)).status).toBe(404);
    expect((await open.call("GET", `/locations/${id}`)).body.data.resources).toEqual([]);
  });

  test("at another location, or without capacity, are refused", async () => {
    const id = await newLocation();
    const elsewhere = `/locations/${id}/resources/${open.salon.roomId}`;
    expect((await owner("PATCH", elsewhere, { name: "Mine" })).status).toBe(404);
    expect((await owner("DELETE", elsewhere)).status).toBe(404);
    const wrong = await owner("POST", `/locations/${id}/resources`, {
      name: "X",
      type: "A room",
      capacity: -1,
    });
    expect(fieldsIn(wrong).sort()).toEqual(["/capacity", "/type", 422].sort());
  });
});

describe("the opening hours of a location", () => {
  test("are all replaced, and those that overlap are refused", async () => {
    const id = await newLocation();
    const split = [
      { weekday: 1, starts: "09:00", ends: "12:00" },
      { weekday: 1, starts: "13:00", ends: "18:00" },
    ];
    const set = await setHours(split, [{ date: "2027-12-24", intervals: [] }], id);
    const { conflicts, ...record } = set.body.data;
    expect([set.status, record.hours, conflicts]).toEqual([200, split, []]);
    expect((await open.call("GET", `/locations/${id}`)).body.data).toEqual(record);
    const overlapping = [split[0], { weekday: 1, starts: "11:59", ends: "13:00" }];
    expect((await setHours(overlapping, [], id)).status).toBe(422);
    expect((await setHours([{ weekday: 8, starts: "18:00", ends: "09:00" }], [], id)).status).toBe(422);
    expect((await open.call("GET", `/locations/${id}`)).body.data).toEqual(record);
    expect((await setHours([], [], newId())).status).toBe(404);
  });

  test("list the appointments outside of them, each once, with buffers, until they are inside again", async () => {
    const { salon } = open;
    // The cut takes 45 minutes and a buffer of 10. The colour takes two spans of staff time. Anna performs both.
    const cut = (await open.book("2027-04-05T16:00:00+02:00", salon.cut)).body.data;
    const colour = (await open.book("2027-04-06T14:00:00+02:00", salon.colour)).body.data;
    const cancelled = (await open.book("2027-04-07T16:00:00+02:00", salon.cut)).body.data;
    await open.call("POST", `/appointments/${cancelled.id}/transitions`, { to: "cancelled" });
    expect(conflictIdsIn(await setHours(daily("09:00", "18:00")))).toEqual([]);
    expect(conflictIdsIn(await setHours(daily("09:00", "16:55")))).toEqual([]);
    const short = await setHours(daily("09:00", "16:54"));
    expect(short.body.data.conflicts).toEqual([
      { starts_at: cut.starts_at, ends_at: cut.ends_at, reason: "appointment", appointment_id: cut.id },
    ]);
    // A repeated request gets the same response, so a client that missed the response can repeat the request.
    expect(conflictIdsIn(await setHours(daily("09:00", "16:54")))).toEqual([cut.id]);
    expect(conflictIdsIn(await setHours([]))).toEqual([cut.id, colour.id]);
    // The processing time of the colour takes no staff time.
    const aroundIt = all.flatMap((weekday) => [
      { weekday, starts: "09:00", ends: "14:30" },
      { weekday, starts: "15:00", ends: "18:00" },
    ]);
    expect(conflictIdsIn(await setHours(aroundIt))).toEqual([]);
    const closed = [{ date: "2027-04-06", intervals: [] }];
    expect(conflictIdsIn(await setHours(daily("09:00", "18:00"), closed))).toEqual([colour.id]);
    expect(conflictIdsIn(await setHours(daily("09:00", "18:00")))).toEqual([]);
    expect((await open.call("GET", `/appointments/${cut.id}`)).body.data).toEqual(cut);
  });

  test("ignore past appointments", async () => {
    const { salon, clock } = open;
    const { id, ends_at } = (await open.book("2027-03-01T10:00:00+01:00", salon.cut, salon.ben)).body.data;
    const closed = [{ date: "2027-03-01", intervals: [] }];
    expect(conflictIdsIn(await setHours(daily("09:00", "18:00"), closed))).toEqual([id]);
    clock.set(Date.parse(ends_at) - 1);
    expect(conflictIdsIn(await setHours(daily("09:00", "18:00"), closed))).toEqual([id]);
    clock.set(Date.parse(ends_at));
    expect(conflictIdsIn(await setHours(daily("09:00", "18:00"), closed))).toEqual([]);
    await setHours(daily("09:00", "18:00"));
  });

  test("wait for a concurrent booking and list its appointment", async () => {
    const { salon, database, clock, connectionString } = open;
    const closed = [{ date: "2027-05-10", intervals: [] }];
    let setting: ReturnType<typeof setHours> | undefined;
    const booked = await withSnapshot(database, salon.businessId, (snapshot) =>
      database.transaction(async (tx) => {
        const startsAt = Date.parse("2027-05-10T10:00:00+02:00");
        const input = bookingOf(salon, "", [[salon.cut, salon.anna]]);
        const appointment = {
          ...input,
          startsAt,
          status: "booked",
          source: "api",
          now: clock.now(),
        } as const;
        const answer = await book(tx, snapshot, appointment);
        setting ??= setHours(daily("09:00", "18:00"), closed);
        await untilTransactionWaits(connectionString);
        return answer;
      }),
    );
    if (booked.outcome !== "booked" || setting === undefined) throw new Error("Nothing was booked.");
    expect(conflictIdsIn(await setting)).toEqual([booked.record.id]);
    await setHours(daily("09:00", "18:00"));
  });
});

describe("a change of a location", () => {
  test("of its time zone lists the appointments outside of the hours; they keep their instants", async () => {
    const other = await testApp({ beside: open });
    const asOwner = await signedInMember(other, "owner");
    const path = `/locations/${other.salon.locationId}`;
    const change = (changes: object) => asOwner("PATCH", path, changes);
    const early = (await other.book("2027-04-05T09:00:00+02:00", other.salon.cut)).body.data;
    const noon = (await other.book("2027-04-05T12:00:00+02:00", other.salon.cut)).body.data;
    expect((await change({ name: "Mitte" })).body.data.conflicts).toEqual([]);
    expect((await change({ time_zone: "Europe/Berlin" })).body.data.conflicts).toEqual([]);
    const moved = await change({ time_zone: "Europe/London" });
    expect([moved.status, moved.body.data]).toMatchObject([
      200,
      {
        time_zone: "Europe/London",
        conflicts: [
          {
            starts_at: "2027-04-05T08:00:00+01:00",
            ends_at: "2027-04-05T08:45:00+01:00",
            reason: "appointment",
            appointment_id: early.id,
          },
        ],
      },
    ]);
    // A repeated request changes nothing and gets the same response.
    expect((await change({ time_zone: "Europe/London" })).body.data).toEqual(moved.body.data);
    const { starts_at, version } = (await other.call("GET", `/appointments/${early.id}`)).body.data;
    expect([Date.parse(starts_at), version]).toEqual([Date.parse(early.starts_at), early.version]);
    expect(conflictIdsIn(await change({ time_zone: "Asia/Tokyo" }))).toEqual([noon.id]);
    expect(conflictIdsIn(await change({ time_zone: "Europe/Berlin" }))).toEqual([]);
  });

  test("that deactivates it lists its upcoming appointments", async () => {
    const other = await testApp({ beside: open });
    const asOwner = await signedInMember(other, "owner");
    const change = (changes: object, headers?: Record<string, string>) =>
      asOwner("PATCH", `/locations/${other.salon.locationId}`, changes, headers);
    const appointment = (await other.book("2027-04-05T09:00:00+02:00", other.salon.cut)).body.data;
    const gone = (await other.book("2027-04-05T12:00:00+02:00", other.salon.cut)).body.data;
    await other.call("POST", `/appointments/${gone.id}/transitions`, { to: "cancelled" });
    const headers = { "idempotency-key": "close-it" };
    const closed = await change({ active: false }, headers);
    expect(closed.body.data).toMatchObject({
      active: false,
      conflicts: [{ appointment_id: appointment.id }],
    });
    expect((await change({ active: false }, headers)).text).toBe(closed.text);
    expect(conflictIdsIn(await change({ active: true }))).toEqual([]);
  });

  test("of its time zone waits for a concurrent booking and lists its appointment", async () => {
    const other = await testApp({ beside: open });
    const asOwner = await signedInMember(other, "owner");
    const { salon, database, clock, connectionString } = other;
    let changing: ReturnType<typeof asOwner> | undefined;
    const booked = await withSnapshot(database, salon.businessId, (snapshot) =>
      database.transaction(async (tx) => {
        const startsAt = Date.parse("2027-05-10T09:00:00+02:00");
        const input = bookingOf(salon, "", [[salon.cut, salon.anna]]);
        const appointment = {
          ...input,
          startsAt,
          status: "booked",
          source: "api",
          now: clock.now(),
        } as const;
        const answer = await book(tx, snapshot, appointment);
        changing ??= asOwner("PATCH", `/locations/${salon.locationId}`, { time_zone: "Europe/London" });
        await untilTransactionWaits(connectionString);
        return answer;
      }),
    );
    if (booked.outcome !== "booked" || changing === undefined) throw new Error("Nothing was booked.");
    expect(conflictIdsIn(await changing)).toEqual([booked.record.id]);
  });
});

describe("changing locations", () => {
  test("is for the owner and managers", async () => {
    const { locationId, roomId } = open.salon;
    const calls: ["POST" | "PATCH" | "PUT" | "DELETE", string, object?][] = [
      ["POST", "/locations", location],
      ["PATCH", `/locations/${locationId}`, { name: "Mine" }],
      ["PUT", `/locations/${locationId}/hours`, { hours: [], hour_exceptions: [] }],
      ["POST", `/locations/${locationId}/resources`, { name: "X", type: "room" }],
      ["PATCH", `/locations/${locationId}/resources/${roomId}`, { name: "Mine" }],
      ["DELETE", `/locations/${locationId}/resources/${roomId}`],
    ];
    const others = [await signedInMember(open, "reception"), await signedInMember(open, "staff"), open.call];
    const before = (await open.call("GET", `/locations/${locationId}`)).body.data;
    for (const [method, path, body] of calls)
      for (const call of others) {
        const refused = await call(method, path, body);
        expect([refused.status, refused.body.code]).toEqual([403, "forbidden_role"]);
      }
    expect((await open.call("GET", `/locations/${locationId}`)).body.data).toEqual(before);
  });

  test("of another business answers like an unknown one", async () => {
    const { salon } = await testApp({ beside: open });
    for (const id of [salon.locationId, newId(), "mitte"]) {
      expect((await owner("PATCH", `/locations/${id}`, { name: "Mine" })).status).toBe(404);
      expect((await setHours([], [], id)).status).toBe(404);
      expect((await owner("POST", `/locations/${id}/resources`, { name: "X", type: "room" })).status).toBe(
        404,
      );
    }
  });
});

test("a change of hours can name the version it is based on", async () => {
  const id = await newLocation();
  const body = { hours: daily("09:00", "17:00"), hour_exceptions: [] };
  const put = (etag: string) => manager("PUT", `/locations/${id}/hours`, body, { "if-match": etag });
  const read = await open.call("GET", `/locations/${id}`);
  expect([read.body.data.version, read.headers.etag]).toEqual([1, '"1"']);
  const first = await put('"1"');
  expect([first.status, first.body.data.version, first.headers.etag]).toEqual([200, 2, '"2"']);
  const stale = await put('"1"');
  expect(stale).toMatchObject({ status: 412, body: { code: "version_mismatch", details: { version: 2 } } });
  // Every change of the record raises the version; publishing does not change the record.
  const renamed = await manager("PATCH", `/locations/${id}`, { name: "Nord" }, { "if-match": '"2"' });
  expect([renamed.status, renamed.body.data.version, renamed.headers.etag]).toEqual([200, 3, '"3"']);
  expect((await manager("PATCH", `/locations/${id}`, { name: "Süd" }, { "if-match": '"2"' })).status).toBe(
    412,
  );
  await manager("POST", `/locations/${id}/resources`, { name: "Room", type: "room" });
  await owner("PUT", `/locations/${id}/publishing`, { published: true });
  const last = await open.call("GET", `/locations/${id}`);
  expect([last.body.data.version, last.headers.etag]).toEqual([4, '"4"']);
  // Without If-Match, the hours are replaced unconditionally. Of two changes based on the same version, the server rejects one.
  expect((await setHours([], [], id)).body.data.version).toBe(5);
  const both = await Promise.all([put('"5"'), put('"5"')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
});
