import { describe, expect, test, vi } from "vitest";
import { BROWSER, formFixture } from "../../../../test/fixtures/formFixture.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp();
const fixture = await formFixture(open);
await fixture.template({ name: "Health" });

describe("a link", () => {
  test("opens the due forms for a day, and only the hash of its token is stored", async () => {
    const appointment = await fixture.appointment();
    const made = await open.call("POST", `/appointments/${appointment.id}/forms/link`);
    expect(made.body.data).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1\/api\/v1\/public\/forms\/[A-Za-z0-9_-]{43}$/),
      expires_at: "2027-03-02T06:00:00Z",
      forms: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: "Health", status: "pending" }],
    });
    const token = made.body.data.url.split("/").at(-1);
    const shown = await fixture.open(token);
    expect(shown.body.data.forms[0].id).toBe(made.body.data.forms[0].id);
    const rows = await sql(open.database)<{ link: string }>`
      select form_links::text as link from form_links where business_id = ${open.salon.businessId}`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { link } of rows) expect(link).not.toContain(token);
  });

  test("is created anew for every request, even with the same idempotency key", async () => {
    const appointment = await fixture.appointment();
    const path = `/appointments/${appointment.id}/forms/link`;
    const links = [];
    for (let time = 0; time < 2; time++) {
      const made = await open.call("POST", path, undefined, { "idempotency-key": "once" });
      expect(made.headers["idempotency-replayed"]).toBeUndefined();
      links.push(made.body.data.url.split("/").at(-1));
    }
    expect(links[0]).not.toBe(links[1]);
    expect((await fixture.open(links[0])).status).toBe(404);
    expect((await fixture.open(links[1])).status).toBe(200);
  });

  test("answers the same 404 for an unknown, a foreign and a malformed appointment", async () => {
    const other = await testApp({ beside: open });
    const foreign = (await other.book("2027-04-01T09:00:00+02:00", other.salon.cut)).body.data.id;
    const answers = await Promise.all(
      [newId(), foreign, "x"].map((id) => open.call("POST", `/appointments/${id}/forms/link`)),
    );
    for (const answer of answers) expect(answer.status).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  });

  test("requires appointments:write", async () => {
    const appointment = await fixture.appointment();
    const key = await open.keyWith("appointments:read", "clients:read");
    const url = `/api/v1/businesses/${open.salon.businessId}/appointments/${appointment.id}/forms/link`;
    const refused = await open.app.inject({
      method: "POST",
      url,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(refused.json()).toMatchObject({
      code: "forbidden_role",
      details: { required: "appointments:write" },
    });
  });

  test("can be created by staff only for their own appointments", async () => {
    const anna = await signedInMember(open, "staff");
    const own = await fixture.appointment();
    const bens = bookingOf(open.salon, "2027-09-01T09:00:00+02:00", [[open.salon.cut, open.salon.ben]]);
    const foreign = (await open.call("POST", "/appointments", bens)).body.data;
    expect((await anna("POST", `/appointments/${own.id}/forms/link`)).status).toBe(200);
    expect((await anna("POST", `/appointments/${foreign.id}/forms/link`)).status).toBe(404);
  });

  test("does not change the appointment and emits no event", async () => {
    const appointment = await fixture.appointment();
    const before = await fixture.read(appointment.id);
    const events = await countOfEvents();
    await fixture.link(appointment.id);
    expect(await fixture.read(appointment.id)).toEqual(before);
    expect(await countOfEvents()).toBe(events);
  });

  test("created twice at once leaves one link and one form per template", async () => {
    const appointment = await fixture.appointment();
    const made = await Promise.all(Array.from({ length: 6 }, () => fixture.link(appointment.id)));
    const opened = await Promise.all(made.map(({ token }) => fixture.open(token)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await sql(open.database)<{ id: string }>`
      select id from forms
      where business_id = ${open.salon.businessId} and appointment_id = ${appointment.id}`;
    expect(rows).toHaveLength(1);
  });
});
const countOfEvents = async () =>
  (
    await sql(open.database)<{ count: number }>`
    select count(*) as count from events where business_id = ${open.salon.businessId}`
  )[0]?.count;

describe("an invalid token", () => {
  test("answers the same 404 whether it is unknown, expired or replaced, or its client is deleted", async () => {
    const clientId = await open.addClient({ first_name: "Gone" });
    const gone = await fixture.link((await fixture.appointment({ client_id: clientId })).id);
    await open.call("DELETE", `/clients/${clientId}`);
    const appointment = await fixture.appointment();
    const replaced = await fixture.link(appointment.id);
    const expiring = await fixture.link(appointment.id);
    const madeAt = open.clock.now();
    open.clock.set(madeAt + 24 * 3_600_000 - 1);
    expect((await fixture.open(expiring.token)).status).toBe(200);
    open.clock.set(madeAt + 24 * 3_600_000);
    const tokens = [
      "x",
      "%F0%9F%92%A9",
      "A".repeat(43),
      `${expiring.token.slice(0, -1)}!`,
      gone.token,
      replaced.token,
      expiring.token,
    ];
    const json = await Promise.all(tokens.map((token) => fixture.open(token)));
    const pages = await Promise.all(tokens.map((token) => fixture.open(token, BROWSER)));
    const sent = await Promise.all(
      tokens.map((token) => fixture.submit(token, { form_id: newId(), answers: [], signer_name: "x" })),
    );
    const posted = await Promise.all(tokens.map((token) => fixture.post(token, [["form_id", newId()]])));
    open.clock.set(madeAt);
    for (const answers of [
      [...json, ...sent],
      [...pages, ...posted],
    ]) {
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
    expect(pages[0]?.text).toContain("Dieser Link gilt nicht mehr");
  });

  test("cannot be created for a deleted client", async () => {
    const clientId = await open.addClient({ first_name: "Gone" });
    const appointment = await fixture.appointment({ client_id: clientId });
    await open.call("DELETE", `/clients/${clientId}`);
    expect((await open.call("POST", `/appointments/${appointment.id}/forms/link`)).status).toBe(404);
  });
});

test("one IP address may send sixty requests a minute", async () => {
  const { token } = await fixture.link((await fixture.appointment()).id);
  const send = (headers = {}) =>
    open.app.inject({ url: `/api/v1/public/forms/${token}`, remoteAddress: "192.0.2.7", headers });
  for (let time = 0; time < 60; time++) expect((await send()).statusCode).toBe(200);
  // The token bucket gains a token each second, so a slow machine may need several requests to reach the
  // limit.
  await vi.waitUntil(async () => (await send()).statusCode === 429, { timeout: 30_000, interval: 0 });
  const page = await vi.waitUntil(
    async () => {
      const answer = await send({ accept: BROWSER });
      return answer.statusCode === 429 && answer;
    },
    { timeout: 30_000, interval: 0 },
  );
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
});
