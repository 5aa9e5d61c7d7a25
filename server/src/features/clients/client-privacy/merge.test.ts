import { beforeAll, describe, expect, test, vi } from "vitest";
import { emittedBy } from "../../../../test/fixtures/calendarChanges.ts";
import { money } from "../../../../test/fixtures/checkoutApp.ts";
import { FIELDS } from "../../../../test/fixtures/formFixture.ts";
import { type PrivacyApp, privacyApp } from "../../../../test/fixtures/privacyApp.ts";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { newId } from "../../../kernel/ids.ts";
import { mergeClients } from "./index.ts";

vi.setConfig({ testTimeout: 60_000 });

/** The number of rounds of concurrent merges and writes. */
const ROUNDS = isFullRun ? 10 : 3;

let app: PrivacyApp;
/** Sends requests as a user with the role `staff`, who can read only their own clients. */
let anna: MemberCall;
beforeAll(async () => {
  app = await privacyApp();
  anna = await signedInMember(app, "staff");
});

const merge = (into: string, from: string, headers?: Record<string, string>) =>
  app.owner("POST", `/clients/${into}/merge`, { from_client_id: from }, headers);
const client = async (id: string) => (await app.call("GET", `/clients/${id}`)).body.data;
const exportOf = async (id: string) => (await app.owner("GET", `/clients/${id}/export`)).body.data;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

let week = 0;
/** Returns 09:00 UTC on a different Monday for each call. */
const monday = () => new Date(Date.UTC(2028, 0, 3, 9) + 7 * 86_400_000 * week++).toISOString();
const bookFor = (client_id: string, at = monday()) =>
  app.book(at, app.salon.cut, app.salon.anna, { client_id });

