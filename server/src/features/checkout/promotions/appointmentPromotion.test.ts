import { beforeAll, describe, expect, test } from "vitest";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { publishedBodies } from "../../../platform/outbox/table.ts";

let open: TestApp;
let manager: MemberCall;
/** Sends requests as Anna's user. */
let staff: MemberCall;
beforeAll(async () => {
  open = await testApp();
  manager = await signedInMember(open, "manager");
  staff = await signedInMember(open, "staff");
});

const euros = (amount: number) => ({ amount, currency: "EUR" });
const promotion = async (terms: object): Promise<string> =>
  (await manager("POST", "/promotions", { name: "Off", ...terms })).body.data.id;
const twenty = (more: object = {}) => promotion({ kind: "percent", percent: 20, ...more });

/** The day of the next appointment. Each appointment is at 10:00 on a different day. */
let day = 0;
async function appointmentOf(...services: string[]) {
  const starts = new Date(Date.UTC(2027, 3, 1 + day++, 8)).toISOString();
  const { salon } = open;
  const booking = bookingOf(
    salon,
    starts,
    services.map((service) => [service, salon.anna]),
  );
  return (await open.call("POST", "/appointments", booking)).body.data;
}

const pathOf = (appointment: { id: string }) => `/appointments/${appointment.id}/promotion`;
const apply = (appointment: { id: string }, promotion_id: unknown, headers?: Record<string, string>) =>
  manager("PUT", pathOf(appointment), { promotion_id }, headers);
const versionOf = async (appointment: { id: string }) =>
  (await open.call("GET", `/appointments/${appointment.id}`)).body.data.version;
const eventsOf = async (appointment: { id: string }) =>
  (
    await sql(open.database)<{ type: string; body_full: string | null }>`
      select type, body_full
      from events join ${publishedBodies} as bodies using (business_id, id)
      where business_id = ${open.salon.businessId}
        and body_full::jsonb -> 'data' ->> 'id' = ${appointment.id}
      order by id`
  ).map(({ type, body_full }) => ({
    type,
    ...JSON.parse(body_full ?? "{}"),
  }));

