import { expect, test } from "vitest";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

/** The ids of the appointments on one Monday, by the names that the tests give to the appointments. */
const idOfName = new Map<string, string>();
const open = await testApp();
const { salon, book, call, clock } = open;
const other = await open.addClient({ first_name: "Otto" });
const add = async (name: string, time: string, staffId: string, more = {}) => {
  clock.set(clock.now() + 60_000);
  idOfName.set(name, (await book(`2027-03-08T${time}:00+01:00`, salon.cut, staffId, more)).body.data.id);
};
await add("early", "09:00", salon.anna);
await add("beside", "09:00", salon.ben, { client_id: other });
await add("requested", "10:00", salon.anna, { status: "requested" });
await add("late", "11:00", salon.ben);
await add("next day", "23:30", salon.anna);
clock.set(clock.now() + 60_000);
await call("POST", `/appointments/${idOfName.get("late")}/transitions`, { to: "cancelled" });

const DAY = { from: "2027-03-08T00:00:00+01:00", to: "2027-03-09T00:00:00+01:00" };
function list(query: Record<string, string>) {
  const search = new URLSearchParams({ location_id: open.salon.locationId, ...DAY, ...query });
  return open.call("GET", `/appointments?${search}`);
}
const nameOf = (id: string) => [...idOfName].find(([, known]) => known === id)?.[0];
const names = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.data.items.map(({ id }: { id: string }) => nameOf(id));

test("lists every state of a window by start, then id, as GET shows each", async () => {
  const answer = await list({});
  expect(names(answer)).toEqual(["early", "beside", "requested", "late", "next day"]);
  expect(answer.body.data.next_cursor).toBeNull();
  const one = await open.call("GET", `/appointments/${idOfName.get("late")}`);
  expect(answer.body.data.items[3]).toEqual(one.body.data);
});

test("lists appointments that overlap the window: an end at its start does not count, a start before it does", async () => {
  const window = (from: string, to: string) =>
    list({ from: `2027-03-08T${from}+01:00`, to: `2027-03-08T${to}+01:00` });
  expect(names(await window("09:45:00", "10:00:00"))).toEqual([]);
  expect(names(await window("09:44:59.999", "10:00:00"))).toEqual(["early", "beside"]);
  expect(names(await window("09:45:00", "10:00:00.001"))).toEqual(["requested"]);
  expect(names(await list({ from: "2027-03-09T00:00:00+01:00", to: "2027-03-09T00:01:00+01:00" }))).toEqual([
    "next day",
  ]);
});

test("filters by staff member, client, states and last change, each alone and together", async () => {
  const { anna, ben, clientId } = open.salon;
  expect(names(await list({ staff_id: ben }))).toEqual(["beside", "late"]);
  expect(names(await list({ staff_id: anna.toUpperCase() }))).toEqual(["early", "requested", "next day"]);
  expect(names(await list({ client_id: clientId, staff_id: ben }))).toEqual(["late"]);
  expect(names(await list({ status: "requested,cancelled" }))).toEqual(["requested", "late"]);
  expect(names(await list({ updated_since: "2027-03-01T06:05:00Z" }))).toEqual(["late", "next day"]);
  expect(names(await list({ updated_since: "2027-03-01T06:06:00.001Z" }))).toEqual([]);
  expect(names(await list({ staff_id: newId() }))).toEqual([]);
  expect(names(await list({ location_id: newId() }))).toEqual([]);
});

test("accepts a space for an unencoded plus of an offset", async () => {
  const { businessId, key, locationId } = open.salon;
  const answer = await open.app.inject({
    url: `/api/v1/businesses/${businessId}/appointments?location_id=${locationId}&from=${DAY.from}&to=${DAY.to}`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.json().data.items).toHaveLength(5);
});

test("pages without gap or repeat, during concurrent bookings", async () => {
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null; pages++) {
    const page = await list({ limit: "2", ...(cursor === "" ? {} : { cursor }) });
    expect(page.body.data.items.length).toBeLessThanOrEqual(2);
    seen.push(...names(page));
    cursor = page.body.data.next_cursor;
    // Books one appointment before and one after the last row that was read.
    const time = ["06:00", "13:00"][pages];
    if (time !== undefined) {
      const { data } = (await open.book(`2027-03-08T${time}:00+01:00`, open.salon.cut, open.salon.ben)).body;
      idOfName.set(`new ${time}`, data.id);
    }
  }
  expect(seen).toEqual(["early", "beside", "requested", "late", "new 13:00", "next day"]);
});

test("takes a cursor with another limit, but of no other query, list or business", async () => {
  const { next_cursor: cursor } = (await list({ limit: "1" })).body.data;
  expect(names(await list({ limit: "1000", cursor }))).toEqual(names(await list({})).slice(1));
  expect(refusedFields(await list({ cursor, staff_id: open.salon.ben }))).toEqual(["/cursor"]);
  const search = new URLSearchParams({ location_id: open.salon.locationId, ...DAY, cursor });
  expect(refusedFields(await open.call("GET", `/blocks?${search}`))).toEqual(["/cursor"]);
  const other = await testApp({ beside: open });
  expect(refusedFields(await other.call("GET", `/appointments?${search}`))).toEqual(["/cursor"]);
  for (const broken of ["x", "e30", `${cursor}x`, `${cursor}`.slice(3), "a".repeat(2001)])
    expect(refusedFields(await list({ cursor: broken }))).toEqual(["/cursor"]);
});

test.each([
  ["no location", { location_id: "" }, ["/location_id"]],
  ["a location that is none", { location_id: "x" }, ["/location_id"]],
  ["a window without an offset", { from: "2027-03-08T00:00:00" }, ["/from"]],
  ["dates for date-times", { from: "2027-03-08", to: "2027-03-09" }, ["/from", "/to"]],
  ["an end before the beginning", { to: "2027-03-01T00:00:00Z" }, ["/to"]],
  ["limit 0", { limit: "0" }, ["/limit"]],
  ["limit 1001", { limit: "1001" }, ["/limit"]],
  ["half a limit", { limit: "1.5" }, ["/limit"]],
  ["a state there is not", { status: "booked,gone" }, ["/status/1"]],
  ["no state", { status: "" }, ["/status"]],
  ["ids that are none", { staff_id: "any", client_id: "x" }, ["/client_id", "/staff_id"]],
  ["a last change without an offset", { updated_since: "2027-03-08T00:00:00" }, ["/updated_since"]],
  ["an unknown parameter", { page: "2" }, ["/page"]],
])("refuses %s", async (_name, query, fields) => {
  expect(refusedFields(await list(query))).toEqual(fields);
});

test("refuses a window that is missing, and a parameter given twice", async () => {
  const location = `location_id=${open.salon.locationId}`;
  expect(refusedFields(await open.call("GET", `/appointments?${location}`))).toEqual(["/from", "/to"]);
  const twice = `${location}&${location}&from=2027-03-08T00:00:00Z&to=2027-03-09T00:00:00Z`;
  expect(refusedFields(await open.call("GET", `/appointments?${twice}`))).toEqual(["/location_id"]);
});
