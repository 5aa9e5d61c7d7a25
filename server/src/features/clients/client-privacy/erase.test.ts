import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { emittedBy } from "../../../../test/fixtures/calendarChanges.ts";
import { money } from "../../../../test/fixtures/checkoutApp.ts";
import { type PrivacyApp, privacyApp } from "../../../../test/fixtures/privacyApp.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { column, type Database, statement } from "../../../platform/database/index.ts";
import { isBlockedContact } from "../clients/blockedContacts.ts";
import { deleteDiscardedBlobs } from "../photos/index.ts";
import { eraseDeletedClients } from "./index.ts";

// Every value of every table is looked at, many times over.
vi.setConfig({ testTimeout: 120_000 });

let house: PrivacyApp;
beforeAll(async () => {
  house = await privacyApp();
});
afterAll(() => house.close());

const WEEK_MS = 7 * 86_400_000;
const erase = (id: string, headers?: Record<string, string>) =>
  house.owner("POST", `/clients/${id}/erase`, undefined, headers);
const eraseDue = () => eraseDeletedClients(house.database, house.clock, house.contactKey);

/** Where what is known of a client lies, by what was written into each field (test/privacyFixture.ts). */
const KNOWN_IN = [
  "appointments.internal_note",
  "appointments.status_reason",
  "audit_log.after",
  "audit_log.before",
  "clients.alert",
  "clients.custom_fields",
  "clients.email",
  "clients.first_name",
  "clients.first_name_sort",
  "clients.last_name",
  "clients.last_name_sort",
  "clients.search_words",
  "emails.body_text",
  "emails.calendar_text",
  "emails.recipient",
  "emails.subject",
  "events.body_full",
  "forms.answers",
  "forms.signature_png",
  "forms.signer_name",
  "idempotency_keys.body",
  "payments.reference",
  "refunds.reason",
];

const deletedCrowd = statement(
  "test_deleted_crowd",
  {},
  `insert into clients (
     business_id, id, first_name, custom_fields, last_name_sort, first_name_sort, search_words, version, created_at, updated_at,
     deleted_at
   )
   select $1, gen_random_uuid(), 'Crowd', '{}', '', 'crowd', '', 1, $3, $3, $3
   from generate_series(1, $2::integer)`,
);
const erasedAt = statement(
  "test_erased_at",
  { erased_at: column.nullable(column.instant) },
  "select erased_at from clients where business_id = $1 and id = $2",
);
async function isErased(id: string) {
  const [row] = await house.database.query(erasedAt, [house.salon.businessId, id]);
  return row?.erased_at != null;
}

