import type { Status } from "@daybook/engine";
import { expect, test } from "vitest";
import { type BusinessWithKey, businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { serverWith } from "../../../../test/fixtures/serverWith.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { insertInto, pick, updateRow } from "../../../platform/database/index.ts";
import { locations } from "../../../tables/business.ts";
import { clients } from "../../../tables/clients.ts";
import { appointments } from "../../../tables/scheduling.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { clientRoutes, createClient, updateClient } from "./index.ts";
import type { ClientInput, ClientRecord } from "./schema.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const HOUR = 3_600_000;
const clock = settableClock(NOW);

const database = await testDatabase({ clock });
const context = { database, clock };
const app = await serverWith(
  context,
  clientRoutes(context, { cancelAppointments: clientAppointments.cancelUpcoming }),
);

function add(salon: BusinessWithKey, client: ClientInput, now = NOW): Promise<ClientRecord> {
  return database.transaction((tx) =>
    createClient(tx, { businessId: salon.businessId, createdBy: null, now, client }),
  );
}

async function list(salon: BusinessWithKey, query: Record<string, string> = {}) {
  const answer = await app.inject({
    url: `/api/v1/businesses/${salon.businessId}/clients`,
    query,
    headers: { authorization: `Bearer ${salon.key}` },
  });
  return { status: answer.statusCode, ...answer.json() };
}
const names = (answer: { data: { items: ClientRecord[] } }) =>
  answer.data.items.map((client) => [client.first_name, client.last_name ?? ""].join(" ").trim());

/** Returns the items of all pages of a list. Calls `between` after each page. */
async function allPages(
  salon: BusinessWithKey,
  query: Record<string, string>,
  between: () => Promise<unknown> = async () => {},
): Promise<ClientRecord[]> {
  const items: ClientRecord[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer = await list(salon, cursor === "" ? query : { ...query, cursor });
    expect(answer.status).toBe(200);
    items.push(...answer.data.items);
    cursor = answer.data.next_cursor;
    await between();
  }
  return items;
}

test("the list is ordered by last name, clients without one first, then first name, then id", async () => {
  const salon = await businessWithApiKey(database);
  const people: [string, string?][] = [
    ["Zoe"],
    ["Bert", "Zimmer"],
    ["Åsa", "Ärmel"],
    ["Cher"],
    ["Eva", "de Vries"],
    ["Anna", "Zimmer"],
    ["Ute", "Arnold"],
    ["Kim", "-"],
    ["Anna", "Zimmer"],
    ["Max", "DAHL"],
  ];
  for (const [first_name, last_name] of people)
    await add(salon, { first_name, ...(last_name === undefined ? {} : { last_name }) });
  const all = await list(salon);
  expect(names(all)).toEqual([
    "Cher",
    "Zoe",
    "Kim -",
    "Åsa Ärmel",
    "Ute Arnold",
    "Max DAHL",
    "Eva de Vries",
    "Anna Zimmer",
    "Anna Zimmer",
    "Bert Zimmer",
  ]);
  expect(all.data.next_cursor).toBeNull();
  const twins = all.data.items.slice(7, 9).map((client: ClientRecord) => client.id);
  expect(twins).toEqual([...twins].sort());
  for (const limit of ["1", "3", "9", "10"]) expect(await allPages(salon, { limit })).toEqual(all.data.items);
});

test("pages neither skip nor repeat a client while clients are created", async () => {
  const salon = await businessWithApiKey(database);
  for (let index = 0; index < 23; index++)
    await add(salon, { first_name: `F${index % 3}`, last_name: `L${String(index % 5)}` });
  const before = (await list(salon)).data.items.map((client: ClientRecord) => client.id);
  let added = 0;
  const seen = await allPages(salon, { limit: "4" }, () =>
    add(salon, { first_name: "New", last_name: `L${added++ % 6}` }),
  );
  const ids = seen.map((client) => client.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => before.includes(id))).toEqual(before);
});

test("with updated_since the list is ordered by update and begins at that instant", async () => {
  const salon = await businessWithApiKey(database);
  const made: ClientRecord[] = [];
  for (let index = 0; index < 6; index++)
    made.push(await add(salon, { first_name: `No. ${index}` }, NOW + Math.floor(index / 2) * 1000));
  const since = (at: number) => allPages(salon, { updated_since: new Date(at).toISOString(), limit: "2" });
  expect((await since(NOW)).map((client) => client.id)).toEqual(made.map((client) => client.id));
  expect(await since(NOW + 1)).toHaveLength(4);
  expect(await since(NOW + 2001)).toHaveLength(0);
  const first = made[0] as ClientRecord;
  await database.transaction((tx) =>
    updateClient(tx, {
      businessId: salon.businessId,
      clientId: first.id,
      now: NOW + 9000,
      ifMatch: null,
      changes: { alert: "x" },
    }),
  );
  expect((await since(NOW + 2000)).map((client) => client.first_name)).toEqual(["No. 4", "No. 5", "No. 0"]);
  const withOffset = await list(salon, { updated_since: "2027-03-29T09:30:02+02:00", q: "No 4" });
  expect(names(withOffset)).toEqual(["No. 4"]);
});

