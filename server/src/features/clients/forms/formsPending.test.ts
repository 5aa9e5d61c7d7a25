import { beforeAll, describe, expect, test } from "vitest";
import { FIELDS, type FormFixture, formFixture } from "../../../../test/fixtures/formFixture.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { publishedBodies } from "../../../platform/outbox/table.ts";

let open: TestApp;
let fixture: FormFixture;
/**
 * Ids of the templates. Form `all` is required at every appointment, form `once` once per client for a colour, and form
 * `monthly` every six months for a massage.
 */
let all: string;
let once: string;
let monthly: string;
beforeAll(async () => {
  open = await testApp({ isShared: true });
  fixture = await formFixture(open);
  const { colour, massage } = open.salon;
  all = (await fixture.template({ name: "All", frequency: "every_visit" })).id;
  once = (await fixture.template({ name: "Once", frequency: "once", service_ids: [colour] })).id;
  monthly = (
    await fixture.template({
      name: "Monthly",
      frequency: "every_months",
      every_months: 6,
      service_ids: [massage],
    })
  ).id;
});

let days = 0;
/** Books services for a client. Each call uses another day, from 1 June 2027 on. */
async function book(clientId: string, services: readonly string[], more: object = {}) {
  const startsAt = new Date(Date.UTC(2027, 5, 1, 8) + days++ * 86_400_000).toISOString();
  const items = services.map((service) => [service, open.salon.anna] as const);
  const booked = await open.call(
    "POST",
    "/appointments",
    bookingOf(open.salon, startsAt, items, { client_id: clientId, ...more }),
  );
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  return booked.body.data;
}

/** Completes the form with this name for an appointment. */
async function fill(appointmentId: string, name: string) {
  const { token, forms } = await fixture.link(appointmentId);
  const form = forms.find((each) => each.name === name && each.status === "pending");
  const answers = [{ field_id: FIELDS.allergies.id, value: "None" }];
  const sent = await fixture.submit(token, { form_id: form?.id, answers, signer_name: "Zoë" });
  expect(sent.status, sent.text).toBe(200);
}

const pending = async (id: string) => (await fixture.read(id)).forms_pending;

