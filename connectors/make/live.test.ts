import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConnectorApp,
  causeEveryEvent,
  connectorApp,
  limitedServer,
  serverWithoutDatabase,
} from "../test/connectorApp.ts";
import { readDefinition } from "../write.ts";
import { appFiles } from "./app.ts";
import { type Connection, MakeInterpreter } from "./interpreter.ts";

const definition = readDefinition();
const files = appFiles(definition);
const ADDRESS = "https://salon.example";

/** Returns an interpreter whose requests reach the server at the connection's address. */
function makeAt(address: string) {
  const sent: { method: string; url: string }[] = [];
  const make = new MakeInterpreter(files, (url, options) => {
    sent.push({ method: options.method ?? "GET", url: url.slice(ADDRESS.length) });
    return fetch(url.replace(ADDRESS, address), options);
  });
  return { make, sent, connect: (apiKey: string) => make.connect({ address: ADDRESS, apiKey }) };
}

const triggerOf = (group: string) => `watch${group.charAt(0).toUpperCase()}${group.slice(1)}s`;

interface Delivered {
  readonly data: object;
}
const keysOf = (body: Delivered) => [Object.keys(body), Object.keys(body.data).sort()];

let open: ConnectorApp;
let medSpa: ConnectorApp;
let make: MakeInterpreter;
let sent: { method: string; url: string }[];
let connection: Connection;
const run = (name: string, parameters: Record<string, unknown> = {}) =>
  make.run(name, connection, parameters) as Promise<{ id: string }[]>;

beforeAll(async () => {
  open = await connectorApp();
  medSpa = await connectorApp({ type: "med_spa", beside: open });
  const at = makeAt(open.address);
  ({ make, sent } = at);
  connection = await at.connect(open.salon.key);
});
afterAll(async () => {
  await medSpa.close();
  await open.close();
});

test("a connection stores the business of its key and is named after both", () => {
  expect(connection.label).toBe("Salon Lindenhof · Tests");
  expect(connection.values.businessId).toBe(open.salon.businessId);
});

test("the selects offer the records that the SDK lists", async () => {
  const { sdk, path } = open;
  const named = async (list: Promise<{ items: readonly object[] }>, ...names: string[]) =>
    (await list).items.map((item) => {
      const record = item as Record<string, unknown>;
      return { label: names.map((name) => record[name]).join(" "), value: record.id };
    });
  const choices = (name: string, parameters = {}) => make.choices(name, connection, parameters);
  expect(await choices("locations")).toEqual(await named(sdk.locations.list({ path }), "name"));
  expect(await choices("services")).toEqual(await named(sdk.services.list({ path }), "name"));
  expect(await choices("staff")).toEqual(await named(sdk.staff.listMembers({ path }), "display_name"));
  expect(await choices("searchClients", { q: "mull" })).toEqual(
    await named(sdk.clients.list({ path, query: { q: "mull" } }), "first_name", "last_name"),
  );
});

test("the actions book, move, annotate and cancel an appointment, and each returns the stored record", async () => {
  const { salon, sdk, path } = open;
  const stored = (appointment: string) => sdk.appointments.get({ path: { ...path, appointment } });
  const items = [
    { service_id: salon.cut, staff_id: salon.anna },
    { service_id: salon.massage, staff_id: salon.ben },
  ];
  const starts_at = new Date("2027-03-02T09:00:00+01:00");
  const body = { location_id: salon.locationId, client_id: salon.clientId, starts_at, items };
  const [booked] = await run("bookAppointment", body);
  const appointment = booked?.id ?? "";
  expect(booked).toEqual(await stored(appointment));
  expect(booked).toMatchObject({ starts_at: "2027-03-02T09:00:00+01:00", source: "api" });

  const later = new Date("2027-03-02T10:00:00+01:00");
  const [moved] = await run("rescheduleAppointment", { appointment, starts_at: later });
  expect(moved).toMatchObject({ starts_at: "2027-03-02T10:00:00+01:00" });
  const [annotated] = await run("setAppointmentNote", { appointment, internal_note: "Window seat" });
  expect(annotated).toMatchObject({ internal_note: "Window seat" });
  const [cancelled] = await run("changeAppointmentStatus", { appointment, to: "cancelled", reason: "Ill" });
  expect(cancelled).toMatchObject({ status: "cancelled", status_reason: "Ill" });
  expect(cancelled).toEqual(await stored(appointment));
  expect(await run("getAppointment", { appointment })).toEqual([await stored(appointment)]);
});