describe("the promotion of an appointment", () => {
  test("is null at first, then the applied one with its discount", async () => {
    const { cut, colour } = open.salon;
    const appointment = await appointmentOf(cut, colour);
    const none = await open.call("GET", pathOf(appointment));
    expect([none.status, none.body, none.headers.etag]).toEqual([200, { success: true, data: null }, '"1"']);
    const id = await twenty({ code: "SPRING", service_ids: [cut] });
    const applied = await apply(appointment, id);
    const record = {
      id,
      name: "Off",
      code: "SPRING",
      kind: "percent",
      percent: 20,
      amount: null,
      discount: euros(900),
      item_ids: [appointment.items[0].id],
      applied_at: "2027-03-01T06:00:00Z",
    };
    expect([applied.status, applied.body.data, applied.headers.etag]).toEqual([200, record, '"2"']);
    const read = await open.call("GET", pathOf(appointment));
    expect([read.body.data, read.headers.etag]).toEqual([record, '"2"']);
    const removed = await manager("DELETE", pathOf(appointment));
    expect([removed.status, removed.body.data, removed.headers.etag]).toEqual([
      200,
      { id, deleted: true },
      undefined,
    ]);
    expect((await open.call("GET", pathOf(appointment))).body.data).toBeNull();
    expect((await manager("DELETE", pathOf(appointment))).status).toBe(404);
  });

  test("publishes one appointment.updated when it is applied or removed, and none when repeated", async () => {
    const appointment = await appointmentOf(open.salon.cut);
    const id = await twenty();
    open.clock.set(MONDAY_AT + 60_000);
    await apply(appointment, id);
    const after = (await open.call("GET", `/appointments/${appointment.id}`)).body.data;
    expect(after).toEqual({ ...appointment, version: 2, updated_at: "2027-03-01T06:01:00Z" });
    open.clock.set(MONDAY_AT + 120_000);
    const again = await apply(appointment, id.toUpperCase());
    expect([again.status, again.headers.etag, again.body.data.applied_at]).toEqual([
      200,
      '"2"',
      "2027-03-01T06:01:00Z",
    ]);
    await manager("DELETE", pathOf(appointment));
    await manager("DELETE", pathOf(appointment));
    const [created, applied, removed, ...more] = await eventsOf(appointment);
    expect(created?.type).toBe("appointment.created");
    expect(applied).toMatchObject({ type: "appointment.updated", changed: ["promotion"], data: after });
    expect(removed).toMatchObject({
      type: "appointment.updated",
      changed: ["promotion"],
      data: { version: 3 },
    });
    expect(more).toEqual([]);
    open.clock.set(MONDAY_AT);
  });

  test("replaces the earlier one", async () => {
    const { cut, colour } = open.salon;
    const appointment = await appointmentOf(cut, colour);
    await apply(appointment, await twenty());
    const tenner = await promotion({ kind: "amount", amount: euros(1_000) });
    const applied = await apply(appointment, tenner);
    expect(applied.body.data).toMatchObject({
      id: tenner,
      percent: null,
      amount: euros(1_000),
      discount: euros(1_000),
      item_ids: appointment.items.map((item: { id: string }) => item.id),
    });
    expect((await open.call("GET", pathOf(appointment))).body.data).toEqual(applied.body.data);
  });

  test("never exceeds the price of its services, and rounds each item half up", async () => {
    const { cut, colour } = open.salon;
    const most = await promotion({ kind: "amount", amount: euros(100_000), service_ids: [cut] });
    expect((await apply(await appointmentOf(cut, colour), most)).body.data.discount).toEqual(euros(4_500));
    // 33 % of 45.00 is 14.85. 33 % of 0.50 is 16.5 cents, rounded to 17 on each of the two items.
    const cheap = await open.addService({ name: "Fringe", price: euros(50) });
    const third = await promotion({ kind: "percent", percent: 33 });
    expect((await apply(await appointmentOf(cut, cheap, cheap), third)).body.data.discount).toEqual(
      euros(1_519),
    );
  });

  test("keeps the terms it was applied with until it is applied again", async () => {
    const appointment = await appointmentOf(open.salon.cut);
    const id = await twenty();
    const before = (await apply(appointment, id)).body.data;
    await manager("PATCH", `/promotions/${id}`, { name: "Half", percent: 50 });
    expect((await open.call("GET", pathOf(appointment))).body.data).toEqual(before);
    const anew = await apply(appointment, id);
    expect(anew.body.data).toMatchObject({ name: "Half", percent: 50, discount: euros(2_250) });
    expect(anew.headers.etag).toBe('"3"');
    await manager("DELETE", `/promotions/${id}`);
    expect((await open.call("GET", pathOf(appointment))).body.data).toEqual(anew.body.data);
    expect(fieldsIn(await apply(appointment, id))).toEqual([422, "/promotion_id"]);
  });

  test("must be valid on the appointment's local date", async () => {
    const { cut } = open.salon;
    const booked = await open.book("2027-05-31T23:30:00+02:00", cut);
    const appointment = booked.body.data;
    const may = await twenty({ starts_on: "2027-05-31", ends_on: "2027-05-31" });
    for (const wrong of [{ starts_on: "2027-06-01" }, { ends_on: "2027-05-30" }])
      expect(fieldsIn(await apply(appointment, await twenty(wrong)))).toEqual([422, "/promotion_id"]);
    expect((await apply(appointment, may)).status).toBe(200);
    const moved = { starts_at: "2027-06-01T00:30:00+02:00" };
    expect((await open.call("PATCH", `/appointments/${appointment.id}/schedule`, moved)).status).toBe(200);
    expect((await open.call("GET", pathOf(appointment))).body.data.id).toBe(may);
  });

  test("is refused by its field when it is unknown, covers none of the services or is not an id", async () => {
    const { cut, colour } = open.salon;
    const appointment = await appointmentOf(cut);
    const other = await testApp({ beside: open });
    const terms = { name: "Theirs", kind: "percent", percent: 20 };
    const foreign = (await (await signedInMember(other, "owner"))("POST", "/promotions", terms)).body.data.id;
    for (const wrong of [newId(), foreign, await twenty({ service_ids: [colour] }), "spring", null, 1])
      expect(fieldsIn(await apply(appointment, wrong))).toEqual([422, "/promotion_id"]);
    expect(fieldsIn(await manager("PUT", pathOf(appointment), {}))).toEqual([422, "/promotion_id"]);
    expect(await versionOf(appointment)).toBe(1);
  });

  test("is refused when the appointment has changed since it was read", async () => {
    const appointment = await appointmentOf(open.salon.cut);
    const id = await twenty();
    const stale = await apply(appointment, id, { "if-match": '"7"' });
    expect(stale).toMatchObject({ status: 412, body: { code: "version_mismatch", details: { version: 1 } } });
    expect((await apply(appointment, id, { "if-match": '"1"' })).headers.etag).toBe('"2"');
    const late = await manager("DELETE", pathOf(appointment), undefined, { "if-match": '"1"' });
    expect([late.status, late.body.details]).toEqual([412, { version: 2 }]);
    expect((await manager("DELETE", pathOf(appointment), undefined, { "if-match": '"2"' })).status).toBe(200);
  });

  test("can be applied in every status until a sale is completed", async () => {
    const appointment = await appointmentOf(open.salon.cut);
    const id = await twenty();
    for (const to of ["arrived", "completed"]) {
      await open.call("POST", `/appointments/${appointment.id}/transitions`, { to });
      expect((await apply(appointment, id)).status).toBe(200);
      expect((await manager("DELETE", pathOf(appointment))).status).toBe(200);
    }
  });

  test("is discounted in the appointment's sale, and is final once that is completed", async () => {
    const { cut, colour, locationId } = open.salon;
    const appointment = await appointmentOf(cut, colour);
    const id = await twenty({ service_ids: [colour] });
    await apply(appointment, id);
    const sale = { appointment_id: appointment.id, location_id: locationId };
    const opened = await manager("POST", "/sales", sale);
    expect(opened.body.data).toMatchObject({ status: "open", discount: euros(1_800), total: euros(11_700) });
    const paid = { method: "cash", amount: euros(11_700) };
    expect((await manager("POST", `/sales/${opened.body.data.id}/payments`, paid)).status).toBe(201);
    const before = (await open.call("GET", pathOf(appointment))).body.data;
    for (const refused of [
      await apply(appointment, await twenty()),
      await apply(appointment, id),
      await manager("DELETE", pathOf(appointment)),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, "sale_closed"]);
    expect((await open.call("GET", pathOf(appointment))).body.data).toEqual(before);
    const unpaid = await appointmentOf(cut);
    await manager("POST", "/sales", {
      ...sale,
      appointment_id: unpaid.id,
      payments: [{ ...paid, amount: euros(4_500) }],
    });
    expect((await apply(unpaid, await twenty())).body.code).toBe("sale_closed");
  });

  test("is one of two that are applied concurrently, and both publish an event", async () => {
    const appointment = await appointmentOf(open.salon.cut);
    const ids = await Promise.all([twenty(), twenty(), twenty()]);
    const answers = await Promise.all(ids.map((id) => apply(appointment, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ headers }) => headers.etag).sort()).toEqual(['"2"', '"3"', '"4"']);
    const last = answers.find(({ headers }) => headers.etag === '"4"');
    expect((await open.call("GET", pathOf(appointment))).body.data).toEqual(last?.body.data);
    expect(await eventsOf(appointment)).toHaveLength(4);
  });
});

