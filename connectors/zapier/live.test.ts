import { afterAll, beforeAll, expect, test } from "vitest";
import zapier from "zapier-platform-core";
import {
  type ConnectorApp,
  causeEveryEvent,
  connectorApp,
  limitedServer,
  serverWithoutDatabase,
} from "../test/connectorApp.ts";
import { readDefinition } from "../write.ts";
import { definition as generated } from "./definition.js";
import app from "./index.js";
import type { Step } from "./lint.ts";
import { fieldProblems, missingKeys, timeProblems } from "./lintResults.ts";
import { messageOf as shownMessage } from "./test/messageOf.ts";
import { secured } from "./test/secured.ts";

type Bundle = Record<string, unknown>;
type Records = Record<string, unknown>[];

const test_ = zapier.createAppTester(app) as (method: unknown, bundle: Bundle) => Promise<Records>;
const { triggers, creates, searches } = app as unknown as Record<string, Record<string, Step>>;
const definition = readDefinition();

let open: ConnectorApp;
let medSpa: ConnectorApp;
let proxy: Awaited<ReturnType<typeof secured>>;
beforeAll(async () => {
  open = await connectorApp();
  medSpa = await connectorApp({ type: "med_spa", beside: open });
  proxy = await secured(open.address);
});
afterAll(async () => {
  proxy.close();
  await medSpa.close();
  await open.close();
});

const authOf = (key = open.salon.key) => ({ base_url: `${proxy.url}/`, api_key: key });
const inputs = (inputData: Bundle = {}) => ({ authData: authOf(), inputData });
const operationOf = (step: Step | undefined) => step?.operation as unknown as Record<string, unknown>;
const create = (key: string, inputData: Bundle) =>
  test_(operationOf(creates?.[key]).perform, inputs(inputData)) as unknown as Promise<
    Bundle & { id: string }
  >;
const search = (key: string, inputData: Bundle) =>
  test_(operationOf(searches?.[key]).perform, inputs(inputData));
const list = (key: string, more: Bundle = {}) =>
  test_(operationOf(triggers?.[key]).perform, { ...inputs(), ...more });

/**
 * Runs Zapier's checks of a live result. The result must have all keys of the sample, and its values must have the types of the output
 * fields.
 */
function problemsOf(step: Step | undefined, result: unknown, fields: unknown): string[] {
  return [
    ...timeProblems(result, "T003"),
    ...missingKeys(step?.operation.sample, result, "T004"),
    ...fieldProblems(result, fields as { key: string }[], "T005"),
  ];
}

test("a connection is named after its business and its key", async () => {
  const tested = await test_((app.authentication as { test: unknown }).test, inputs());
  expect(tested).toMatchObject({ business_name: "Salon Lindenhof", key_label: "Tests" });
});

test("the dropdowns offer the records that the SDK lists", async () => {
  const { sdk, path, salon } = open;
  const ids = (records: { id?: unknown }[]) => records.map(({ id }) => id);
  expect(ids(await list("locations_list"))).toEqual(ids((await sdk.locations.list({ path })).items));
  expect(ids(await list("services_list"))).toEqual(ids((await sdk.services.list({ path })).items));
  expect(ids(await list("staff_list"))).toEqual(ids((await sdk.staff.listMembers({ path })).items));
  expect(await list("clients_list")).toEqual([
    expect.objectContaining({ id: salon.clientId, name: "Zoë Müller" }),
  ]);
  expect(await list("resources_list")).toEqual([{ id: salon.roomId, name: "Room · Lindenhof" }]);
  for (const each of Object.values(triggers ?? {}).filter(({ display }) => display.hidden))
    for (const record of await list(each.key))
      expect(record).toMatchObject({ id: expect.any(String), name: expect.any(String) });
});

