import { beforeEach, expect, test } from "vitest";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { refusedFields, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

let open: TestApp;
let first: TestApp | undefined;
beforeEach(async () => {
  open = await testApp(first === undefined ? { roomCapacity: 3 } : { beside: first, roomCapacity: 3 });
  first ??= open;
});

const at = (time: string, date = "2027-03-08") => `${date}T${time}:00+01:00`;
const create = async (more: object = {}) => {
  const { salon, call } = open;
  const times = { starts_at: at("12:00"), ends_at: at("13:00") };
  const body = { location_id: salon.locationId, staff_id: salon.anna, ...times, ...more };
  return (await call("POST", "/blocks", body)).body.data;
};
const update = (id: string, changes: object, headers: Record<string, string> = {}) =>
  open.call("PATCH", `/blocks/${id}`, changes, headers);
const isFree = async (time: string, staffId = open.salon.anna) =>
  (await open.book(at(time), open.salon.cut, staffId)).status === 201;

test("moves and resizes a block: the old time is free, the new one taken, and appointments are listed", async () => {
  const { salon, book } = open;
  const cut = (await book(at("15:00"), salon.cut)).body.data;
  const { id } = await create({ label: "Training" });
  open.clock.set(open.clock.now() + 60_000);
  const moved = await update(id, { starts_at: at("14:00"), ends_at: at("16:00") });
  expect(moved.status).toBe(200);
  expect(moved.headers.etag).toBe('"2"');
  expect(moved.body.data).toMatchObject({
    starts_at: at("14:00"),
    ends_at: at("16:00"),
    label: "Training",
    version: 2,
    updated_at: "2027-03-01T06:01:00Z",
    conflicts: [{ reason: "appointment", appointment_id: cut.id, starts_at: at("15:00") }],
  });
  expect([await isFree("12:00"), await isFree("14:00")]).toEqual([true, false]);
  // The block's old time causes no conflict, because the server deletes the old claim before it checks the new time.
  const shorter = await update(id, { ends_at: at("14:30") });
  expect(shorter.body.data.conflicts).toEqual([]);
  expect(await isFree("16:30")).toBe(true);
});

test("moves a block to another staff member and to a resource, and back", async () => {
  const { salon } = open;
  const { id } = await create();
  expect((await update(id, { staff_id: salon.ben })).body.data.staff_id).toBe(salon.ben);
  expect([await isFree("12:00"), await isFree("12:00", salon.ben)]).toEqual([true, false]);
  const room = (await update(id, { resource_id: salon.roomId })).body.data;
  expect([room.staff_id, room.resource_id]).toEqual([null, salon.roomId]);
  expect(await isFree("12:00", salon.ben)).toBe(true);
  expect((await open.book(at("12:00"), salon.massage, salon.anna)).status).toBe(409);
  const back = (await update(id, { staff_id: salon.anna })).body.data;
  expect([back.staff_id, back.resource_id]).toEqual([salon.anna, null]);
});

test("relabels without touching the time; an equal change writes nothing", async () => {
  const { id } = await create();
  expect((await update(id, { label: "Lunch" })).body.data).toMatchObject({ label: "Lunch", version: 2 });
  expect((await update(id, { label: "Lunch" })).body.data.version).toBe(2);
  expect((await update(id, { label: null })).body.data).toMatchObject({ label: null, version: 3 });
  expect(await isFree("12:00")).toBe(false);
});

test("a stale If-Match is refused and changes nothing", async () => {
  const { id } = await create();
  await update(id, { label: "One" });
  const stale = await update(id, { label: "Two" }, { "if-match": '"1"' });
  expect([stale.status, stale.body.details]).toEqual([412, { version: 2 }]);
  expect((await update(id, { label: "Two" }, { "if-match": '"2"' })).status).toBe(200);
});

test("invalid changes are refused by field", async () => {
  const { salon } = open;
  const { id } = await create();
  expect(refusedFields(await update(id, { ends_at: at("12:00") }))).toEqual(["/ends_at"]);
  expect(refusedFields(await update(id, { staff_id: newId() }))).toEqual(["/staff_id"]);
  expect(refusedFields(await update(id, { staff_id: null }))).toEqual(["/staff_id"]);
  const both = { staff_id: salon.anna, resource_id: salon.roomId };
  expect(refusedFields(await update(id, both))).toEqual(["/staff_id"]);
  expect(refusedFields(await update(id, { resource_id: newId() }))).toEqual(["/resource_id"]);
  expect((await update(newId(), { label: "x" })).status).toBe(404);
});

test("the role staff moves its own blocks only, and not to others", async () => {
  const { salon } = open;
  const anna = await signedInMember(open, "staff");
  const own = await create();
  const bens = await create({ staff_id: salon.ben });
  expect((await anna("PATCH", `/blocks/${bens.id}`, { label: "x" })).status).toBe(404);
  const given = await anna("PATCH", `/blocks/${own.id}`, { staff_id: salon.ben });
  expect([given.status, given.body.details.fields[0].path]).toEqual([422, "/staff_id"]);
  expect((await anna("PATCH", `/blocks/${own.id}`, { starts_at: at("12:30") })).status).toBe(200);
});

test("deleting the rest of a series also releases blocks that were moved to another staff member", async () => {
  const { salon, call } = open;
  const { created } = await create({ every_days: 1, occurrences: 3 });
  await update(created[1].id, { staff_id: salon.ben });
  expect((await call("DELETE", `/blocks/${created[0].id}?following=1`)).status).toBe(200);
  expect((await open.book(at("12:00", "2027-03-09"), salon.cut, salon.ben)).status).toBe(201);
});