test("no list and no search returns a deleted client", async () => {
  const salon = await businessWithApiKey(database);
  const deleted = await add(salon, { first_name: "Anna" });
  await add(salon, { first_name: "Annette" });
  const remove = updateRow("test_remove_client", clients, pick(clients.columns, "deleted_at"));
  await database.query(remove, { business_id: salon.businessId, id: deleted.id, deleted_at: NOW });
  for (const query of [
    {},
    { q: "ann" },
    { updated_since: "2020-01-01T00:00:00Z" },
    { updated_since: "2020-01-01T00:00:00Z", q: "ann" },
  ])
    expect(names(await list(salon, query as Record<string, string>))).toEqual(["Annette"]);
});

test("a cursor of another query answers 422", async () => {
  const salon = await businessWithApiKey(database);
  for (const first_name of ["Anna", "Anne", "Annika"]) await add(salon, { first_name });
  const { next_cursor: cursor } = (await list(salon, { q: "ann", limit: "1" })).data;
  expect(names(await list(salon, { q: "ann", limit: "5", cursor }))).toEqual(["Anne", "Annika"]);
  const refused: Record<string, string>[] = [
    { cursor },
    { q: "anna", cursor },
    { q: "ann", updated_since: "2027-01-01T00:00:00Z", cursor },
    { q: "ann", cursor: "nonsense" },
    { q: "ann", cursor: "" },
  ];
  for (const query of refused) {
    const answer = await list(salon, query);
    expect(answer).toMatchObject({ status: 422, details: { fields: [{ path: "/cursor" }] } });
  }
});

test.each([
  ["limit", "0"],
  ["limit", "101"],
  ["limit", "ten"],
  ["limit", "1.5"],
  ["updated_since", "2027-01-01"],
  ["updated_since", "2027-01-01T00:00:00"],
  ["q", "a".repeat(201)],
  ["q", "\0"],
  ["name", "anna"],
])("%s=%j is refused", async (parameter, value) => {
  const salon = await businessWithApiKey(database);
  const answer = await list(salon, { [parameter]: value });
  expect(answer).toMatchObject({ status: 422, details: { fields: [{ path: `/${parameter}` }] } });
});

test("counts and times come from the client's appointments", async () => {
  const salon = await businessWithApiKey(database);
  const anna = await add(salon, { first_name: "Anna" });
  await add(salon, { first_name: "Bert" });
  const locationId = newId();
  const made = { business_id: salon.businessId, created_at: NOW, updated_at: NOW };
  await database.query(insertLocation, {
    ...made,
    id: locationId,
    name: "Mitte",
    address: {
      line1: "Lindenallee 7",
      line2: null,
      city: "Berlin",
      region: null,
      postal_code: null,
      country: "DE",
    },
    phone_e164: null,
    email: null,
    time_zone: "Europe/Berlin",
    active: true,
    published_at: null,
    version: 1,
  });
  const appointment = (status: Status, startsAt: number) =>
    database.query(insertAppointment, {
      ...made,
      id: newId(),
      location_id: locationId,
      client_id: anna.id,
      status,
      starts_at: startsAt,
      ends_at: startsAt + HOUR,
      starts_local: new Date(startsAt).toISOString().slice(0, 16).replace("T", " "),
      tz_version: "2026f",
      source: "api",
      total_amount: 0,
      currency: "EUR",
      version: 1,
    });
  await appointment("completed", NOW - 400 * 24 * HOUR);
  await appointment("completed", NOW - 50 * HOUR);
  await appointment("arrived", NOW - HOUR);
  await appointment("no_show", NOW - 500 * 24 * HOUR);
  await appointment("cancelled", NOW + HOUR);
  await appointment("declined", NOW + HOUR);
  await appointment("booked", NOW - 2 * HOUR);
  await appointment("requested", NOW + 30 * HOUR);
  await appointment("booked", NOW + 31 * HOUR);

  const [first, second] = (await list(salon)).data.items;
  expect(first).toEqual({
    ...anna,
    visit_count: 3,
    no_show_count: 1,
    first_visit_at: "2026-02-22T07:30:00Z",
    last_visit_at: "2027-03-29T06:30:00Z",
    next_visit_at: "2027-03-30T13:30:00Z",
  });
  expect(second).toMatchObject({
    visit_count: 0,
    no_show_count: 0,
    first_visit_at: null,
    next_visit_at: null,
  });
  const one = await app.inject({
    url: `/api/v1/businesses/${salon.businessId}/clients/${anna.id}`,
    headers: { authorization: `Bearer ${salon.key}` },
  });
  expect(one.json().data).toEqual(first);

  clock.set(NOW + 30 * HOUR + 1);
  expect((await list(salon)).data.items[0].next_visit_at).toBe("2027-03-30T14:30:00Z");
  clock.set(NOW);
});

const insertLocation = insertInto("test_insert_location", locations);
const insertAppointment = insertInto(
  "test_insert_appointment",
  appointments,
  pick(
    appointments.columns,
    "business_id",
    "id",
    "location_id",
    "client_id",
    "status",
    "starts_at",
    "ends_at",
    "starts_local",
    "tz_version",
    "source",
    "total_amount",
    "currency",
    "version",
    "created_at",
    "updated_at",
  ),
);
