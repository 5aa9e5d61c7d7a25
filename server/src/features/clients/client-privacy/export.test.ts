import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { privacyApp } from "../../../../test/fixtures/privacyApp.ts";
import { cardOf } from "../../../../test/fixtures/savedCard.ts";
import { signedIn } from "../../../../test/fixtures/signedIn.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { column, type Reader, statement } from "../../../platform/database/index.ts";
import { addMembership } from "../../access/accounts/index.ts";
import { NO_PHOTO_STORAGE, type PhotoStorage } from "../photos/index.ts";
import { exportClient } from "./exportClient.ts";
import { exportJson } from "./exportJson.ts";

vi.setConfig({ testTimeout: 60_000 });

const open = await privacyApp();

/** Copies an appointment `count` times, three copies per day. */
const copyAppointment = (businessId: string, appointmentId: string, count: number) =>
  sql(open.database)`
    with copy as (
      insert into appointments (
        business_id, id, location_id, client_id, status, starts_at, ends_at, starts_local, tz_version, source, total_amount,
        currency, version, created_at, updated_at
      )
      select business_id, gen_random_uuid(), location_id, client_id, 'completed', starts_at - interval '1 day' * (nth / 3),
        ends_at - interval '1 day' * (nth / 3), starts_local, tz_version, source, total_amount, currency, 1, created_at, updated_at
      from appointments, generate_series(1, ${count}) as nth
      where business_id = ${businessId}
        and id = ${appointmentId}
      returning *
    )
    insert into appointment_items (
      business_id, appointment_id, id, position, service_id, service_name, staff_id, resource_ids, starts_at, ends_at, starts_on,
      initial_minutes, processing_minutes, finishing_minutes, buffer_before_minutes, buffer_after_minutes, price_amount, takes_time
    )
    select item.business_id, copy.id, gen_random_uuid(), item.position, item.service_id, item.service_name, item.staff_id,
      item.resource_ids, copy.starts_at, copy.ends_at, item.starts_on, item.initial_minutes, item.processing_minutes,
      item.finishing_minutes, item.buffer_before_minutes, item.buffer_after_minutes, item.price_amount, true
    from copy
    join appointment_items as item on item.business_id = ${businessId} and item.appointment_id = ${appointmentId}`;

const exported = (id: string) => open.owner("GET", `/clients/${id}/export`);