describe("permissions: a promotion of an appointment", () => {
  test("is readable for keys with appointments:read and all roles, in the role staff for own appointments", async () => {
    const { cut, ben } = open.salon;
    const mine = await appointmentOf(cut);
    const theirs = (await open.book("2027-08-02T10:00:00+02:00", cut, ben)).body.data;
    const key = { authorization: `Bearer ${await open.keyWith("appointments:read")}` };
    expect((await open.call("GET", pathOf(mine), undefined, key)).status).toBe(200);
    const other = { authorization: `Bearer ${await open.keyWith("clients:read", "appointments:write")}` };
    expect((await open.call("GET", pathOf(mine), undefined, other)).status).toBe(403);
    expect((await staff("GET", pathOf(mine))).status).toBe(200);
    expect((await staff("GET", pathOf(theirs))).status).toBe(404);
  });

  test("can be applied and removed by all roles, in the role staff for own appointments, and by no API key", async () => {
    const { cut, ben } = open.salon;
    const id = await twenty();
    const theirs = (await open.book("2027-08-03T10:00:00+02:00", cut, ben)).body.data;
    for (const member of [
      await signedInMember(open, "owner"),
      await signedInMember(open, "reception"),
      staff,
    ]) {
      const appointment = await appointmentOf(cut);
      expect((await member("PUT", pathOf(appointment), { promotion_id: id })).status).toBe(200);
      expect((await member("DELETE", pathOf(appointment))).status).toBe(200);
    }
    expect((await staff("PUT", pathOf(theirs), { promotion_id: id })).status).toBe(404);
    await apply(theirs, id);
    expect((await staff("DELETE", pathOf(theirs))).status).toBe(404);
    for (const method of ["PUT", "DELETE"] as const) {
      const body = method === "PUT" ? { promotion_id: id } : undefined;
      const refused = await open.call(method, pathOf(theirs), body);
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden_role"]);
    }
  });

  test("answers 404 for an unknown appointment and for one of another business", async () => {
    const other = await testApp({ beside: open });
    const foreign = (await other.book("2027-08-02T10:00:00+02:00", other.salon.cut)).body.data;
    const promotion_id = await twenty();
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const answers = await Promise.all(
        [foreign.id, newId(), "visit"].map((id) =>
          manager(method, pathOf({ id }), method === "PUT" ? { promotion_id } : undefined),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });
});
