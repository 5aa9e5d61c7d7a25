import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConnectorApp,
  causeEveryEvent,
  connectorApp,
  limitedServer,
  serverWithoutDatabase,
} from "../test/connectorApp.ts";
import { readDefinition } from "../write.ts";
import { type Credentials, runNode, searchList, triggerNode, type Values } from "./test/engine.ts";

const definition = readDefinition();

let open: ConnectorApp;
let medSpa: ConnectorApp;
let credentials: Credentials;
beforeAll(async () => {
  open = await connectorApp();
  medSpa = await connectorApp({ type: "med_spa", beside: open });
  credentials = { address: `${open.address}/`, apiKey: open.salon.key };
});
afterAll(async () => {
  await medSpa.close();
  await open.close();
});

const byId = (value: string) => ({ __rl: true, mode: "id", value });

/** Runs an operation with the values of its required and optional form fields. */
function run(
  operation: string,
  parameters: Values,
  additionalFields: Values = {},
  at = credentials,
): Promise<Values[]> {
  const { group } = definition.operations.find(({ key }) => key === operation) ?? {};
  return runNode(
    { resource: group, operation, limit: 50, returnAll: false, ...parameters, additionalFields },
    at,
  );
}

test("the lists offer the records that the SDK lists", async () => {
  const { sdk, path, salon } = open;
  const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
  const values = async (key: string) =>
    (await searchList(key, credentials)).results.map(({ value }: { value: string }) => value);
  expect(await values("locations")).toEqual(ids((await sdk.locations.list({ path })).items));
  expect(await values("services")).toEqual(ids((await sdk.services.list({ path })).items));
  expect(await values("staff")).toEqual(ids((await sdk.staff.listMembers({ path })).items));
  const found = { results: [{ name: "Zoë Müller", value: salon.clientId }], paginationToken: undefined };
  expect(await searchList("clients", credentials, "mull")).toEqual(found);
  expect((await searchList("clients", credentials, "nobody")).results).toEqual([]);
});

test("the operations book, move, annotate and cancel an appointment, and each returns the stored record", async () => {
  const { salon, sdk, path } = open;
  const stored = (id: string) => sdk.appointments.get({ path: { ...path, appointment: id } });
  const values = [
    { service_id: byId(salon.cut), staff_id: byId(salon.anna) },
    { service_id: byId(salon.massage), staff_id: byId(salon.ben) },
  ];
  const place = { location_id: byId(salon.locationId), client_id: byId(salon.clientId), items: { values } };
  const [booked] = await run("book_appointment", { ...place, starts_at: "2027-03-02T09:00:00+01:00" });
  const appointment = String(booked?.id);
  expect(booked).toEqual(await stored(appointment));
  const [moved] = await run("reschedule_appointment", {
    appointment,
    starts_at: "2027-03-02T10:00:00+01:00",
  });
  expect(moved).toEqual(await stored(appointment));
  const [noted] = await run("set_appointment_note", { appointment, internal_note: "Window seat" });
  expect(noted).toMatchObject({ internal_note: "Window seat" });
  const more = { reason: "Ill", notify_client: false };
  const [cancelled] = await run("change_appointment_status", { appointment, to: "cancelled" }, more);
  expect(cancelled).toMatchObject({ status: "cancelled", status_reason: "Ill" });
  expect(await run("get_appointment", { appointment })).toEqual([await stored(appointment)]);

  const times = { starts_at: "2027-03-03T09:00:00Z", ends_at: "2027-03-03T10:00:00Z" };
  const place2 = { location_id: byId(salon.locationId), ...times };
  const [block] = await run("create_block", place2, { staff_id: byId(salon.anna) });
  const query = { location_id: salon.locationId, from: "2027-03-03T00:00:00Z", to: "2027-03-04T00:00:00Z" };
  expect((await sdk.blocks.list({ path, query })).items.map(({ id }) => id)).toEqual([block?.id]);
});

test("searches return what the SDK reads, over several pages", async () => {
  const { salon, sdk, path } = open;
  for (let number = 0; number < 105; number += 1)
    await open.addClient({ first_name: "Paula", last_name: `Page ${number}` });
  const all = [];
  for await (const one of sdk.each("/businesses/{business}/clients", { path, query: { q: "paula" } }))
    all.push(one);
  expect(await run("find_clients", { q: "paula", returnAll: true })).toEqual(all);
  expect(await run("find_clients", { q: "paula" })).toEqual(all.slice(0, 50));
  const [client] = await run(
    "create_client",
    { first_name: "Ada" },
    { email: "ada@example.com", last_name: "" },
  );
  expect(await run("get_client", { client: byId(String(client?.id)) })).toEqual([client]);

  const booking = {
    location_id: salon.locationId,
    client_id: salon.clientId,
    starts_at: "2027-03-04T09:00:00+01:00",
  };
  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  await sdk.appointments.book({ path, body: { ...booking, items } });
  const window = { from: "2027-03-04T00:00:00Z", to: "2027-03-05T00:00:00Z" };
  const query = { location_id: salon.locationId, ...window };
  const { items: listed } = await sdk.appointments.list({ path, query });
  const place = { location_id: byId(salon.locationId), ...window };
  expect(await run("find_appointments", place, { status: ["booked", "arrived"] })).toEqual(listed);
  const service_ids = [salon.cut, salon.massage];
  const { slots } = await sdk.availability.find({ path, query: { ...query, service_ids } });
  expect(
    await run("find_free_slots", { ...place, service_ids: service_ids.join(), returnAll: true }),
  ).toEqual(slots);
});

