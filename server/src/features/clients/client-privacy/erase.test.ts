import { describe, expect, test, vi } from "vitest";
import { emittedBy } from "../../../../test/fixtures/calendarChanges.ts";
import { money } from "../../../../test/fixtures/checkoutApp.ts";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { privacyApp } from "../../../../test/fixtures/privacyApp.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { whileWatching } from "../../../../test/races/waiting.ts";
import { newId } from "../../../kernel/ids.ts";
import { column, type Database, statement } from "../../../platform/database/index.ts";
import { isBlockedContact } from "../clients/blockedContacts.ts";
import { deleteDiscardedBlobs } from "../photos/index.ts";
import { eraseDeletedClients } from "./index.ts";

// The tests scan all values of all tables several times.
vi.setConfig({ testTimeout: 120_000 });

const open = await privacyApp();

const WEEK_MS = 7 * 86_400_000;
const erase = (id: string, headers?: Record<string, string>) =>
  open.owner("POST", `/clients/${id}/erase`, undefined, headers);
const eraseDue = () => eraseDeletedClients(open.database, open.clock, open.contactKey);

/** The columns that contain the marker text of a client created by `richClient`. */
const MARKED_COLUMNS = [
  "appointments.internal_note",
  "appointments.status_reason",
  "audit_log.after",
  "audit_log.before",
  "client_notes.text",
  "clients.alert",
  "clients.custom_fields",
  "clients.email",
  "clients.first_name",
  "clients.first_name_sort",
  "clients.last_name",
  "clients.last_name_sort",
  "clients.search_words",
  "emails.body_html",
  "emails.body_text",
  "emails.calendar_text",
  "emails.recipient",
  "emails.subject",
  "event_bodies.bodies",
  "forms.answers",
  "forms.signature_png",
  "forms.signer_name",
  "idempotency_keys.body",
  "import_rows.cells",
  "import_rows.external_id",
  "payments.reference",
  "refunds.reason",
  "waitlist_entries.note",
];

const insertDeletedClients = statement({
  name: "test_insert_deleted_clients",
  params: { businessId: column.id, count: column.integer, now: column.instant },
  sql: `insert into clients (
     business_id, id, first_name, custom_fields, last_name_sort, first_name_sort, search_words, version, created_at, updated_at,
     deleted_at
   )
   select $businessId, gen_random_uuid(), 'Many', '{}', '', 'many', '', 1, $now, $now, $now
   from generate_series(1, $count)`,
});

async function isErased(id: string) {
  const [row] = await sql(open.database)<{ erased_at: number | null }>`
    select erased_at from clients where business_id = ${open.salon.businessId} and id = ${id}`;
  return row?.erased_at != null;
}

