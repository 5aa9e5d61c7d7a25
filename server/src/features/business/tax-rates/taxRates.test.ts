import { beforeEach, expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { MONDAY_AT, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp();
const manager = await signedInMember(open, "manager");
const reception = await signedInMember(open, "reception");
beforeEach(() => open.clock.set(MONDAY_AT));

const NOW = "2027-03-01T06:00:00Z";

test("a manager creates, changes and archives tax rates, and every role reads them", async () => {
  const vat = await manager("POST", "/tax-rates", { name: "VAT", percent: 19, included: true });
  expect(vat.status).toBe(201);
  const { id } = vat.body.data;
  const record = { id, name: "VAT", percent: 19, included: true, created_at: NOW, updated_at: NOW };
  expect(vat.body.data).toEqual(record);
  const tax = await manager("POST", "/tax-rates", { name: "Sales tax", percent: 8.875, included: false });
  expect(tax.body.data.percent).toBe(8.875);
  const listed = await reception("GET", "/tax-rates");
  expect(listed.body.data.items).toEqual([record, tax.body.data]);

  open.clock.set(MONDAY_AT + 1000);
  const same = await manager("PATCH", `/tax-rates/${id}`, { percent: 19 });
  expect(same.body.data).toEqual(record);
  const changed = await manager("PATCH", `/tax-rates/${id}`, { percent: 16, name: "VAT 2027" });
  expect(changed.body.data).toMatchObject({ name: "VAT 2027", percent: 16, included: true });
  expect(changed.body.data.updated_at).toBe("2027-03-01T06:00:01Z");

  const archived = await manager("DELETE", `/tax-rates/${id}`);
  expect(archived.body.data).toEqual({ id, deleted: true });
  for (const again of ["PATCH", "DELETE"] as const)
    expect((await manager(again, `/tax-rates/${id}`, again === "PATCH" ? {} : undefined)).status).toBe(404);
  expect((await reception("GET", "/tax-rates")).body.data.items).toEqual([tax.body.data]);
  await manager("DELETE", `/tax-rates/${tax.body.data.id}`);
});

test("refuses a name twice, four decimals, more than 100 %, and other roles", async () => {
  const body = { name: "Reduced", percent: 7, included: true };
  const { id } = (await manager("POST", "/tax-rates", body)).body.data;
  expect(fieldsIn(await manager("POST", "/tax-rates", { ...body, name: "REDUCED" }))).toEqual([422, "/name"]);
  const other = { ...body, name: "Other" };
  for (const percent of [1.2345, 100.001, -1])
    expect(fieldsIn(await manager("POST", "/tax-rates", { ...other, percent }))).toEqual([422, "/percent"]);
  expect((await reception("POST", "/tax-rates", other)).status).toBe(403);
  expect((await reception("PATCH", `/tax-rates/${id}`, { percent: 8 })).status).toBe(403);
  expect((await reception("DELETE", `/tax-rates/${id}`)).status).toBe(403);
  expect((await manager("PATCH", `/tax-rates/${newId()}`, { percent: 8 })).status).toBe(404);
});

test("services, packages and memberships name a rate, and keep one that was archived", async () => {
  const rate = await manager("POST", "/tax-rates", { name: "Kept", percent: 5, included: true });
  const { id } = rate.body.data;
  const service = `/services/${open.salon.cut}`;
  const set = await manager("PATCH", service, { tax_rate_id: id.toUpperCase() });
  expect(set.body.data.tax_rate_id).toBe(id);
  const price = { amount: 40_000, currency: "EUR" };
  const made = [
    await manager("POST", "/packages", { name: "Ten", service_ids: [], units: 10, price, tax_rate_id: id }),
    await manager("POST", "/memberships", {
      name: "Two",
      service_ids: [],
      credits: 2,
      price,
      tax_rate_id: id,
    }),
  ];
  for (const { status, body } of made) expect([status, body.data.tax_rate_id]).toEqual([201, id]);

  await manager("DELETE", `/tax-rates/${id}`);
  expect((await manager("PATCH", service, { tax_rate_id: id, name: "Cut" })).status).toBe(200);
  expect((await manager("PATCH", service, { tax_rate_id: null })).body.data.tax_rate_id).toBeNull();
  for (const gone of [id, newId()])
    expect(fieldsIn(await manager("PATCH", service, { tax_rate_id: gone }))).toEqual([422, "/tax_rate_id"]);
  const gift = { name: "Fifty", value: price, tax_rate_id: null };
  expect(fieldsIn(await manager("POST", "/gift-cards", gift))).toEqual([422, "/tax_rate_id"]);
});