describe("of a client who is erased", () => {
  test("nothing is left in any column of any table, nor in any kept picture", async () => {
    const [text, digits] = ["zitronenfalter", "15177553311"];
    const rich = await house.richClient(text, digits);
    expect(await house.columnsWith(text)).toEqual(KNOWN_IN);
    expect(await house.columnsWith(digits)).toEqual([
      "audit_log.after",
      "clients.phone_e164",
      "clients.search_words",
      "events.body_full",
      "idempotency_keys.body",
    ]);
    expect(await house.imageCount(text)).toBe(3);

    const answer = await erase(rich.clientId, { "idempotency-key": "erase" });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { id: rich.clientId, erased_at: "2027-03-01T06:00:00Z" } },
    });
    expect(await house.columnsWith(text)).toEqual([]);
    expect(await house.columnsWith(digits)).toEqual([]);
    await deleteDiscardedBlobs(house.database, house.blobs, house.clock);
    expect(await house.imageCount(text)).toBe(0);
    // And the same request again is answered the same.
    const again = await erase(rich.clientId, { "idempotency-key": "erase" });
    expect([again.status, again.body]).toEqual([200, answer.body]);
  });

  test("visits, sales and payments stay, of nobody; a gift card is good for whoever has its code", async () => {
    const rich = await house.richClient("mandelblatt", "15177553322");
    const [, second, third] = rich.visitIds;
    const total = (await house.owner("GET", `/sales/${rich.saleId}`)).body.data;
    const paid = (await house.owner("GET", `/payments/${rich.paymentId}`)).body.data;
    expect((await erase(rich.clientId)).status).toBe(200);

    for (const id of rich.visitIds) {
      const visit = (await house.call("GET", `/appointments/${id}`)).body.data;
      expect(visit).toMatchObject({ client_id: rich.clientId, internal_note: null, status_reason: null });
      expect(visit.status).toBe("cancelled");
    }
    expect(second).not.toBe(third);
    expect((await house.owner("GET", `/sales/${rich.saleId}`)).body.data).toEqual(total);
    const { refunds, ...payment } = (await house.owner("GET", `/payments/${rich.paymentId}`)).body.data;
    expect(payment).toEqual({
      ...payment,
      client_id: rich.clientId,
      amount: paid.amount,
      refunded: money(500),
    });
    expect(refunds).toMatchObject([{ amount: money(500), reason: null }]);
    for (const path of ["", "/appointments", "/forms", "/photos", "/wallet", "/export"])
      expect((await house.owner("GET", `/clients/${rich.clientId}${path}`)).status, path).toBe(404);

    const bought = await house.owner("POST", "/sales", {
      location_id: house.salon.locationId,
      lines: [{ kind: "product", description: "Oil", unit_price: money(4_000) }],
      payments: [{ method: "gift_card", amount: money(4_000), reference: rich.giftCardCode }],
    });
    expect(bought).toMatchObject({ status: 201, body: { data: { status: "completed" } } });
  });

  test("what is still expected is cancelled, and subscribers are told once of each, with nothing but ids", async () => {
    const id = await house.addClient({ first_name: "Quitte" });
    const visit = await house.forms.visit({ client_id: id });
    const events = await emittedBy(house, () => erase(id));
    expect(events.map(({ type }) => type).sort()).toEqual(["appointment.canceled", "client.updated"]);
    expect(events.every(({ body_full }) => body_full === null)).toBe(true);
    const gone = events.find(({ type }) => type === "client.updated");
    expect(JSON.parse(gone?.body_ids ?? "").data).toEqual({ id, deleted_at: "2027-03-01T06:00:00Z" });
    expect((await house.call("GET", `/appointments/${visit.id}`)).body.data.status).toBe("cancelled");
  });

  test("a request that told of them does nothing when it is sent again, and tells nothing", async () => {
    const rich = await house.richClient("kirschkern", "15177553333");
    for (const again of rich.again) expect((await again()).headers["idempotency-replayed"]).toBe("true");
    await erase(rich.clientId);
    for (const again of rich.again) {
      const answer = await again();
      expect(answer.status).toBe(404);
      expect(answer.headers["idempotency-replayed"]).toBe("true");
      expect(answer.headers.etag).toBeUndefined();
    }
    expect((await house.call("GET", "/clients?q=kirschkern")).body.data.items).toEqual([]);
  });

  test("nothing is left of what somebody writes down just now who gives money back", async () => {
    const rich = await house.richClient("ebereschen", "15177553399");
    const holder = new pg.Client({ connectionString: house.connectionString });
    await holder.connect();
    const waiting = async () =>
      (
        await holder.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount;
    // A twin of the refund's request keeps it waiting at its very end, when all it writes is written.
    const { rows } = await holder.query("select user_id from memberships where role = 'owner'");
    await holder.query("begin");
    for (const { user_id } of rows)
      await holder.query(
        `insert into idempotency_keys (partition_id, credential_id, key, request_sha256, status, body, created_at)
         values ($1, $1, 'refund', sha256(''), 200, '', now())`,
        [user_id],
      );
    const refund = { amount: money(100), reason: "Because of ebereschen" };
    const refunding = house.owner("POST", `/payments/${rich.paymentId}/refunds`, refund, {
      "idempotency-key": "refund",
    });
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 10_000);
    let isErased = false;
    const erasing = erase(rich.clientId).finally(() => {
      isErased = true;
    });
    await vi.waitFor(async () => expect(isErased || (await waiting()) === 2).toBe(true), 10_000);
    await holder.query("rollback");
    await holder.end();
    expect((await refunding).status).toBe(201);
    expect((await erasing).status).toBe(200);
    expect(await house.columnsWith("ebereschen")).toEqual([]);
  });

  test("others keep what is theirs", async () => {
    const [gone, stays] = [
      await house.richClient("haselnuss", "15177553344"),
      await house.richClient("walnuss", "15177553355"),
    ];
    const before = (await house.owner("GET", `/clients/${stays.clientId}/export`)).body.data;
    await erase(gone.clientId);
    const after = (await house.owner("GET", `/clients/${stays.clientId}/export`)).body.data;
    expect(after).toEqual(before);
    expect(await house.columnsWith("walnuss")).toEqual(KNOWN_IN);
  });
});