describe("POST /clients/{id}/erase", () => {
  test("leaves no personal data in any column of any table or in any stored photo", async () => {
    const [text, digits] = ["zitronenfalter", "15177553311"];
    const rich = await open.richClient(text, digits);
    expect(await open.columnsWith(text)).toEqual(MARKED_COLUMNS);
    expect(await open.columnsWith(digits)).toEqual([
      "audit_log.after",
      "clients.phone_e164",
      "clients.search_words",
      "event_bodies.bodies",
      "idempotency_keys.body",
      "import_rows.cells",
    ]);
    expect(await open.imageCount(text)).toBe(3);

    const answer = await erase(rich.clientId, { "idempotency-key": "erase" });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { id: rich.clientId, erased_at: "2027-03-01T06:00:00Z" } },
    });
    expect(await open.columnsWith(text)).toEqual([]);
    expect(await open.columnsWith(digits)).toEqual([]);
    await deleteDiscardedBlobs(open.database, open.blobs, open.clock);
    expect(await open.imageCount(text)).toBe(0);
    const again = await erase(rich.clientId, { "idempotency-key": "erase" });
    expect([again.status, again.body]).toEqual([200, answer.body]);
  });

  test("keeps appointments, sales and payments without personal data, and gift cards stay valid", async () => {
    const rich = await open.richClient("mandelblatt", "15177553322");
    const [, second, third] = rich.appointmentIds;
    const total = (await open.owner("GET", `/sales/${rich.saleId}`)).body.data;
    const paid = (await open.owner("GET", `/payments/${rich.paymentId}`)).body.data;
    expect((await erase(rich.clientId)).status).toBe(200);

    for (const id of rich.appointmentIds) {
      const appointment = (await open.call("GET", `/appointments/${id}`)).body.data;
      expect(appointment).toMatchObject({
        client_id: rich.clientId,
        internal_note: null,
        status_reason: null,
      });
      expect(appointment.status).toBe("cancelled");
    }
    expect(second).not.toBe(third);
    expect((await open.owner("GET", `/sales/${rich.saleId}`)).body.data).toEqual(total);
    const { refunds, ...payment } = (await open.owner("GET", `/payments/${rich.paymentId}`)).body.data;
    expect(payment).toEqual({
      ...payment,
      client_id: rich.clientId,
      amount: paid.amount,
      refunded: money(500),
    });
    expect(refunds).toMatchObject([{ amount: money(500), reason: null }]);
    for (const path of ["", "/appointments", "/forms", "/photos", "/wallet", "/export"])
      expect((await open.owner("GET", `/clients/${rich.clientId}${path}`)).status, path).toBe(404);

    const bought = await open.owner("POST", "/sales", {
      location_id: open.salon.locationId,
      lines: [{ kind: "product", description: "Oil", unit_price: money(4_000) }],
      payments: [{ method: "gift_card", amount: money(4_000), reference: rich.giftCardCode }],
    });
    expect(bought).toMatchObject({ status: 201, body: { data: { status: "completed" } } });
  });

  test("cancels upcoming appointments and emits one event for each change, with identifiers only", async () => {
    const id = await open.addClient({ first_name: "Quitte" });
    const appointment = await open.forms.appointment({ client_id: id });
    const events = await emittedBy(open, () => erase(id));
    expect(events.map(({ type }) => type).sort()).toEqual(["appointment.canceled", "client.updated"]);
    expect(events.every(({ body_full }) => body_full === null)).toBe(true);
    const gone = events.find(({ type }) => type === "client.updated");
    expect(JSON.parse(gone?.body_ids ?? "").data).toEqual({ id, deleted_at: "2027-03-01T06:00:00Z" });
    expect((await open.call("GET", `/appointments/${appointment.id}`)).body.data.status).toBe("cancelled");
  });

  test("replays 404 for earlier requests whose stored responses contained the client's data", async () => {
    const rich = await open.richClient("kirschkern", "15177553333");
    for (const again of rich.again) expect((await again()).headers["idempotency-replayed"]).toBe("true");
    await erase(rich.clientId);
    for (const again of rich.again) {
      const answer = await again();
      expect(answer.status).toBe(404);
      expect(answer.headers["idempotency-replayed"]).toBe("true");
      expect(answer.headers.etag).toBeUndefined();
    }
    expect((await open.call("GET", "/clients?q=kirschkern")).body.data.items).toEqual([]);
  });

  test("leaves nothing of the reason of a refund that is written at the same time", async () => {
    const rich = await open.richClient("ebereschen", "15177553399");
    const holder = await connectedClient(open.connectionString);
    // An uncommitted row with the refund's idempotency key blocks the refund at its last write.
    const { rows } = await holder.query("select user_id from memberships where role = 'owner'");
    await holder.query("begin");
    for (const { user_id } of rows)
      await holder.query(
        `insert into idempotency_keys (partition_id, credential_id, key, request_sha256, status, body, created_at)
         values ($1, $1, 'refund', sha256(''), 200, '', now())`,
        [user_id],
      );
    const refund = { amount: money(100), reason: "Because of ebereschen" };
    const refunding = open.owner("POST", `/payments/${rich.paymentId}/refunds`, refund, {
      "idempotency-key": "refund",
    });
    const erasing = await whileWatching(open.connectionString, async (waiting) => {
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000);
      let isErased = false;
      const answer = erase(rich.clientId).finally(() => {
        isErased = true;
      });
      await vi.waitFor(async () => expect(isErased || (await waiting()) === 2).toBe(true), 60_000);
      return { answer };
    });
    await holder.query("rollback");
    await holder.end();
    expect((await refunding).status).toBe(201);
    expect((await erasing.answer).status).toBe(200);
    expect(await open.columnsWith("ebereschen")).toEqual([]);
  });

  test("keeps the data of other clients", async () => {
    const [gone, stays] = [
      await open.richClient("haselnuss", "15177553344"),
      await open.richClient("walnuss", "15177553355"),
    ];
    const before = (await open.owner("GET", `/clients/${stays.clientId}/export`)).body.data;
    await erase(gone.clientId);
    const after = (await open.owner("GET", `/clients/${stays.clientId}/export`)).body.data;
    expect(after).toEqual(before);
    expect(await open.columnsWith("walnuss")).toEqual(MARKED_COLUMNS);
  });
});