test("the actions book, move, annotate and cancel an appointment, and each returns the stored record", async () => {
  const { salon, sdk, path } = open;
  const stored = (appointment: string) => sdk.appointments.get({ path: { ...path, appointment } });
  const items = [
    { service_id: salon.cut, staff_id: salon.anna },
    { service_id: salon.massage, staff_id: salon.ben },
  ];
  const place = { location_id: salon.locationId, client_id: salon.clientId };
  const steps: [string, Bundle][] = [
    ["reschedule_appointment", { starts_at: "2027-03-02T10:00:00+01:00" }],
    ["set_appointment_note", { internal_note: "Window seat" }],
    ["change_appointment_status", { to: "cancelled", reason: "Ill", notify_client: false }],
  ];
  const booked = await create("book_appointment", {
    ...place,
    starts_at: "2027-03-02T09:00:00+01:00",
    // Includes empty fields and an empty group, as Zapier sends them for inputs that the user leaves empty.
    items: [...items, { service_id: "", staff_id: null }],
    status: "",
    internal_note: null,
  });
  expect(booked).toEqual(await stored(booked.id));
  expect(
    problemsOf(creates?.book_appointment, booked, operationOf(creates?.book_appointment).outputFields),
  ).toEqual([]);
  for (const [key, more] of steps) {
    const changed = await create(key, { appointment: booked.id, ...more });
    expect(changed, key).toEqual(await stored(booked.id));
    expect(problemsOf(creates?.[key], changed, operationOf(creates?.[key]).outputFields), key).toEqual([]);
  }
  expect(await search("get_appointment", { appointment: booked.id })).toEqual([await stored(booked.id)]);
  expect(await search("get_appointment", { appointment: salon.clientId })).toEqual([]);

  const times = { starts_at: "2027-03-03T09:00:00Z", ends_at: "2027-03-03T10:00:00Z" };
  const block = await create("create_block", {
    location_id: salon.locationId,
    staff_id: salon.anna,
    ...times,
  });
  expect(problemsOf(creates?.create_block, block, operationOf(creates?.create_block).outputFields)).toEqual(
    [],
  );
  const query = { location_id: salon.locationId, from: "2027-03-03T00:00:00Z", to: "2027-03-04T00:00:00Z" };
  expect((await sdk.blocks.list({ path, query })).items.map(({ id }) => id)).toEqual([block.id]);
});

test("the searches return what the SDK reads", async () => {
  const { salon, sdk, path } = open;
  const client = await create("create_client", {
    first_name: "Ada",
    email: "ada@example.com",
    last_name: "",
  });
  const [found] = await search("find_clients", { q: "ada" });
  expect(found).toEqual(client);
  expect(await search("get_client", { client: client.id })).toEqual([client]);
  expect(
    problemsOf(searches?.find_clients, client, operationOf(searches?.find_clients).outputFields),
  ).toEqual([]);

  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  const booking = { location_id: salon.locationId, client_id: salon.clientId, items };
  await create("book_appointment", { ...booking, starts_at: "2027-03-04T09:00:00+01:00" });
  const query = { location_id: salon.locationId, from: "2027-03-04T00:00:00Z", to: "2027-03-05T00:00:00Z" };
  const { items: listed } = await sdk.appointments.list({ path, query });
  expect(await search("find_appointments", { ...query, status: ["booked", "arrived"] })).toEqual(listed);
  expect(await search("find_appointments", { ...query, status: ["cancelled"] })).toEqual([]);
  const free = await search("find_free_slots", { ...query, service_ids: [salon.cut, salon.massage] });
  const { slots } = await sdk.availability.find({
    path,
    query: { ...query, service_ids: [salon.cut, salon.massage] },
  });
  expect(free).toEqual(slots?.slice(0, 25));
});

test("a repeated delivery runs a Zap once, and another Zap with the same event too", async () => {
  const perform = operationOf(triggers?.client_created).perform;
  const [event] = definition.triggers.map(({ samples }) => samples.full);
  const deliver = (zap: string) =>
    test_(perform, { authData: authOf(), cleanedRequest: event, meta: { zap: { id: zap } } });
  expect(await deliver("1")).toEqual([event]);
  expect(await deliver("1")).toEqual([]);
  expect(await deliver("2")).toEqual([event]);
});

const forms: [string, () => ConnectorApp][] = [
  ["full", () => open],
  ["ids_only", () => medSpa],
];