describe("POST /clients/{id}/merge", () => {
  test("moves all records to the remaining client, and no operation finds the other one", async () => {
    const [into, from] = [
      await app.richClient("Rosmarin", "15177552211"),
      await app.richClient("Thymian", "15177552212"),
    ];
    const series = await app.call("POST", "/appointments/recurring", {
      location_id: app.salon.locationId,
      client_id: from.clientId,
      starts_at: "2035-01-01T09:00:00Z",
      items: [{ service_id: app.salon.cut, staff_id: app.salon.anna }],
      every_weeks: 1,
      occurrences: 3,
    });
    expect(series.status, JSON.stringify(series.body)).toBe(200);
    const [one, other] = [await exportOf(into.clientId), await exportOf(from.clientId)];
    const answer = await merge(into.clientId, from.clientId);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe(`"${answer.body.data.version}"`);
    expect(answer.body.data).toEqual(await client(into.clientId));

    const both = await exportOf(into.clientId);
    for (const part of ["appointments", "sales", "payments", "wallet", "forms", "photos", "mails"] as const) {
      expect(idsOf(both[part]), part).toEqual(idsOf([...one[part], ...other[part]]));
      expect(idsOf(both[part]).length, part).toBeGreaterThan(1);
    }
    expect(both.promotions).toHaveLength(2);
    expect(both.merged_client_ids).toEqual([from.clientId]);
    // The merge changes only client_id, version and updated_at of an appointment.
    for (const was of other.appointments) {
      const is = both.appointments.find(({ id }: { id: string }) => id === was.id);
      const { client_id, version } = is;
      expect(is).toEqual({ ...was, client_id, version, updated_at: is.updated_at });
      expect([client_id, version]).toEqual([into.clientId, was.version + 1]);
    }
    expect(
      both.appointments.filter(({ series_id }: { series_id: string }) => series_id !== null),
    ).toHaveLength(3);
    const form = (await app.call("GET", `/clients/${into.clientId}/forms`)).body.data.items;
    expect(idsOf(form)).toEqual([into.formId, from.formId].sort());
    const wallet = (await app.call("GET", `/clients/${into.clientId}/wallet`)).body.data;
    expect(
      [wallet.packages, wallet.membership_credits, wallet.gift_cards].map((held) => held.length),
    ).toEqual([2, 2, 2]);

    const unknown = newId();
    for (const path of ["", "/appointments", "/forms", "/photos", "/wallet", "/export"]) {
      const [gone, never] = [
        await app.owner("GET", `/clients/${from.clientId}${path}`),
        await app.owner("GET", `/clients/${unknown}${path}`),
      ];
      expect([gone.status, gone.text], path).toEqual([404, never.text]);
    }
    expect(idsOf((await app.call("GET", "/clients?q=thymian")).body.data.items)).not.toContain(from.clientId);
    // An appointment that the merge moved can still be rescheduled and paid.
    const moved = series.body.data.created[0].id;
    expect((await app.call("PATCH", `/appointments/${moved}/schedule`, { starts_at: monday() })).status).toBe(
      200,
    );
    const paid = { method: "package", amount: money(4500), reference: wallet.packages[1].id };
    const sold = await app.owner("POST", "/sales", {
      location_id: app.salon.locationId,
      appointment_id: moved,
      payments: [paid],
    });
    expect(sold, sold.text).toMatchObject({
      status: 201,
      body: { data: { status: "completed", client_id: into.clientId } },
    });
  });

  test("fills empty fields from the other client and keeps the others of the remaining one", async () => {
    const fields = await Promise.all(
      ["Drinks", "Reads", "Hears"].map((label) =>
        app.owner("POST", "/client-fields", { label, type: "text" }),
      ),
    );
    const [drinks = "", reads = "", hears = ""] = fields.map(({ body }) => body.data.id);
    const later = app.clock.now() + 60_000;
    const from = await app.addClient({
      first_name: "Ann",
      last_name: "Berg",
      email: "ann@example.com",
      phone_e164: "+491771",
      alert: "Nuts",
      custom_fields: { [drinks]: "Tea", [reads]: "Novels" },
      patch_test_at: "2027-02-01",
      online_booking_blocked: true,
    });
    app.clock.set(later);
    const into = await app.addClient({
      first_name: "Anna",
      phone_e164: "+491772",
      alert: "Latex",
      custom_fields: { [drinks]: "Coffee", [hears]: "Jazz" },
      patch_test_at: "2027-01-01",
    });
    const before = await client(into);
    const events = await emittedBy(app, () => merge(into, from));
    const after = await client(into);
    expect(after).toEqual({
      ...before,
      last_name: "Berg",
      email: "ann@example.com",
      alert: "Latex; Nuts",
      custom_fields: { [drinks]: "Coffee", [reads]: "Novels", [hears]: "Jazz" },
      patch_test_at: "2027-02-01",
      online_booking_blocked_at: "2027-03-01T06:00:00Z",
      version: 2,
      updated_at: "2027-03-01T06:01:00Z",
    });
    expect(idsOf((await app.call("GET", "/clients?q=berg")).body.data.items)).toContain(into);
    app.clock.set(later - 60_000);

    expect(events.map(({ type }) => type)).toEqual(["client.updated", "client.updated"]);
    const [updated, deleted] = events.map(({ body_full }) => JSON.parse(body_full ?? ""));
    expect(updated.data).toEqual(after);
    expect(updated.changed).toEqual([
      "last_name",
      "email",
      "alert",
      "online_booking_blocked_at",
      "patch_test_at",
      "custom_fields",
    ]);
    expect(deleted.data).toEqual({ id: from, deleted_at: "2027-03-01T06:01:00Z", merged_into_id: into });
    expect(JSON.parse(events[1]?.body_ids ?? "").data).toEqual(deleted.data);
  });

  test("emits only the deletion when the remaining client does not change", async () => {
    const [into, from] = [
      await app.addClient({ first_name: "Same" }),
      await app.addClient({ first_name: "Else" }),
    ];
    const appointment = (await bookFor(from)).body.data;
    const before = await client(into);
    const events = await emittedBy(app, () => merge(into, from));
    const after = await client(into);
    expect(after).toEqual({
      ...before,
      next_visit_at: appointment.starts_at.replace("10:00:00+01:00", "09:00:00Z"),
    });
    expect(events.map(({ body_ids }) => JSON.parse(body_ids).data)).toEqual([
      { id: from, deleted_at: "2027-03-01T06:00:00Z", merged_into_id: into },
    ]);
  });

  test("emits identifiers only for a business with webhook_payload ids_only", async () => {
    const spa = await testApp({ beside: app, type: "med_spa" });
    const [into, from] = [await spa.addClient({}), await spa.addClient({ last_name: "Zitrone" })];
    const owner = await signedInMember(spa, "owner");
    const events = await emittedBy(spa, () =>
      owner("POST", `/clients/${into}/merge`, { from_client_id: from }),
    );
    expect(events.map(({ body_full, body_ids }) => [body_full, JSON.parse(body_ids).data])).toEqual([
      [null, { id: into }],
      [null, { id: from, deleted_at: "2027-03-01T06:00:00Z", merged_into_id: into }],
    ]);
  });

  test("joins both alerts, and answers 422 when they are too long together", async () => {
    const alerts = async (one: string | null, other: string | null) => {
      const [into, from] = [await app.addClient({ alert: one }), await app.addClient({ alert: other })];
      const answer = await merge(into, from);
      return answer.status === 200 ? answer.body.data.alert : fieldsIn(answer);
    };
    expect(await alerts("Nuts", null)).toBe("Nuts");
    expect(await alerts(null, "Nuts")).toBe("Nuts");
    expect(await alerts("Nuts", "Nuts")).toBe("Nuts");
    expect(await alerts("Nuts; latex", "latex; Nuts; wool")).toBe("Nuts; latex; wool");
    // The text of one alert contains the text of the other, but their meanings differ.
    expect(await alerts("Coconuts", "nuts")).toBe("Coconuts; nuts");
    expect(await alerts("Wool", "No wool, no latex")).toBe("Wool; No wool, no latex");
    const [hundred, rest] = ["ä".repeat(100), "ö".repeat(98)];
    expect(await alerts(hundred, rest)).toBe(`${hundred}; ${rest}`);
    expect(await alerts(hundred, `${rest}!`)).toEqual([422, "/from_client_id"]);
  });

  test("gives a staff member who created the merged client access to the remaining one", async () => {
    const from = (await anna("POST", "/clients", { first_name: "Mine" })).body.data.id;
    const into = await app.addClient({ first_name: "Yours" });
    expect((await anna("GET", `/clients/${into}`)).status).toBe(404);
    expect((await merge(into, from)).status).toBe(200);
    expect((await anna("GET", `/clients/${into}`)).status).toBe(200);
  });
});

