import { expect, test } from "vitest";
import { formFixture } from "../../../../test/fixtures/formFixture.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, testApp } from "../../../../test/fixtures/testApp.ts";
import type { Email } from "../../../platform/email/index.ts";

const mails: Email[] = [];
let isMailDown = false;
const mailer = {
  from: "Daybook <daybook@example.com>",
  send: async (mail: Email) => {
    if (isMailDown) throw new Error("The mail server refuses.");
    mails.push(mail);
  },
  close: () => undefined,
};
const open = await testApp({ server: { mailer } });
const fixture = await formFixture(open);
await fixture.template({ name: "Health" });
const rowOf = async (id: string) =>
  (
    await sql(open.database)<{ sent_at: number | null; opened_at: number | null }>`
  select sent_at, opened_at from forms where id = ${id}`
  )[0];
const pathOf = (appointment: string) => `/appointments/${appointment}/forms/send`;
const tokenOf = (mail: Email | undefined) =>
  /\/public\/forms\/([\w-]{43})\n/.exec(mail?.text ?? "")?.[1] ?? "";
const mailed = () => open.addClient({ first_name: "Greta", email: "greta@example.org" });

test("sends a link that is valid until the appointment has ended, also after a link of the kiosk", async () => {
  const client_id = await mailed();
  const appointment = await fixture.appointment({ client_id });
  const sent = await fixture.owner("POST", pathOf(appointment.id));
  const now = new Date(open.clock.now()).toISOString().replace(".000", "");
  expect(sent.status, sent.text).toBe(200);
  const { ends_at } = (await open.call("GET", `/appointments/${appointment.id}`)).body.data;
  expect(sent.body.data).toEqual({
    sent_at: now,
    expires_at: new Date(ends_at).toISOString().replace(".000", ""),
    forms: [{ id: expect.any(String), name: "Health", status: "pending" }],
  });
  expect(sent.text).not.toContain(tokenOf(mails.at(-1)));
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ to: "greta@example.org", subject: expect.stringContaining("Formulare") });
  expect(mail?.text).toContain("- Health");
  const [{ id }] = sent.body.data.forms;
  expect(await rowOf(id)).toEqual({ sent_at: open.clock.now(), opened_at: null });

  // A second link does not change the id and the times of the pending form.
  const kiosk = await fixture.link(appointment.id);
  expect(kiosk.forms[0]?.id).toBe(id);
  expect((await fixture.open(tokenOf(mail))).body.data.forms[0].id).toBe(id);
  expect((await fixture.open(kiosk.token)).status).toBe(200);
  expect(await rowOf(id)).toEqual({ sent_at: open.clock.now(), opened_at: open.clock.now() });
  const forms = await fixture.owner("GET", `/clients/${client_id}/forms?status=pending`);
  expect(forms.body.data.items).toMatchObject([{ id, sent_at: now, opened_at: now }]);

  const before = open.clock.now();
  const later = "2027-12-01T10:00:00+01:00";
  expect(
    (await open.call("PATCH", `/appointments/${appointment.id}/schedule`, { starts_at: later })).status,
  ).toBe(200);
  open.clock.set(Date.parse(later));
  expect((await fixture.open(tokenOf(mail))).status).toBe(200);
  expect((await fixture.open(kiosk.token)).status).toBe(404);
  open.clock.set(Date.parse("2027-12-02T00:00:00Z"));
  expect((await fixture.open(tokenOf(mail))).status).toBe(404);
  open.clock.set(before);
});

test("a link is revoked and the forms are replaced when the appointment gets another client", async () => {
  const appointment = await fixture.appointment({ client_id: await mailed() });
  const sent = await fixture.owner("POST", pathOf(appointment.id));
  const mail = mails.at(-1);
  expect((await fixture.open(tokenOf(mail))).status).toBe(200);
  const client_id = await open.addClient({ first_name: "Other" });
  const { items } = (await open.call("GET", `/appointments/${appointment.id}`)).body.data;
  const kept = items.map(({ id, service_id, staff_id }: Record<string, string>) => ({
    id,
    service_id,
    staff_id,
  }));
  const changed = await fixture.owner("PUT", `/appointments/${appointment.id}/items`, {
    client_id,
    items: kept,
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await fixture.open(tokenOf(mail))).status).toBe(404);
  const link = await fixture.link(appointment.id);
  expect(link.forms[0]?.id).not.toBe(sent.body.data.forms[0].id);
  const { items: forms } = (await fixture.owner("GET", `/clients/${client_id}/forms?status=pending`)).body
    .data;
  expect(forms).toMatchObject([{ id: link.forms[0]?.id, sent_at: null, opened_at: null }]);
});

test("an e-mail that cannot be sent leaves sent_at null; a dry run sends and changes nothing", async () => {
  const appointment = await fixture.appointment({ client_id: await mailed() });
  const count = mails.length;
  const tried = await fixture.owner("POST", `${pathOf(appointment.id)}?dry_run=1`);
  expect(tried.status, tried.text).toBe(200);
  isMailDown = true;
  const sent = await fixture.owner("POST", pathOf(appointment.id));
  isMailDown = false;
  expect(sent.body.data.sent_at).toBeNull();
  expect(await rowOf(sent.body.data.forms[0].id)).toEqual({ sent_at: null, opened_at: null });
  expect(mails).toHaveLength(count);
});

test("refuses a client without an e-mail address, an appointment without due forms, keys and foreign appointments", async () => {
  const without = await fixture.appointment({ client_id: await open.addClient({ first_name: "Silent" }) });
  expect(fieldsIn(await fixture.owner("POST", pathOf(without.id)))).toEqual([422, "/appointment"]);
  const cancelled = await fixture.appointment({ client_id: await mailed() });
  await open.call("POST", `/appointments/${cancelled.id}/transitions`, { to: "cancelled" });
  expect(fieldsIn(await fixture.owner("POST", pathOf(cancelled.id)))).toEqual([422, "/appointment"]);
  expect((await open.call("POST", pathOf(without.id))).status).toBe(403);
  const anna = await signedInMember(open, "staff");
  const bens = bookingOf(open.salon, "2027-09-02T09:00:00+02:00", [[open.salon.cut, open.salon.ben]]);
  const foreign = (await open.call("POST", "/appointments", bens)).body.data.id;
  expect((await anna("POST", pathOf(foreign))).status).toBe(404);
});