test.each(forms)("triggers deliver all eleven events in the form %s", async (form, which) => {
  const salon = which();
  const authData = authOf(salon.salon.key);
  const subscribed: Record<string, Bundle> = {};
  for (const { key } of definition.triggers) {
    const targetUrl = `${salon.platform.url}/${key}`;
    subscribed[key] = (await test_(operationOf(triggers?.[key]).performSubscribe, {
      authData,
      targetUrl,
    })) as unknown as Bundle;
    expect(Object.keys(subscribed[key] ?? {})).toEqual(["id"]);
  }
  const { items } = await salon.sdk.webhooks.listEndpoints({ path: salon.path });
  expect(new Set(items.map(({ source }) => source))).toEqual(new Set(["zapier"]));
  expect(items).toHaveLength(11);
  await salon.received();
  await causeEveryEvent(salon);
  const bodies = await salon.received();
  for (const { key, event, samples } of definition.triggers) {
    const operation = operationOf(triggers?.[key]);
    const delivered = bodies.filter(({ type }) => type === event);
    expect(delivered.length, event).toBeGreaterThan(0);
    const polled = await test_(operation.performList, { authData, inputData: {} });
    const fields = generated.triggers.find((one: Bundle) => one.key === key).outputFields[form];
    expect(await test_((operation.outputFields as unknown[])[0], { authData, inputData: {} }), key).toEqual(
      fields,
    );
    for (const body of delivered) {
      const [result] = await test_(operation.perform, { authData, cleanedRequest: body });
      expect(result).toEqual(body);
      expect(problemsOf(triggers?.[key], result, fields), key).toEqual([]);
      const same = polled.find(({ id }) => id === body.id);
      if (same) expect(same).toEqual(body);
      expect(
        missingKeys(polled[0], body, "T006").filter((one) => !/_at |_id |reason/.test(one)),
        key,
      ).toEqual([]);
    }
    expect(polled.length).toBeGreaterThan(0);
    for (const one of polled) expect(fieldProblems(one, fields, "Z001")).toEqual([]);
    const sample = samples[form as "full" | "ids_only"] as { data: object };
    const shapes = delivered.map(({ data }) => Object.keys(data as object).sort());
    expect(shapes, event).toContainEqual(Object.keys(sample.data).sort());
  }
  // Ids-only deliveries contain no details, so the test reads the details with the searches.
  const paid = bodies.find(({ type }) => type === "payment.succeeded")?.data as {
    id: string;
    sale_id: string;
  };
  const read = (key: string, inputData: Bundle) =>
    test_(operationOf(searches?.[key]).perform, { authData, inputData });
  const payment = await salon.sdk.payments.get({ path: { ...salon.path, payment: paid.id } });
  expect(await read("get_payment", { payment: paid.id })).toEqual([payment]);
  const sale = await salon.sdk.sales.get({ path: { ...salon.path, sale: paid.sale_id } });
  expect(await read("get_sale", { sale: paid.sale_id })).toEqual([sale]);

  for (const { key } of definition.triggers) {
    const off = { authData, subscribeData: subscribed[key] };
    await test_(operationOf(triggers?.[key]).performUnsubscribe, off);
    // Deactivating a Zap a second time must succeed.
    await test_(operationOf(triggers?.[key]).performUnsubscribe, off);
  }
  expect((await salon.sdk.webhooks.listEndpoints({ path: salon.path })).items).toEqual([]);
});

/** Returns the name and message of a Zapier error. */
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error: Error) => `${error.name}: ${shownMessage(error)}`,
  );

test("every error message is one sentence", async () => {
  const { salon } = open;
  const read = operationOf(searches?.get_client).perform;
  const withKey = (key: string) =>
    test_(read, { authData: authOf(key), inputData: { client: salon.clientId } });
  expect(await messageOf(withKey("dbk_wrong"))).toBe(
    "ExpiredAuthError: Daybook does not accept the API key. Create a new key in Daybook and update this connection.",
  );
  expect(await messageOf(withKey(await open.keyWith("services:read")))).toBe(
    "AppError: The API key may not do this: it needs clients:read. Create a key with this scope and update the connection.",
  );
  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  const booking = {
    location_id: salon.locationId,
    client_id: salon.clientId,
    items,
    starts_at: "2027-03-05T09:00:00+01:00",
  };
  await create("book_appointment", booking);
  expect(await messageOf(create("book_appointment", booking))).toMatch(
    /^AppError: The time is taken\. The next free starts are 2027-03-05T\S+, 2027-03-05T\S+, 2027-03-05T\S+$/,
  );
  expect(await messageOf(create("create_client", { first_name: "Ada", email: "ada" }))).toBe(
    "AppError: Daybook refused the input: /email must be an e-mail address",
  );
  expect(
    await messageOf(create("set_appointment_note", { appointment: salon.clientId, internal_note: "x" })),
  ).toBe("AppError: Daybook has no such record. Check the ids that this step uses.");
  const plain = { authData: { ...authOf(), base_url: open.address }, inputData: { client: salon.clientId } };
  expect(await messageOf(test_(read, plain))).toBe(
    "AppError: The address must look like `https://book.example.com`.",
  );
});

test("too many requests, and a database that cannot be reached, are one sentence", async () => {
  const read = operationOf(searches?.get_client).perform;
  const limited = await limitedServer(2);
  const narrow = await secured(limited.address);
  const bundle = (url: string, key: string) => ({
    authData: { base_url: url, api_key: key },
    inputData: { client: limited.salon.clientId },
  });
  await test_(read, bundle(narrow.url, limited.salon.key));
  expect(await messageOf(test_(read, bundle(narrow.url, limited.salon.key)))).toMatch(
    /^ThrottledError: Daybook received too many requests with this API key\. Try again in \d+ seconds\.$/,
  );
  narrow.close();
  await limited.close();
  const stranded = await serverWithoutDatabase();
  const away = await secured(stranded.address);
  expect(await messageOf(test_(read, bundle(away.url, open.salon.key)))).toBe(
    "ThrottledError: Daybook is temporarily unavailable. Try again in a minute.",
  );
  away.close();
  await stranded.close();
});
