import { expect, test } from "vitest";
import { bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { createClientField } from "../../business/businesses/index.ts";
import { replacePublishing } from "../../business/locations/publishing.ts";
import { listRequiredFields } from "../online-clients/store.ts";

const open = await bookingApp();

test("a business is found by its slug alone, with its published locations and without internal fields", async () => {
  const { businessId, locationId } = open.salon;
  const field = { label: "Allergies?", type: "text" as const, required: true };
  await open.database.transaction((tx) => createClientField(tx, businessId, field, open.clock.now()));
  const { status, body } = await open.visit("GET", "");
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    name: "Salon Lindenhof",
    slug: open.slug,
    currency: "EUR",
    policy: null,
    locations: [{ id: locationId, name: "Lindenhof", time_zone: "Europe/Berlin" }],
    client_fields: [{ label: "Allergies?", required: true }],
  });
  expect(body.data.locations[0].hours).toHaveLength(6);
  expect(Object.keys(body.data)).not.toContain("id");
  const unknown = await open.app.inject({ url: `/api/v1/public/businesses/${businessId}` });
  expect(unknown.statusCode).toBe(404);
});

test("answers the URL of the booking page while a location is published, and the client fields that new clients fill in", async () => {
  const own = await bookingApp({ beside: open });
  const { businessId, locationId } = own.salon;
  const fields = [];
  for (const label of ["Allergies?", "Coffee?"]) {
    const field = { label, type: "text" as const, required: true };
    fields.push(
      await own.database.transaction((tx) => createClientField(tx, businessId, field, own.clock.now())),
    );
  }
  const urlOf = async () => (await own.call("GET", "")).body.data.online_booking_url;
  expect(await urlOf()).toMatch(new RegExp(`^http://[^/]+/b/${own.slug}$`));
  const owner = await signedInMember(own, "owner");
  const fieldIds = [String(fields[1]?.id)];
  expect(
    (await owner("PUT", "/booking-page", { client_field_ids: fieldIds })).body.data.client_field_ids,
  ).toEqual(fieldIds);
  const [row] = await sql(own.database)<{ client_field_ids: string[] | null }>`
    select client_field_ids from booking_pages where business_id = ${businessId}`;
  expect(row?.client_field_ids).toEqual(fieldIds);
  const labels = async () =>
    (await own.visit("GET", "")).body.data.client_fields.map(({ label }: { label: string }) => label);
  expect(await labels()).toEqual(["Coffee?"]);
  expect((await own.database.query(listRequiredFields, { businessId })).map(({ id }) => id)).toEqual(
    fieldIds,
  );
  expect(fieldsIn(await owner("PUT", "/booking-page", { client_field_ids: [locationId] }))).toEqual([
    422,
    "/client_field_ids/0",
  ]);
  await owner("PUT", "/booking-page", {});
  expect(await labels()).toEqual(["Allergies?", "Coffee?"]);
  await own.database.transaction((tx) =>
    replacePublishing(tx, businessId, locationId, { isPublished: false, now: own.clock.now() }),
  );
  expect(await urlOf()).toBeNull();
});

test("the menu lists online services at the location with the people who perform them", async () => {
  const { locationId, anna, cut } = open.salon;
  const hidden = await open.addService({ online_bookable: false });
  const tested = await open.addService({
    name: "Tint",
    requires_patch_test: true,
    staff: [{ staff_id: anna }],
  });
  const { body } = await open.visit("GET", `/locations/${locationId}/menu`);
  const services: { id: string; staff: { staff_id: string; display_name: string }[] }[] = body.data.services;
  expect(services.map(({ id }) => id)).toContain(cut);
  expect(services.map(({ id }) => id)).not.toContain(hidden);
  expect(services.find(({ id }) => id === tested)).toMatchObject({
    name: "Tint",
    requires_patch_test: true,
    price: { amount: 5000, currency: "EUR" },
    staff: [{ staff_id: anna, display_name: "Anna", title: null, duration_minutes: 60 }],
  });
});

test("a business without a published location answers 403, and so does an unpublished location", async () => {
  const closed = await bookingApp({ beside: open });
  const { businessId, locationId } = closed.salon;
  const now = closed.clock.now();
  await closed.database.transaction((tx) =>
    replacePublishing(tx, businessId, locationId, { isPublished: false, now }),
  );
  for (const path of ["", `/locations/${locationId}/menu`, `/locations/${open.salon.locationId}/menu`])
    expect(await closed.visit("GET", path)).toMatchObject({
      status: 403,
      body: {
        code: "online_booking_unavailable",
        message: "Online booking is not available. Contact the business.",
      },
    });
});