describe("the erasure of merged clients", () => {
  const merge = async (into: string, from: string) =>
    expect((await open.owner("POST", `/clients/${into}/merge`, { from_client_id: from })).status).toBe(200);

  test("leaves nothing of the clients that were merged into the erased one, directly or not", async () => {
    const texts = ["ringelblume", "kornblume", "sonnenblume"];
    const rich = [];
    for (const [index, text] of texts.entries())
      rich.push((await open.richClient(text, `1517755337${index}`)).clientId);
    const [first = "", second = "", third = ""] = rich;
    await merge(second, third);
    await merge(first, second);
    for (const text of texts) expect((await open.columnsWith(text)).length).toBeGreaterThan(20);
    await erase(first);
    for (const text of texts) expect(await open.columnsWith(text), text).toEqual([]);
    await deleteDiscardedBlobs(open.database, open.blobs, open.clock);
    for (const text of texts) expect(await open.imageCount(text)).toBe(0);
  });

  test("erases a merged client after 7 days and keeps the records of the remaining client", async () => {
    const start = open.clock.now();
    const [into, from] = [
      await open.richClient("kamille", "15177553380"),
      await open.richClient("schafgarbe", "15177553381"),
    ];
    await merge(into.clientId, from.clientId);
    const before = (await open.owner("GET", `/clients/${into.clientId}/export`)).body.data;
    open.clock.set(start + WEEK_MS);
    expect(await eraseDue()).toBe(1);
    expect(await eraseDue()).toBe(0);
    expect(await isErased(from.clientId)).toBe(true);
    open.clock.set(start);
    const left = await open.columnsWith("schafgarbe");
    // The merge moved these values to the remaining client.
    expect(left.filter((name) => name.startsWith("clients."))).toEqual([
      "clients.alert",
      "clients.custom_fields",
    ]);
    const { audit_log: _, ...held } = (await open.owner("GET", `/clients/${into.clientId}/export`)).body.data;
    expect(held).toEqual({ ...held, ...before, audit_log: undefined });
    await open.call("DELETE", `/clients/${into.clientId}`);
    open.clock.set(start + WEEK_MS);
    expect(await eraseDue()).toBe(1);
    expect(await open.columnsWith("schafgarbe")).toEqual([]);
    open.clock.set(start);
  });
});

describe("access and constraints", () => {
  test("only an owner or a manager of the client's business may erase a client", async () => {
    const id = await open.addClient({});
    for (const role of ["reception", "staff"] as const) {
      const member = await signedInMember(open, role);
      expect((await member("POST", `/clients/${id}/erase`)).status).toBe(403);
    }
    expect((await open.call("POST", `/clients/${id}/erase`)).status).toBe(403);
    const other = await testApp({ beside: open });
    for (const unknown of [newId(), other.salon.clientId, "x"])
      expect((await erase(unknown)).status).toBe(404);
    expect((await other.call("GET", `/clients/${other.salon.clientId}`)).status).toBe(200);
    expect(await erase(id, { "if-match": '"7"' })).toMatchObject({
      status: 412,
      body: { code: "version_mismatch", details: { version: 1 } },
    });
    const manager = await signedInMember(open, "manager");
    expect((await manager("POST", `/clients/${id}/erase`)).status).toBe(200);
    expect((await erase(id)).status).toBe(404);
  });

  test("a check constraint refuses erased_at on a client row that still holds details", async () => {
    const id = await open.addClient({ first_name: "Left" });
    const setErased = statement({
      name: "test_set_erased",
      params: { businessId: column.id, id: column.id, now: column.instant },
      sql: "update clients set deleted_at = $now, erased_at = $now where business_id = $businessId and id = $id",
    });
    const { businessId } = open.salon;
    const update = open.database.query(setErased, { businessId, id, now: open.clock.now() });
    await expect(update).rejects.toThrow("clients_erased_are_empty");
  });
});