/** For each table that references clients, the part of the export that contains its rows. */
const PART_OF: Readonly<Record<string, string>> = {
  appointments: "appointments",
  audit_log: "audit_log",
  client_notes: "notes",
  clients: "client",
  event_bodies: "events",
  events: "events",
  forms: "forms",
  import_rows: "imports",
  emails: "mails",
  payments: "payments",
  photos: "photos",
  sales: "sales",
  saved_cards: "saved_cards",
  entitlements: "wallet",
  waitlist_entries: "waitlist",
};
/** Tables that reference clients and are not exported, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  changes: "ids of changed records, deleted after an hour",
};

test("the export covers every table that references clients", async () => {
  const client = await connectedClient(open.connectionString);
  const { rows } = await client.query<{ name: string }>(
    `select distinct table_name::text as name
     from information_schema.columns
     where table_schema = 'public'
       and (column_name ~ 'client_id$' or table_name = 'clients')
     order by name`,
  );
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(PART_OF), ...Object.keys(LEFT_OUT)].sort());
  const rich = await open.richClient("Salbei", "15177551111");
  await cardOf({ ...open, salon: { ...open.salon, clientId: rich.clientId } }, rich.appointmentIds[0] ?? "");
  const { data } = (await exported(rich.clientId)).body;
  for (const [table, part] of Object.entries(PART_OF))
    expect(Array.isArray(data[part]) ? data[part].length : 1, table).toBeGreaterThan(0);
});

test("the export contains every record of a client, with answers to archived fields", async () => {
  const text = "Lavendel";
  const rich = await open.richClient(text, "15177551112");
  await open.owner("DELETE", `/client-fields/${rich.fieldId}`);
  const { data } = (await exported(rich.clientId)).body;
  const { first_visit_at: _, ...client } = (await open.call("GET", `/clients/${rich.clientId}`)).body.data;
  expect(data.client).toMatchObject(client);
  expect(data.client.custom_fields).toEqual({});
  expect(data.answers).toEqual([
    { field_id: rich.fieldId, label: "Coffee", type: "text", value: `Coffee ${text}`, archived: true },
  ]);
  const listed = (
    await open.call("GET", `/clients/${rich.clientId}/appointments?include=client_confirmed_at`)
  ).body.data.items;
  const shown = data.appointments.map(
    ({ policy_version, ...appointment }: { policy_version: unknown }) => appointment,
  );
  expect(shown).toEqual(listed.reverse());
  expect(data.promotions).toMatchObject([
    { appointment_id: rich.appointmentIds[0], name: "Spring", percent: 20 },
  ]);
  expect(data.sales.map(({ id }: { id: string }) => id)).toContain(rich.saleId);
  expect(data.payments.map(({ reference }: { reference: string }) => reference)).toEqual([
    `Slip ${text}`,
    `Slip ${text}`,
  ]);
  expect(data.payments[1].refunds).toMatchObject([{ reason: `Reason ${text}` }]);
  expect(
    data.wallet.map(({ kind, entries }: { kind: string; entries: unknown }) => [kind, entries]),
  ).toMatchObject([
    ["package", [{ number: 1, cause: "issue", delta: 5, balance_after: 5 }]],
    ["membership", [{ number: 1, cause: "issue", delta: 2, balance_after: 2 }]],
    ["gift_card", [{ number: 1, cause: "issue", delta: 10_000, balance_after: 10_000 }]],
  ]);
  const signed = data.forms.find(({ id }: { id: string }) => id === rich.formId);
  expect(signed).toMatchObject({ signer_name: `Signer ${text}`, answers: [{ value: `Answer ${text}` }] });
  expect(Buffer.from(signed.signature_png, "base64").includes(text)).toBe(true);
  expect(data.photos).toMatchObject([
    { id: rich.photoId, stage: "before", media_type: "image/png", width: 64 },
  ]);
  // The fixture encodes the text as grey pixels.
  const image = await open.app.inject(new URL(data.photos[0].url).pathname);
  expect((await sharp(image.rawPayload).extractChannel(0).raw().toBuffer()).includes(text)).toBe(true);
  expect(data.mails).toContainEqual(
    expect.objectContaining({ id: rich.emailId, recipient: `Mail ${text}`, status: "pending" }),
  );
  expect(data.events[0]).toMatchObject({
    type: "client.created",
    body: { data: { first_name: `First ${text}` } },
  });
  const changed = data.audit_log.find(
    ({ entity, action }: { entity: string; action: string }) => [entity, action].join() === "client,changed",
  );
  expect(changed).toMatchObject({ before: { alert: `Alert ${text}` }, after: { alert: `Anew ${text}` } });
  // Every exported record that the fixture fills contains the marker text.
  const mentions = JSON.stringify(data).split(text).length - 1;
  expect(mentions).toBeGreaterThan(30);
});

test("two exports are identical, and every list is oldest first", async () => {
  const rich = await open.richClient("Dill", "15177551113");
  const [one, again] = [await exported(rich.clientId), await exported(rich.clientId)];
  expect(one.text).toBe(again.text);
  const { data } = one.body;
  for (const part of ["sales", "payments", "forms", "mails", "events", "audit_log"] as const) {
    const moments = data[part].map(({ created_at }: { created_at: string }) => Date.parse(created_at));
    expect(moments, part).toEqual([...moments].sort((a, b) => a - b));
  }
  const starts = data.appointments.map(({ starts_at }: { starts_at: string }) => Date.parse(starts_at));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test("the export contains each of 1,201 appointments once", async () => {
  const id = await open.addClient({ first_name: "Old" });
  const appointment = (
    await open.book("2027-03-01T09:00:00Z", open.salon.cut, open.salon.anna, { client_id: id })
  ).body.data;
  await copyAppointment(open.salon.businessId, appointment.id, 1200);
  const { data } = (await exported(id)).body;
  expect(new Set(data.appointments.map(({ id }: { id: string }) => id)).size).toBe(1201);
  expect(data.appointments).toHaveLength(1201);
});

test("the export of a new client has empty lists", async () => {
  const id = await open.addClient({ first_name: "New" });
  const { data } = (await exported(id)).body;
  const { client, audit_log, events, exported_at, ...rest } = data;
  expect(client).toMatchObject({ id, first_name: "New" });
  expect([events.length, audit_log.length, exported_at]).toEqual([1, 1, "2027-03-01T06:00:00Z"]);
  expect(Object.values(rest).flat()).toEqual([]);
});

test("only an owner or a manager of the client's business may export a client", async () => {
  const id = await open.addClient({});
  const path = `/clients/${id}/export`;
  for (const role of ["reception", "staff"] as const)
    expect((await (await signedInMember(open, role))("GET", path)).status).toBe(403);
  expect((await open.call("GET", path)).body).toMatchObject({ code: "forbidden_role" });
  expect((await (await signedInMember(open, "manager"))("GET", path)).status).toBe(200);
  const other = await testApp({ beside: open });
  for (const unknown of [newId(), other.salon.clientId, "x"])
    expect((await exported(unknown)).status).toBe(404);
});

/**
 * Returns a statement that copies a row of the client `count` times, each with a new id. `changes` is SQL for a JSON object
 * with the changed columns.
 */