test("a block is created for a staff member", async () => {
  const { salon, sdk, path } = open;
  const [starts_at, ends_at] = [new Date("2027-03-03T09:00:00Z"), new Date("2027-03-03T10:00:00Z")];
  const staff_id = salon.anna;
  const [block] = await run("createBlock", { location_id: salon.locationId, staff_id, starts_at, ends_at });
  const query = { location_id: salon.locationId, from: "2027-03-03T00:00:00Z", to: "2027-03-04T00:00:00Z" };
  const { items } = await sdk.blocks.list({ path, query });
  expect(items).toEqual([expect.objectContaining({ id: block?.id, staff_id })]);
});

test("searches return what the SDK lists, over several pages, up to the limit", async () => {
  const { salon, sdk, path } = open;
  for (let number = 0; number < 105; number += 1)
    await open.addClient({ first_name: "Paula", last_name: `Page ${number}` });
  sent.length = 0;
  const all = [];
  for await (const one of sdk.each("/businesses/{business}/clients", { path, query: { q: "paula" } }))
    all.push(one);
  expect(await run("findClients", { q: "paula", limit: 200 })).toEqual(all);
  expect(sent).toHaveLength(2);
  expect(await run("findClients", { q: "paula" })).toEqual(all.slice(0, 10));
  expect(await run("getClient", { client: all[0]?.id })).toEqual([all[0]]);

  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  const starts_at = "2027-03-04T09:00:00+01:00";
  const booking = { location_id: salon.locationId, client_id: salon.clientId, starts_at, items };
  await sdk.appointments.book({ path, body: booking });
  const window = { from: new Date("2027-03-04T00:00:00Z"), to: new Date("2027-03-05T00:00:00Z") };
  const query = {
    location_id: salon.locationId,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
  };
  const { items: found } = await sdk.appointments.list({ path, query });
  const where = { location_id: salon.locationId, ...window };
  expect(await run("findAppointments", { ...where, status: ["booked", "arrived"] })).toEqual(found);
  expect(await run("findAppointments", { ...where, status: ["cancelled"] })).toEqual([]);

  const { slots } = await sdk.availability.find({
    path,
    query: { ...query, service_ids: [salon.cut, salon.massage] },
  });
  const free = await run("findFreeSlots", { ...where, service_ids: [salon.cut, salon.massage], limit: 500 });
  expect(free).toEqual(slots);
  expect(slots?.length).toBeGreaterThan(10);
});

test("a created client has the given fields, and no others", async () => {
  const given = { first_name: "Ada", email: "ada@example.com", phone_e164: "+4915112345678" };
  const [created] = await run("createClient", { ...given, patch_test_at: "2027-01-15" });
  const client = created?.id ?? "";
  expect(created).toEqual(await open.sdk.clients.get({ path: { ...open.path, client } }));
  expect(created).toMatchObject({ ...given, patch_test_at: "2027-01-15", last_name: null });
});

test.each([
  ["full", () => open],
  ["ids-only", () => medSpa],
])("triggers deliver all eleven events in the %s form, with the keys of the samples", async (form, which) => {
  const salon = which();
  const own = form === "full" ? connection : await makeAt(salon.address).connect(salon.salon.key);
  const hooks: [string, Record<string, unknown>][] = [];
  for (const group of ["appointment", "client", "payment", "sale"]) {
    const trigger = triggerOf(group);
    const events = definition.triggers.filter((one) => one.group === group).map(({ event }) => event);
    const url = `${salon.platform.url}/${trigger}`;
    hooks.push([trigger, await make.attach(trigger, own, url, { events })]);
  }
  const subscribed = await salon.sdk.webhooks.listEndpoints({ path: salon.path });
  expect(subscribed.items.map(({ source }) => source)).toEqual(["make", "make", "make", "make"]);
  await salon.received();
  await causeEveryEvent(salon);
  const bodies = await salon.received();
  const log = await salon.sdk.events.list({ path: salon.path, query: { order: "newest", limit: 100 } });
  for (const { event, samples, outputs, group } of definition.triggers) {
    const bundles = bodies
      .filter(({ type }) => type === event)
      .map((body) => make.receive(triggerOf(group), body) as Delivered);
    for (const bundle of bundles) expect(log.items).toContainEqual(bundle);
    const sample = samples[form === "full" ? "full" : "ids_only"] as unknown as Delivered;
    expect(bundles.map(keysOf), event).toContainEqual(keysOf(sample));
    expect(outputs.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(sample)));
  }
  // Ids-only deliveries contain no details, so the test reads the details with the searches.
  const paid = bodies.find(({ type }) => type === "payment.succeeded")?.data as {
    id: string;
    sale_id: string;
  };
  const payment = await salon.sdk.payments.get({ path: { ...salon.path, payment: paid.id } });
  expect(await make.run("getPayment", own, { payment: paid.id })).toEqual([payment]);
  const sale = await salon.sdk.sales.get({ path: { ...salon.path, sale: paid.sale_id } });
  expect(await make.run("getSale", own, { sale: paid.sale_id })).toEqual([sale]);

  for (const [trigger, hook] of hooks) await make.detach(trigger, own, hook);
  expect((await salon.sdk.webhooks.listEndpoints({ path: salon.path })).items).toEqual([]);
  await salon.sdk.clients.create({ path: salon.path, body: { first_name: "Late" } });
  expect(await salon.received()).toEqual([]);
});