describe("eraseDeletedClients", () => {
  test("erases a client seven days after the deletion, once, when several workers run it", async () => {
    const start = open.clock.now();
    const rich = await open.richClient("pflaumenmus", "15177553366");
    const living = await open.addClient({ first_name: "Pflaumenmus" });
    await open.call("DELETE", `/clients/${rich.clientId}`);
    open.clock.set(start + WEEK_MS - 1);
    await eraseDue();
    expect(await isErased(rich.clientId)).toBe(false);
    expect(await open.columnsWith("pflaumenmus")).toEqual(MARKED_COLUMNS);
    open.clock.set(start + WEEK_MS);
    const counts = await Promise.all([eraseDue(), eraseDue(), eraseDue()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await isErased(rich.clientId)).toBe(true);
    expect(await eraseDue()).toBe(0);
    await open.call("DELETE", `/clients/${living}`);
    await erase(living);
    expect(await isErased(living)).toBe(false);
    open.clock.set(start + 2 * WEEK_MS);
    expect(await eraseDue()).toBe(1);
    expect(await open.columnsWith("pflaumenmus")).toEqual([]);
    open.clock.set(start);
  });

  test("erases several pages of clients, and continues after an abort", async () => {
    const start = open.clock.now();
    await open.database.query(insertDeletedClients, {
      businessId: open.salon.businessId,
      count: 205,
      now: start,
    });
    open.clock.set(start + WEEK_MS);
    const closing = new AbortController();
    let begun = 0;
    const counting: Database = {
      ...open.database,
      transaction: (work) => {
        if (++begun === 3) closing.abort();
        return open.database.transaction(work);
      },
    };
    expect(await eraseDeletedClients(counting, open.clock, open.contactKey, closing.signal)).toBe(3);
    expect(await eraseDue()).toBe(202);
    open.clock.set(start);
  });
});

describe("isBlockedContact after an erasure", () => {
  const contact = { email: "nina@example.com", phone_e164: "+4915177550001" };
  const blocked = (known: { email?: string; phone_e164?: string }, businessId = open.salon.businessId) =>
    isBlockedContact(open.database, businessId, { email: null, phone_e164: null, ...known }, open.contactKey);

  test("finds a blocked client by e-mail or phone, in the same business only", async () => {
    const id = await open.addClient({ first_name: "Nina", ...contact, online_booking_blocked: true });
    expect(await blocked(contact)).toBe(false);
    await erase(id);
    expect(await blocked({ email: "  Nina@Example.COM " })).toBe(true);
    expect(await blocked({ phone_e164: contact.phone_e164 })).toBe(true);
    expect(await blocked({ email: "other@example.com", phone_e164: contact.phone_e164 })).toBe(true);
    expect(await blocked({ email: "other@example.com" })).toBe(false);
    expect(await blocked({})).toBe(false);
    const other = await testApp({ beside: open });
    expect(await blocked(contact, other.salon.businessId)).toBe(false);
    expect(await open.columnsWith("nina@example.com")).toEqual([]);
    expect(await open.columnsWith("15177550001")).toEqual([]);
  });

  test("finds the contacts of a merged client that was erased before the remaining one", async () => {
    const start = open.clock.now();
    const other = { email: "pia@example.com", phone_e164: "+4915177550003" };
    const from = await open.addClient({ first_name: "Pia", ...other });
    const into = await open.addClient({ ...other, first_name: "Pia", email: "pia.two@example.com" });
    await open.call("PATCH", `/clients/${into}`, { online_booking_blocked: true });
    const merge = { from_client_id: from };
    expect((await open.owner("POST", `/clients/${into}/merge`, merge)).status).toBe(200);
    open.clock.set(start + WEEK_MS);
    await eraseDue();
    open.clock.set(start);
    expect(await blocked({ email: other.email })).toBe(true);
    expect(await blocked({ email: "pia.two@example.com" })).toBe(false);
    await erase(into);
    expect(await blocked({ email: "pia.two@example.com" })).toBe(true);
  });

  test("does not find a client whose block was lifted before the erasure", async () => {
    const mine = { email: "olaf@example.com", phone_e164: "+4915177550002" };
    const id = await open.addClient({ first_name: "Olaf", ...mine, online_booking_blocked: true });
    await open.call("PATCH", `/clients/${id}`, { online_booking_blocked: false });
    await erase(id);
    expect(await blocked(mine)).toBe(false);
  });
});