const copyRow = (table: string, changes = "'{}'::jsonb") =>
  statement({
    name: `test_export_copy_${table}`,
    params: { businessId: column.id, clientId: column.id, count: column.integer },
    sql: `insert into ${table}
          select (jsonb_populate_record(source, jsonb_build_object('id', gen_random_uuid()) || ${changes})).*
          from ${table} as source, generate_series(1, $count)
          where source.business_id = $businessId
            and source.id = (
              select id
              from ${table}
              where business_id = $businessId
                and client_id = $clientId
              order by id
              limit 1
            )`,
  });
const COPIES = [
  copyRow("sales", `'{"appointment_id": null, "receipt_number": null}'`),
  copyRow("payments"),
  copyRow("photos"),
  copyRow("entitlements", `jsonb_build_object('code_sha256', null)`),
];
/** Applies the promotion of one of the client's appointments to all appointments of the client. */
const applyPromotion = statement({
  name: "test_export_apply_promotion",
  params: { businessId: column.id, clientId: column.id },
  sql: `insert into appointment_promotions
        select (jsonb_populate_record(original, jsonb_build_object('appointment_id', appointment.id))).*
        from appointment_promotions as original
        join appointments as appointment
          on appointment.business_id = original.business_id and appointment.id <> original.appointment_id
        where original.business_id = $businessId
          and appointment.client_id = $clientId
          and original.appointment_id in (
            select id
            from appointments
            where business_id = $businessId
              and client_id = $clientId
          )`,
});
/** Adds `count` entries to the ledger of the client's oldest package. */
const adjustOften = statement({
  name: "test_export_adjust",
  params: { businessId: column.id, clientId: column.id, count: column.integer },
  sql: `insert into wallet_entries
          (business_id, entitlement_id, number, cause, delta, balance_before, balance_after, reason, created_at)
        select business_id, entitlement_id, number + nth, 'adjust', 1, balance_after + nth - 1, balance_after + nth, 'Gift', created_at
        from wallet_entries, generate_series(1, $count) as nth
        where business_id = $businessId
          and entitlement_id = (
            select id
            from entitlements
            where business_id = $businessId
              and client_id = $clientId
              and kind = 'package'
            order by created_at, id
            limit 1
          )`,
});

test("lists of every kind are read in pages, each record once", async () => {
  const count = 230;
  const rich = await open.richClient("Kerbel", "15177551114");
  const of = { businessId: open.salon.businessId, clientId: rich.clientId };
  await open.database.query(adjustOften, { ...of, count });
  for (const copy of COPIES) await open.database.query(copy, { ...of, count });
  const appointmentId = String(rich.appointmentIds[0]);
  await copyAppointment(of.businessId, appointmentId, count);
  await open.database.query(applyPromotion, of);
  const reads: string[] = [];
  const reader: Reader = {
    hasSystemClock: open.database.hasSystemClock,
    query: (sent, values) => {
      reads.push(sent.name);
      return open.database.query(sent, values);
    },
  };
  const parts = await exportClient(reader, NO_PHOTO_STORAGE, of.businessId, of.clientId, open.clock.now());
  const pagesOf = async (part: keyof typeof parts) => {
    const before = reads.length;
    const list = parts[part] as unknown as () => AsyncIterable<Record<string, unknown>[]>;
    const pages = await Array.fromAsync(list());
    expect(Math.max(...pages.map(({ length }) => length)), part).toBeLessThanOrEqual(100);
    expect(reads.length - before, part).toBeGreaterThanOrEqual(4);
    return pages.flat();
  };
  for (const [part, id] of [
    ["promotions", "appointment_id"],
    ["sales", "id"],
    ["payments", "id"],
    ["photos", "id"],
    ["wallet", "id"],
  ] as const) {
    const records = await pagesOf(part);
    expect(records.length, part).toBeGreaterThan(count);
    expect(new Set(records.map((record) => record[id])).size, part).toBe(records.length);
  }
  const { data } = (await exported(rich.clientId)).body;
  expect(data.wallet.length).toBeGreaterThan(count);
  const [ledger] = data.wallet.filter(({ entries }: { entries: unknown[] }) => entries.length > 1);
  expect(ledger.entries.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: count + 1 }, (_, index) => index + 1),
  );
});
const EVENTS = 400;