describe("a refused merge", () => {
  test("answers 403 to reception, staff and API keys", async () => {
    const [into, from] = [await app.addClient({}), await app.addClient({})];
    for (const member of [anna, await signedInMember(app, "reception")])
      expect((await member("POST", `/clients/${into}/merge`, { from_client_id: from })).status).toBe(403);
    const key = await app.call("POST", `/clients/${into}/merge`, { from_client_id: from });
    expect(key).toMatchObject({ status: 403, body: { code: "forbidden_role" } });
    const manager = await signedInMember(app, "manager");
    expect((await manager("POST", `/clients/${into}/merge`, { from_client_id: from })).status).toBe(200);
  });

  test("answers 404, 422 or 412 for unknown, equal and stale clients", async () => {
    const [into, from, gone] = [await app.addClient({}), await app.addClient({}), await app.addClient({})];
    await app.call("DELETE", `/clients/${gone}`);
    const other = await testApp({ beside: app });
    for (const id of [newId(), gone, other.salon.clientId, "x"]) {
      expect((await merge(id, from)).status, id).toBe(404);
      expect(fieldsIn(await merge(into, id)), id).toEqual([422, "/from_client_id"]);
    }
    expect(fieldsIn(await merge(into, into))).toEqual([422, "/from_client_id"]);
    expect(fieldsIn(await merge(into, into.toUpperCase()))).toEqual([422, "/from_client_id"]);
    expect(await merge(into, from, { "if-match": '"2"' })).toMatchObject({
      status: 412,
      body: { code: "version_mismatch", details: { version: 1 } },
    });
    expect((await app.owner("POST", `/clients/${into}/merge`, {})).status).toBe(422);
    expect((await client(from)).version).toBe(1);
    expect((await merge(into, from.toUpperCase(), { "if-match": '"1"' })).status).toBe(200);
    expect(fieldsIn(await merge(into, from))).toEqual([422, "/from_client_id"]);
  });

  test("replays the response for the same idempotency key", async () => {
    const [into, from] = [await app.addClient({}), await app.addClient({ last_name: "Once" })];
    const headers = { "idempotency-key": "merge" };
    const first = await merge(into, from, headers);
    expect(await merge(into, from, headers)).toMatchObject({ status: 200, text: first.text });
  });
});

