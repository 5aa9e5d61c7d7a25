import { expect, test } from "vitest";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });
const { salon, call } = open;
const add = (who: object, from: string, until: string) =>
  call("POST", "/blocks", {
    location_id: salon.locationId,
    starts_at: from,
    ends_at: until,
    label: from.slice(5, 10),
    ...who,
  });
await add({ staff_id: salon.anna }, "2027-02-20T00:00:00Z", "2027-03-01T07:00:00Z");
await add({ staff_id: salon.anna }, "2027-03-05T12:00:00Z", "2027-03-05T13:00:00Z");
await add({ resource_id: salon.roomId }, "2027-03-06T12:00:00Z", "2027-03-06T13:00:00Z");
await add({ staff_id: salon.ben }, "2027-03-07T12:00:00Z", "2027-03-07T13:00:00Z");
await add({ staff_id: salon.ben }, "2027-04-01T06:00:00Z", "2027-04-01T13:00:00Z");

const list = (query: Record<string, string> = {}) =>
  open.call("GET", `/blocks?${new URLSearchParams(query)}`);
const labels = async (query?: Record<string, string>) =>
  (await list(query)).body.data.items.map((block: { label: string }) => block.label);

test("lists blocks that overlap the next 31 days by default, sorted by start", async () => {
  expect(await labels()).toEqual(["02-20", "03-05", "03-06", "03-07"]);
  expect(await labels({ from: "2027-03-01T07:00:00Z" })).toEqual(["03-05", "03-06", "03-07", "04-01"]);
  expect(await labels({ from: "2027-03-05T13:00:00Z", to: "2027-03-06T12:00:00Z" })).toEqual([]);
  expect(await labels({ from: "2027-03-05T12:59:59Z", to: "2027-03-06T12:00:01Z" })).toEqual([
    "03-05",
    "03-06",
  ]);
});

test("filters by location, staff member and resource", async () => {
  const { locationId, anna, ben, roomId } = open.salon;
  expect(await labels({ location_id: locationId })).toHaveLength(4);
  expect(await labels({ location_id: newId() })).toEqual([]);
  expect(await labels({ staff_id: anna })).toEqual(["02-20", "03-05"]);
  expect(await labels({ resource_id: roomId })).toEqual(["03-06"]);
  expect(await labels({ resource_id: roomId, staff_id: ben })).toEqual([]);
});

test("pages without gap or repeat, by a cursor of this query alone", async () => {
  const one = (await list({ limit: "1" })).body.data;
  const two = (await list({ limit: "2", cursor: one.next_cursor })).body.data;
  const rest = (await list({ limit: "1000", cursor: two.next_cursor })).body.data;
  const all = [...one.items, ...two.items, ...rest.items];
  expect(all.map((block: { label: string }) => block.label)).toEqual(await labels());
  expect(rest.next_cursor).toBeNull();
  expect(refusedFields(await list({ cursor: one.next_cursor, staff_id: open.salon.ben }))).toEqual([
    "/cursor",
  ]);
  const other = await testApp({ beside: open });
  expect(refusedFields(await other.call("GET", `/blocks?cursor=${one.next_cursor}`))).toEqual(["/cursor"]);
});

test.each([
  [{ limit: "0" }, ["/limit"]],
  [{ limit: "1001" }, ["/limit"]],
  [{ location_id: "x", staff_id: "", resource_id: "any" }, ["/location_id", "/resource_id", "/staff_id"]],
  [{ from: "2027-03-05", to: "soon" }, ["/from", "/to"]],
  [{ from: "2027-03-05T00:00:00Z", to: "2027-03-04T00:00:00Z" }, ["/to"]],
  [{ cursor: "x" }, ["/cursor"]],
  [{ following: "1" }, ["/following"]],
])("refuses %o", async (query, fields) => {
  expect(refusedFields(await list(query as Record<string, string>))).toEqual(fields);
});