test.each<[string, () => ConnectorApp]>([
  ["full", () => open],
  ["ids_only", () => medSpa],
])("the trigger receives all eleven events in the form %s", async (form, which) => {
  const salon = which();
  const own = { address: salon.address, apiKey: salon.salon.key };
  const events = definition.triggers.map(({ event }) => event);
  const trigger = triggerNode(events, `${salon.platform.url}/n8n`, own);
  expect(await trigger.checkExists()).toBe(false);
  expect(await trigger.create()).toBe(true);
  expect(await trigger.checkExists()).toBe(true);
  await salon.received();
  const before = salon.platform.requests.length;
  await causeEveryEvent(salon);
  await salon.received();
  const deliveries = salon.platform.requests.slice(before);
  expect(new Set(deliveries.map(({ body }) => JSON.parse(body).type))).toEqual(new Set(events));
  const shapes: Record<string, string[][]> = {};
  for (const { headers, body } of deliveries) {
    const { status, output } = await trigger.receive(headers, body);
    expect(status).toBe(200);
    expect(output).toEqual([JSON.parse(body)]);
    const { type, data } = JSON.parse(body);
    shapes[type] = [...(shapes[type] ?? []), Object.keys(data).sort()];
  }
  for (const { event, samples } of definition.triggers) {
    const sample = samples[form as "full" | "ids_only"] as { data?: object };
    expect(shapes[event], event).toContainEqual(Object.keys(sample.data ?? {}).sort());
  }
  const [first] = deliveries;
  if (first === undefined) throw new Error("There are no deliveries.");
  expect((await trigger.receive(first.headers, first.body)).output).toEqual([]);
  const changed = await trigger.receive(first.headers, first.body.replace("id", "ID"));
  expect(changed).toEqual({ status: 401, output: [] });
  expect((await trigger.receive({}, first.body)).status).toBe(401);

  const paid = deliveries
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === "payment.succeeded").data;
  const payment = await salon.sdk.payments.get({ path: { ...salon.path, payment: paid.id } });
  expect(await run("get_payment", { payment: byId(paid.id) }, {}, own)).toEqual([payment]);
  const sale = await salon.sdk.sales.get({ path: { ...salon.path, sale: paid.sale_id } });
  expect(await run("get_sale", { sale: paid.sale_id }, {}, own)).toEqual([sale]);

  expect(await trigger.delete()).toBe(true);
  expect(await trigger.delete()).toBe(true);
  expect((await salon.sdk.webhooks.listEndpoints({ path: salon.path })).items).toEqual([]);
});

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error: Error) => error.message,
  );

test("every error message is one sentence", async () => {
  const { salon } = open;
  const read = (apiKey: string) =>
    run("get_client", { client: byId(salon.clientId) }, {}, { ...credentials, apiKey });
  expect(await messageOf(read("dbk_wrong"))).toBe(
    "Daybook does not accept the API key. Create a new key in Daybook and update this connection.",
  );
  expect(await messageOf(read(await open.keyWith("services:read")))).toBe(
    "The API key may not do this: it needs clients:read. Create a key with this scope and update the connection.",
  );
  expect(await messageOf(run("get_client", { client: byId(salon.locationId) }))).toBe(
    "Daybook has no such record. Check the ids that this step uses.",
  );
  const items = { values: [{ service_id: byId(salon.cut), staff_id: byId(salon.anna) }] };
  const place = { location_id: byId(salon.locationId), client_id: byId(salon.clientId), items };
  const booking = { ...place, starts_at: "2027-03-05T09:00:00+01:00" };
  await run("book_appointment", booking);
  expect(await messageOf(run("book_appointment", booking))).toMatch(
    /^The time is taken\. The next free starts are 2027-03-05T\S+, 2027-03-05T\S+, 2027-03-05T\S+$/,
  );
  expect(await messageOf(run("create_client", { first_name: "Ada" }, { email: "ada" }))).toBe(
    "Daybook refused the input: /email must be an e-mail address",
  );
  const wrong = { ...credentials, address: "book.example.com" };
  expect(await messageOf(run("get_client", { client: byId(salon.clientId) }, {}, wrong))).toBe(
    "The address must look like https://book.example.com.",
  );
});

test("too many requests, and a database that cannot be reached, are one sentence", async () => {
  const limited = await limitedServer(2);
  const { salon, address } = limited;
  const at = { address, apiKey: salon.key };
  await run("get_client", { client: byId(salon.clientId) }, {}, at);
  expect(await messageOf(run("get_client", { client: byId(salon.clientId) }, {}, at))).toMatch(
    /^Daybook received too many requests with this API key\. Try again in \d+ seconds\.$/,
  );
  await limited.close();
  const stranded = await serverWithoutDatabase();
  const away = { address: stranded.address, apiKey: open.salon.key };
  expect(await messageOf(run("get_client", { client: byId(open.salon.clientId) }, {}, away))).toBe(
    "Daybook is temporarily unavailable. Try again in a minute.",
  );
  await stranded.close();
});