describe("a merge and concurrent requests for the same clients", () => {
  const inside = <T>(work: Parameters<typeof app.database.transaction<T>>[0]) =>
    app.database.transaction(work);
  /** Merges two clients. Before the commit, starts a request that waits for the locks of the merge. */
  async function meanwhile<T>(into: string, from: string, start: () => Promise<T>): Promise<T> {
    let started: Promise<T> | undefined;
    const { businessId } = app.salon;
    await inside(async (tx) => {
      const now = app.clock.now();
      await mergeClients(tx, { businessId, clientId: into, fromClientId: from, ifMatch: null, now });
      started ??= start();
      await untilTransactionWaits(app.connectionString);
    });
    return started as Promise<T>;
  }
  const appointmentsOf = async (id: string) =>
    idsOf((await app.call("GET", `/clients/${id}/appointments`)).body.data.items);

  test("a booking for the merged client waits and answers 422", async () => {
    const [into, from] = [await app.addClient({}), await app.addClient({})];
    expect(refusedFields(await meanwhile(into, from, () => bookFor(from)))).toEqual(["/client_id"]);
    expect(await appointmentsOf(into)).toEqual([]);
  });

  test("a change of an appointment waits and applies to the remaining client", async () => {
    const [into, from] = [await app.addClient({}), await app.addClient({})];
    const [one, two] = [(await bookFor(from)).body.data, (await bookFor(from)).body.data];
    const at = monday();
    const moved = await meanwhile(into, from, () =>
      app.call("PATCH", `/appointments/${one.id}/schedule`, { starts_at: at }),
    );
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(moved.body.data).toMatchObject({ client_id: into, version: 3 });
    const last = await app.addClient({});
    const sold = await meanwhile(last, into, () =>
      app.owner("POST", "/sales", {
        location_id: app.salon.locationId,
        appointment_id: two.id,
        payments: [{ method: "cash", amount: money(4500) }],
      }),
    );
    expect(sold, sold.text).toMatchObject({
      status: 201,
      body: { data: { client_id: last, status: "completed" } },
    });
  });

  test("a forms link and a form submission wait and apply to the remaining client", async () => {
    const formsOf = async (id: string) =>
      (await app.call("GET", `/clients/${id}/forms?status=pending,completed`)).body.data.items;
    const [into, from, last] = [await app.addClient({}), await app.addClient({}), await app.addClient({})];
    const appointment = await app.forms.appointment({ client_id: from });
    const link = await meanwhile(into, from, () => app.forms.link(appointment.id));
    expect(idsOf(await formsOf(into))).toEqual(idsOf(link.forms));
    const answers = [{ field_id: FIELDS.allergies.id, value: "None" }];
    const form = { form_id: link.forms[0]?.id, answers, signer_name: "Ada" };
    const sent = await meanwhile(last, into, () => app.forms.submit(link.token, form));
    expect(sent.status, sent.text).toBe(200);
    expect(await formsOf(last)).toMatchObject([{ status: "completed", signer_name: "Ada" }]);
  });

  test("a payment waits, and the entitlement is in the wallet of the remaining client", async () => {
    const [into, from] = [await app.addClient({}), await app.addClient({})];
    const offers = (await app.owner("GET", "/packages")).body.data.items;
    const lines = [{ kind: "package", package_id: offers[0].id }];
    const sale = await app.owner("POST", "/sales", {
      location_id: app.salon.locationId,
      client_id: from,
      lines,
    });
    expect(sale.status, sale.text).toBe(201);
    const { id, total } = sale.body.data;
    const paid = await meanwhile(into, from, () =>
      app.owner("POST", `/sales/${id}/payments`, { method: "cash", amount: total }),
    );
    expect(paid.status, paid.text).toBe(201);
    expect((await app.owner("GET", `/sales/${id}`)).body.data).toMatchObject({
      status: "completed",
      client_id: into,
    });
    expect((await app.call("GET", `/clients/${into}/wallet`)).body.data.packages).toHaveLength(1);
  });

  test("of two merges in opposite directions one succeeds and the other answers 404", async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await app.addClient({}), await app.addClient({})];
      const appointments = [(await bookFor(a)).body.data.id, (await bookFor(b)).body.data.id];
      const [one, other] = await Promise.all([merge(a, b), merge(b, a)]);
      expect([one.status, other.status].sort()).toEqual([200, 404]);
      const winner = one.status === 200 ? a : b;
      expect(await appointmentsOf(winner)).toEqual(appointments.sort());
    }
  });

  test("concurrent merges and writes lose no appointment, sale or payment", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids: string[] = [];
      for (let nth = 0; nth < 4; nth++) ids.push(await app.addClient({ first_name: `Many ${round}` }));
      const [a = "", b = "", c = "", d = ""] = ids;
      const appointments = await Promise.all(ids.map(async (id) => (await bookFor(id)).body.data.id));
      const oil = { kind: "product", description: "Oil", unit_price: money(1000) };
      const open = await app.owner("POST", "/sales", {
        location_id: app.salon.locationId,
        client_id: b,
        lines: [oil],
      });
      const answers = await Promise.all([
        merge(a, b),
        merge(b, c),
        merge(c, a),
        merge(d, a),
        bookFor(a),
        bookFor(b),
        app.owner("POST", `/sales/${open.body.data.id}/payments`, { method: "cash", amount: money(1000) }),
        app.call("PATCH", `/appointments/${appointments[1]}/schedule`, { starts_at: monday() }),
        app.owner("POST", "/sales", {
          location_id: app.salon.locationId,
          appointment_id: appointments[2],
          payments: [{ method: "cash", amount: money(4500) }],
        }),
        app.call("PATCH", `/clients/${c}`, { last_name: "Changed" }),
        app.call("PATCH", `/appointments/${appointments[3]}/note`, { internal_note: "Seen" }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(Math.max(...statuses), JSON.stringify(statuses)).toBeLessThan(500);
      expect(statuses[6], JSON.stringify(answers[6]?.body)).toBe(201);
      expect(statuses.slice(7, 9), JSON.stringify([answers[7]?.body, answers[8]?.body])).toEqual([200, 201]);
      expect(statuses[10]).toBe(200);
      const booked = answers.slice(4, 6).filter(({ status }) => status === 201);
      const found: string[] = [];
      const alive: string[] = [];
      for (const id of ids) {
        const read = await app.call("GET", `/clients/${id}`);
        if (read.status !== 200) continue;
        alive.push(id);
        found.push(...(await appointmentsOf(id)));
      }
      expect(found.sort()).toEqual([...appointments, ...booked.map(({ body }) => body.data.id)].sort());
      const sale = (await app.owner("GET", `/sales/${open.body.data.id}`)).body.data;
      const payment = (await app.owner("GET", `/payments/${sale.payment_ids[0]}`)).body.data;
      expect(sale.status).toBe("completed");
      expect(alive).toContain(sale.client_id);
      expect(payment.client_id).toBe(sale.client_id);
    }
  });
});