describe("of two files that were made one", () => {
  const merge = async (into: string, from: string) =>
    expect((await house.owner("POST", `/clients/${into}/merge`, { from_client_id: from })).status).toBe(200);

  test("nothing is left of the one that was given up either, nor of one that had become part of that", async () => {
    const texts = ["ringelblume", "kornblume", "sonnenblume"];
    const rich = [];
    for (const [index, text] of texts.entries())
      rich.push((await house.richClient(text, `1517755337${index}`)).clientId);
    const [first = "", second = "", third = ""] = rich;
    await merge(second, third);
    await merge(first, second);
    for (const text of texts) expect((await house.columnsWith(text)).length).toBeGreaterThan(20);
    await erase(first);
    for (const text of texts) expect(await house.columnsWith(text), text).toEqual([]);
    await deleteDiscardedBlobs(house.database, house.blobs, house.clock);
    for (const text of texts) expect(await house.imageCount(text)).toBe(0);
  });

  test("the one that was given up is emptied after 7 days, and what is the other's stays", async () => {
    const start = house.clock.now();
    const [into, from] = [
      await house.richClient("kamille", "15177553380"),
      await house.richClient("schafgarbe", "15177553381"),
    ];
    await merge(into.clientId, from.clientId);
    const before = (await house.owner("GET", `/clients/${into.clientId}/export`)).body.data;
    house.clock.set(start + WEEK_MS);
    expect(await eraseDue()).toBe(1);
    expect(await eraseDue()).toBe(0);
    expect(await isErased(from.clientId)).toBe(true);
    house.clock.set(start);
    const left = await house.columnsWith("schafgarbe");
    // What was taken over.
    expect(left.filter((name) => name.startsWith("clients."))).toEqual([
      "clients.alert",
      "clients.custom_fields",
    ]);
    const { audit_log: _, ...held } = (await house.owner("GET", `/clients/${into.clientId}/export`)).body
      .data;
    expect(held).toEqual({ ...held, ...before, audit_log: undefined });
    await house.call("DELETE", `/clients/${into.clientId}`);
    house.clock.set(start + WEEK_MS);
    expect(await eraseDue()).toBe(1);
    expect(await house.columnsWith("schafgarbe")).toEqual([]);
    house.clock.set(start);
  });
});

describe("an erasure", () => {
  test("is for the owner and managers, and for nobody's but their own clients", async () => {
    const id = await house.addClient({});
    for (const role of ["reception", "staff"] as const) {
      const member = await signedInMember(house, role);
      expect((await member("POST", `/clients/${id}/erase`)).status).toBe(403);
    }
    expect((await house.call("POST", `/clients/${id}/erase`)).status).toBe(403);
    const other = await testApp({ beside: house });
    for (const unknown of [newId(), other.salon.clientId, "x"])
      expect((await erase(unknown)).status).toBe(404);
    expect((await other.call("GET", `/clients/${other.salon.clientId}`)).status).toBe(200);
    expect(await erase(id, { "if-match": '"7"' })).toMatchObject({
      status: 412,
      body: { code: "version_mismatch", details: { version: 1 } },
    });
    const manager = await signedInMember(house, "manager");
    expect((await manager("POST", `/clients/${id}/erase`)).status).toBe(200);
    expect((await erase(id)).status).toBe(404);
  });

  test("is refused by the database itself where something is left", async () => {
    const id = await house.addClient({ first_name: "Left" });
    const lie = statement(
      "test_lie_about_erasure",
      {},
      "update clients set deleted_at = $3, erased_at = $3 where business_id = $1 and id = $2",
    );
    const lying = house.database.query(lie, [house.salon.businessId, id, new Date(house.clock.now())]);
    await expect(lying).rejects.toMatchObject({ constraint: "clients_erased_are_empty" });
  });
});