let large: Promise<string> | undefined;

/** Returns a client with 20 MB of events, which exceeds the size of a connection's buffers. Several tests read this client. */
function clientWithManyEvents(): Promise<string> {
  large ??= createClientWithManyEvents();
  return large;
}

async function createClientWithManyEvents(): Promise<string> {
  const clientId = await open.addClient({ first_name: "Long" });
  const text = "x".repeat(50_000);
  await sql(open.database)`
    with written as (
      insert into events (business_id, id, type, created_at, client_id)
      select ${open.salon.businessId}, gen_random_uuid(), 'client.updated', clock_timestamp(), ${clientId}
      from generate_series(1, ${EVENTS})
      returning business_id, id, client_id
    )
    insert into event_bodies (business_id, id, client_id, has_full, bodies)
    select business_id, id, client_id, true, jsonb_build_object('data', jsonb_build_object('note', ${text}::text))::text || E'\\n{}\\n'
    from written`;
  return clientId;
}

test("an export of 20 MB is sent in chunks: a page of records is read after the caller has received the previous page", async () => {
  const clientId = await clientWithManyEvents();
  const reads: string[] = [];
  const reader: Reader = {
    hasSystemClock: open.database.hasSystemClock,
    query: (sent, values) => {
      reads.push(sent.name);
      return open.database.query(sent, values);
    },
  };
  const photoStorage = {} as PhotoStorage;
  const parts = await exportClient(reader, photoStorage, open.salon.businessId, clientId, open.clock.now());
  const pagesRead = () => reads.filter((name) => name === "events_list_by_clients").length;
  let text = "";
  let largest = 0;
  for await (const chunk of exportJson(async (piece) => piece(), parts)) {
    if (largest === 0) expect(pagesRead()).toBe(1);
    text += chunk;
    largest = Math.max(largest, chunk.length);
  }
  expect(largest).toBeLessThan(200_000);
  expect(pagesRead()).toBeGreaterThanOrEqual(10);
  const events: { id: string }[] = JSON.parse(text).events;
  expect(events.length).toBeGreaterThanOrEqual(EVENTS);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect((await exported(clientId)).body.data.events).toEqual(events);
});

test("a business downloads two exports at once; a third gets 429 until one has ended or its client has left", async () => {
  const clientId = await clientWithManyEvents();
  const address = await open.app.listen({ host: "127.0.0.1", port: 0 });
  const browser = await signedIn(open);
  const { businessId } = open.salon;
  const membership = { userId: browser.userId, businessId, role: "owner", staffId: null, now: 0 } as const;
  await open.database.transaction((tx) => addMembership(tx, membership));
  /** Starts an export and returns the response without reading its body. */
  const begin = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const path = `/api/v1/businesses/${businessId}/clients/${clientId}/export`;
      request(address + path, { headers: { cookie: browser.cookie() }, agent: false }, resolve)
        .once("error", reject)
        .end();
    });
  const [one, two] = [await begin(), await begin()];
  const third = await begin();
  expect([one.statusCode, two.statusCode, third.statusCode]).toEqual([200, 200, 429]);
  expect(await json(third)).toMatchObject({ code: "rate_limited", details: { retry_after: 10 } });
  expect(third.headers["retry-after"]).toBe("10");
  one.destroy();
  const again = await vi.waitUntil(
    async () => {
      const answer = await begin();
      if (answer.statusCode === 200) return answer;
      answer.resume();
      return undefined;
    },
    { timeout: 30_000 },
  );
  for (const answer of [two, again])
    expect(((await json(answer)) as { data: { events: unknown[] } }).data.events.length).toBeGreaterThan(
      EVENTS,
    );
});
