import { describe, expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });
const manager = await signedInMember(open, "manager");

const service = (more: object = {}) => ({
  name: "Blow-dry",
  duration_minutes: 30,
  price: { amount: 2500, currency: "EUR" },
  location_ids: [open.salon.locationId],
  staff: [{ staff_id: open.salon.anna }],
  ...more,
});

describe("a service", () => {
  test("is created, updated and archived; its appointments keep it", async () => {
    const made = await manager("POST", "/services", service());
    const { id } = made.body.data;
    expect([made.status, made.body.data]).toMatchObject([201, { name: "Blow-dry", initial_minutes: 30 }]);
    const appointment = (await open.book("2027-03-02T10:00:00+01:00", id)).body.data;
    const changed = await manager("PATCH", `/services/${id}`, { name: "Blow-out" });
    expect([changed.status, changed.body.data]).toMatchObject([200, { id, name: "Blow-out" }]);
    const gone = await manager("DELETE", `/services/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    expect((await open.call("GET", `/services/${id}`)).body.data.active).toBe(false);
    const { items } = (await open.call("GET", "/services")).body.data;
    expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
    const kept = (await open.call("GET", `/appointments/${appointment.id}`)).body.data;
    expect([kept.status, kept.items[0].service_name]).toEqual(["booked", "Blow-dry"]);
    expect((await open.book("2027-03-03T10:00:00+01:00", id)).status).toBe(422);
    const back = await manager("PATCH", `/services/${id}`, { active: true });
    expect([back.status, back.body.data.active]).toEqual([200, true]);
  });

  test("bookings use the new hours at once", async () => {
    const { id } = (await manager("POST", "/services", service())).body.data;
    expect((await open.book("2027-03-04T10:00:00+01:00", id)).body.data.items[0].duration_minutes).toBe(30);
    await manager("PATCH", `/services/${id}`, { duration_minutes: 50 });
    expect((await open.book("2027-03-04T12:00:00+01:00", id)).body.data.items[0].duration_minutes).toBe(50);
  });

  test("is created once for a repeated idempotency key", async () => {
    const headers = { "idempotency-key": "one-service" };
    const [first, again] = [
      await manager("POST", "/services", service(), headers),
      await manager("POST", "/services", service(), headers),
    ];
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
  });

  test("refuses invalid values by field", async () => {
    const wrong: [object, string[]][] = [
      [{ staff: [{ staff_id: newId() }] }, ["/staff/0/staff_id"]],
      [{ location_ids: [newId()] }, ["/location_ids/0"]],
      [{ category_id: newId() }, ["/category_id"]],
      [{ duration_minutes: -30 }, ["/duration_minutes"]],
      [{ price: { amount: -1, currency: "EUR" } }, ["/price/amount"]],
      [{ price: { amount: 1, currency: "USD" } }, ["/price/currency"]],
      [{ name: "" }, ["/name"]],
    ];
    for (const [more, paths] of wrong) {
      expect(fieldsIn(await manager("POST", "/services", service(more)))).toEqual([422, ...paths]);
      expect(fieldsIn(await manager("PATCH", `/services/${open.salon.cut}`, more))).toEqual([422, ...paths]);
    }
    for (const method of ["PATCH", "DELETE"] as const)
      expect(
        (await manager(method, `/services/${newId()}`, method === "PATCH" ? {} : undefined)).status,
      ).toBe(404);
  });
});

describe("a category", () => {
  test("is created, updated and archived; its services stay without a category", async () => {
    const made = await manager("POST", "/service-categories", { name: "Hair" });
    const { id } = made.body.data;
    expect([made.status, made.body.data]).toMatchObject([201, { name: "Hair", description: null }]);
    const { id: serviceId } = (await manager("POST", "/services", service({ category_id: id }))).body.data;
    const changed = await manager("PATCH", `/service-categories/${id}`, { name: "HAIR", position: 7 });
    expect([changed.status, changed.body.data]).toMatchObject([200, { id, name: "HAIR", position: 7 }]);
    const gone = await manager("DELETE", `/service-categories/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    expect((await open.call("GET", `/services/${serviceId}`)).body.data).toMatchObject({
      category_id: null,
      active: true,
    });
    expect((await manager("DELETE", `/service-categories/${id}`)).status).toBe(404);
    expect((await manager("PATCH", `/service-categories/${id}`, { name: "Again" })).status).toBe(404);
  });

  test("with the name of another one is refused, also concurrently", async () => {
    const { id } = (await manager("POST", "/service-categories", { name: "Nails" })).body.data;
    expect(fieldsIn(await manager("POST", "/service-categories", { name: "nAILS" }))).toEqual([422, "/name"]);
    const other = (await manager("POST", "/service-categories", { name: "Feet" })).body.data;
    const renamed = await manager("PATCH", `/service-categories/${other.id}`, { name: "Nails" });
    expect(fieldsIn(renamed)).toEqual([422, "/name"]);
    expect((await manager("PATCH", `/service-categories/${id}`, { name: "Nails" })).status).toBe(200);
    const twins = await Promise.all(
      [1, 2, 3].map(() => manager("POST", "/service-categories", { name: "Twins" })),
    );
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
});

describe("changing services", () => {
  test("is for the owner and managers", async () => {
    const { id } = (await manager("POST", "/service-categories", { name: "Guarded" })).body.data;
    const { cut } = open.salon;
    const calls: ["POST" | "PATCH" | "DELETE", string, object?][] = [
      ["POST", "/services", service()],
      ["PATCH", `/services/${cut}`, { name: "Mine" }],
      ["DELETE", `/services/${cut}`],
      ["POST", "/service-categories", { name: "Mine" }],
      ["PATCH", `/service-categories/${id}`, { name: "Mine" }],
      ["DELETE", `/service-categories/${id}`],
    ];
    const others = [await signedInMember(open, "reception"), await signedInMember(open, "staff"), open.call];
    for (const [method, path, body] of calls)
      for (const call of others) {
        const refused = await call(method, path, body);
        expect([refused.status, refused.body.code]).toEqual([403, "forbidden_role"]);
      }
    expect((await (await signedInMember(open, "owner"))("PATCH", `/services/${cut}`, {})).status).toBe(200);
    expect((await open.call("GET", `/services/${cut}`)).body.data).toMatchObject({
      name: "Cut",
      active: true,
    });
  });

  test("of another business answers like an unknown one", async () => {
    const { salon } = await testApp({ beside: open });
    const answers = await Promise.all(
      [salon.cut, newId(), "cut"].map((id) => manager("PATCH", `/services/${id}`, { name: "Mine" })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const lent = await manager("POST", "/services", service({ staff: [{ staff_id: salon.anna }] }));
    expect(fieldsIn(lent)).toEqual([422, "/staff/0/staff_id"]);
  });
});