describe("who was deleted", () => {
  test("is erased seven days later to the minute, by whoever of the workers comes first, once", async () => {
    const start = house.clock.now();
    const rich = await house.richClient("pflaumenmus", "15177553366");
    const living = await house.addClient({ first_name: "Pflaumenmus" });
    await house.call("DELETE", `/clients/${rich.clientId}`);
    house.clock.set(start + WEEK_MS - 1);
    await eraseDue();
    expect(await isErased(rich.clientId)).toBe(false);
    expect(await house.columnsWith("pflaumenmus")).toEqual(KNOWN_IN);
    house.clock.set(start + WEEK_MS);
    const counts = await Promise.all([eraseDue(), eraseDue(), eraseDue()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await isErased(rich.clientId)).toBe(true);
    expect(await eraseDue()).toBe(0);
    await house.call("DELETE", `/clients/${living}`);
    await erase(living);
    expect(await isErased(living)).toBe(false);
    house.clock.set(start + 2 * WEEK_MS);
    expect(await eraseDue()).toBe(1);
    expect(await house.columnsWith("pflaumenmus")).toEqual([]);
    house.clock.set(start);
  });

  test("by the hundreds are all erased, also when the worker is closed in the middle of it", async () => {
    const start = house.clock.now();
    await house.database.query(deletedCrowd, [house.salon.businessId, 205, new Date(start)]);
    house.clock.set(start + WEEK_MS);
    const closing = new AbortController();
    let begun = 0;
    const counting: Database = {
      ...house.database,
      transaction: (work) => {
        if (++begun === 3) closing.abort();
        return house.database.transaction(work);
      },
    };
    expect(await eraseDeletedClients(counting, house.clock, house.contactKey, closing.signal)).toBe(3);
    expect(await eraseDue()).toBe(202);
    house.clock.set(start);
  });
});

describe("somebody who was stopped from booking online", () => {
  const contact = { email: "nina@example.com", phone_e164: "+4915177550001" };
  const blocked = (known: { email?: string; phone_e164?: string }, businessId = house.salon.businessId) =>
    isBlockedContact(
      house.database,
      businessId,
      { email: null, phone_e164: null, ...known },
      house.contactKey,
    );

  test("is known by e-mail or phone after the erasure, in that business alone, and by nothing else", async () => {
    const id = await house.addClient({ first_name: "Nina", ...contact, online_booking_blocked: true });
    expect(await blocked(contact)).toBe(false);
    await erase(id);
    expect(await blocked({ email: "  Nina@Example.COM " })).toBe(true);
    expect(await blocked({ phone_e164: contact.phone_e164 })).toBe(true);
    expect(await blocked({ email: "other@example.com", phone_e164: contact.phone_e164 })).toBe(true);
    expect(await blocked({ email: "other@example.com" })).toBe(false);
    expect(await blocked({})).toBe(false);
    const other = await testApp({ beside: house });
    expect(await blocked(contact, other.salon.businessId)).toBe(false);
    expect(await house.columnsWith("nina@example.com")).toEqual([]);
    expect(await house.columnsWith("15177550001")).toEqual([]);
  });

  test("is known by what a file said that had become part of theirs, and is emptied before them", async () => {
    const start = house.clock.now();
    const other = { email: "pia@example.com", phone_e164: "+4915177550003" };
    const from = await house.addClient({ first_name: "Pia", ...other });
    const into = await house.addClient({ ...other, first_name: "Pia", email: "pia.two@example.com" });
    await house.call("PATCH", `/clients/${into}`, { online_booking_blocked: true });
    const merge = { from_client_id: from };
    expect((await house.owner("POST", `/clients/${into}/merge`, merge)).status).toBe(200);
    house.clock.set(start + WEEK_MS);
    await eraseDue();
    house.clock.set(start);
    expect(await blocked({ email: other.email })).toBe(true);
    expect(await blocked({ email: "pia.two@example.com" })).toBe(false);
    await erase(into);
    expect(await blocked({ email: "pia.two@example.com" })).toBe(true);
  });

  test("is not remembered who was not stopped any more", async () => {
    const mine = { email: "olaf@example.com", phone_e164: "+4915177550002" };
    const id = await house.addClient({ first_name: "Olaf", ...mine, online_booking_blocked: true });
    await house.call("PATCH", `/clients/${id}`, { online_booking_blocked: false });
    await erase(id);
    expect(await blocked(mine)).toBe(false);
  });
});