test("the universal module calls paths below the business", async () => {
  const query = [{ key: "q", value: "mull" }];
  const [answer] = (await run("makeApiCall", { path: "clients", method: "GET", query })) as unknown[];
  const { items } = await open.sdk.clients.list({ path: open.path, query: { q: "mull" } });
  expect(answer).toMatchObject({ statusCode: 200, body: { data: { items } } });
  const body = JSON.stringify({ first_name: "Cora" });
  const [made] = (await run("makeApiCall", { path: "clients", method: "POST", body })) as unknown[];
  expect(made).toMatchObject({ statusCode: 201, body: { data: { first_name: "Cora" } } });
});

test.each(["https://evil.example/", "//evil.example/", "/evil.example/", "../../me"])(
  "the universal module sends nothing to another server for the path %s",
  async (path) => {
    sent.length = 0;
    await run("makeApiCall", { path, method: "GET" }).catch((error) => expect(error.name).toBe("Error"));
    for (const { url } of sent) expect(url).toMatch(/^\/api\/v1\//);
  },
);

test("the key is in no line of the log", async () => {
  await run("getClient", { client: open.salon.clientId });
  expect(make.log.join("\n")).toContain("authorization: ***");
  expect(make.log.join("\n")).not.toContain(open.salon.key);
});

test("every error message is one sentence", async () => {
  const { salon, address } = open;
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => "no error",
      (error) => `${error.type}: ${error.message}`,
    );
  const at = makeAt(address);
  expect(await messageOf(at.connect("dbk_wrong"))).toBe(
    "InvalidAccessTokenError: Daybook does not accept the API key. Create a new key in Daybook and update this connection.",
  );
  const narrow = await at.connect(await open.keyWith("services:read"));
  expect(await messageOf(at.make.run("getClient", narrow, { client: salon.clientId }))).toBe(
    "InvalidConfigurationError: The API key may not do this: it needs clients:read. Create a key with this scope and update the connection.",
  );
  expect(await messageOf(run("getClient", { client: salon.locationId }))).toBe(
    "DataError: Daybook has no such record. Check the ids that this step uses.",
  );
  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  const starts_at = new Date("2027-03-05T09:00:00+01:00");
  const booking = { location_id: salon.locationId, client_id: salon.clientId, starts_at, items };
  await run("bookAppointment", booking);
  expect(await messageOf(run("bookAppointment", booking))).toMatch(
    /^DataError: The time is taken\. The next free starts are 2027-03-05T\S+, 2027-03-05T\S+, 2027-03-05T\S+$/,
  );
  expect(await messageOf(run("createClient", { first_name: "Ada", email: "ada" }))).toBe(
    "DataError: Daybook refused the input: /email must be an e-mail address",
  );
});

test("too many requests, and a database that cannot be reached, are one sentence", async () => {
  const limited = await limitedServer(2);
  const at = makeAt(limited.address);
  const connected = await at.connect(limited.salon.key);
  const read = () => at.make.run("getClient", connected, { client: limited.salon.clientId });
  await read();
  await expect(read()).rejects.toMatchObject({
    type: "RateLimitError",
    message: expect.stringMatching(
      /^Daybook received too many requests with this API key\. Try again in \d+ seconds\.$/,
    ),
  });
  await limited.close();

  const stranded = await serverWithoutDatabase();
  const apart = makeAt(stranded.address);
  await expect(
    apart.make.run("getClient", connection, { client: open.salon.clientId }),
  ).rejects.toMatchObject({
    type: "ConnectionError",
    message: "Daybook is temporarily unavailable. Try again in a minute.",
  });
  await stranded.close();
});