describe("forms_pending", () => {
  test("counts the required forms that the client has not completed", async () => {
    const { cut, colour, massage } = open.salon;
    const clientId = await open.addClient({});
    const appointments = [];
    for (const services of [[cut], [colour], [colour, massage]])
      appointments.push(await book(clientId, services));
    expect(appointments.map(({ forms_pending }) => forms_pending)).toEqual([1, 2, 3]);
    for (const { id, forms_pending } of appointments) expect(await pending(id)).toBe(forms_pending);
    const [plain, coloured, both] = appointments.map(({ id }) => String(id)) as [string, string, string];
    const { forms } = await fixture.link(both);
    expect(forms.map(({ name, status }) => [name, status])).toEqual([
      ["All", "pending"],
      ["Once", "pending"],
      ["Monthly", "pending"],
    ]);
    await fill(both, "Once");
    expect([await pending(plain), await pending(coloured), await pending(both)]).toEqual([1, 1, 2]);
    await fill(both, "All");
    expect([await pending(plain), await pending(coloured), await pending(both)]).toEqual([1, 1, 1]);
    const again = await fixture.link(both);
    expect(again.forms.map(({ name, status }) => [name, status])).toEqual([
      ["All", "completed"],
      ["Once", "completed"],
      ["Monthly", "pending"],
    ]);
    // Another client has completed no form.
    expect((await book(await open.addClient({}), [colour])).forms_pending).toBe(2);
    // A booking considers the forms that the client completed earlier.
    expect((await book(clientId, [colour])).forms_pending).toBe(1);
  });

  test("counts a form again when its months have passed at the start of the appointment", async () => {
    const { massage, anna } = open.salon;
    const clientId = await open.addClient({});
    const at = (startsAt: string) =>
      open.call("POST", "/appointments", {
        ...bookingOf(open.salon, startsAt, [[massage, anna]]),
        client_id: clientId,
      });
    // Today is 1 March 2027.
    const first = (await at("2027-03-01T20:00:00+01:00")).body.data;
    expect(first.forms_pending).toBe(2);
    await fill(first.id, "Monthly");
    expect((await at("2027-08-31T20:00:00+02:00")).body.data.forms_pending).toBe(1);
    const later = (await at("2027-09-01T20:00:00+02:00")).body.data;
    expect(later.forms_pending).toBe(2);
    // The form stays valid when the appointment moves to an earlier start. The event's `changed` does not contain the derived field.
    const moved = await open.call("PATCH", `/appointments/${later.id}/schedule`, {
      starts_at: "2027-08-30T20:00:00+02:00",
    });
    expect(moved.body.data.forms_pending).toBe(1);
    const [event] = await sql(open.database)<{ body_full: string | null }>`
      select body_full from events join ${publishedBodies} as bodies using (business_id, id) where business_id = ${open.salon.businessId} order by id desc limit 1`;
    const published = JSON.parse(event?.body_full ?? "");
    expect(published).toMatchObject({
      type: "appointment.updated",
      data: { id: later.id, forms_pending: 1 },
    });
    expect(published.changed).not.toContain("forms_pending");
    // A form that was completed for an appointment in the distant future does not become due again for this appointment.
    const far = (await at("2028-06-01T20:00:00+02:00")).body.data;
    await fill(far.id, "Monthly");
    expect(await pending(far.id)).toBe(1);
  });

  test("is 0 for a completed or cancelled appointment, and is restored by an undo", async () => {
    const { id } = await book(await open.addClient({}), [open.salon.cut]);
    const to = async (state: string) =>
      (await open.call("POST", `/appointments/${id}/transitions`, { to: state })).body.data.forms_pending;
    expect(await to("arrived")).toBe(1);
    expect(await to("completed")).toBe(0);
    expect(await to("arrived")).toBe(1);
    expect(await to("cancelled")).toBe(0);
    expect((await fixture.link(id)).forms).toEqual([]);
  });

  test("is the same in every response that contains the appointment", async () => {
    const { colour, locationId } = open.salon;
    const clientId = await open.addClient({});
    const series = await open.call("POST", "/appointments/recurring", {
      ...bookingOf(open.salon, "2027-11-01T10:00:00+01:00", [[colour, open.salon.ben]]),
      client_id: clientId,
      every_weeks: 1,
      occurrences: 3,
    });
    const { created } = series.body.data;
    expect(created.map((each: { forms_pending: number }) => each.forms_pending)).toEqual([2, 2, 2]);
    await fill(created[1].id, "Once");
    await fill(created[1].id, "All");
    const window = `location_id=${locationId}&client_id=${clientId}&from=2027-10-01T00:00:00Z&to=2028-01-01T00:00:00Z`;
    const listed = (await open.call("GET", `/appointments?${window}`)).body.data.items;
    const history = (await open.call("GET", `/clients/${clientId}/appointments`)).body.data.items;
    expect(listed.map((each: { forms_pending: number }) => each.forms_pending)).toEqual([1, 0, 1]);
    expect(history).toEqual([...listed].reverse());
    for (const each of listed) expect(await fixture.read(each.id)).toEqual(each);
  });

  test("follows changes of a template's services and its archiving", async () => {
    const clientId = await open.addClient({});
    const { id } = await book(clientId, [open.salon.massage]);
    expect(await pending(id)).toBe(2);
    await fixture.owner("PATCH", `/form-templates/${monthly}`, { service_ids: [open.salon.colour] });
    expect(await pending(id)).toBe(1);
    expect((await book(clientId, [open.salon.massage])).forms_pending).toBe(1);
    for (const template of [all, once, monthly]) await fixture.owner("DELETE", `/form-templates/${template}`);
    expect(await pending(id)).toBe(0);
    expect((await book(clientId, [open.salon.colour])).forms_pending).toBe(0);
  });
});
