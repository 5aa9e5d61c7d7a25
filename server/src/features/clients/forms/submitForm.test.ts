import { describe, expect, test } from "vitest";
import { FIELDS, formFixture, pngOf } from "../../../../test/fixtures/formFixture.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { column, statement } from "../../../platform/database/index.ts";

const open = await testApp();
const fixture = await formFixture(open);
await fixture.template({ name: "Health", fields: Object.values(FIELDS) });

const ANSWERS = [
  { field_id: FIELDS.allergies.id, value: "Nuts" },
  { field_id: FIELDS.story.id, value: "It began in 2019.\nThen it went away." },
  { field_id: FIELDS.skin.id, value: "Dry" },
  { field_id: FIELDS.wishes.id, value: ["Tea", "Calm"] },
  { field_id: FIELDS.pregnant.id, value: false },
  { field_id: FIELDS.lastVisit.id, value: "2026-12-24" },
  { field_id: FIELDS.consent.id, value: true },
];

async function createLink() {
  const appointment = await fixture.appointment();
  const { token, forms } = await fixture.link(appointment.id);
  return { appointment, token, formId: forms[0]?.id ?? "" };
}

const bodyOf = (formId: string, more: object = {}) => ({
  form_id: formId,
  answers: ANSWERS,
  signer_name: " Zoë Müller ",
  ...more,
});

const newest = async () =>
  (await open.call("GET", `/clients/${open.salon.clientId}/forms?limit=1`)).body.data.items[0];

describe("GET of a link", () => {
  test("answers the fields and no data of the appointment or the client", async () => {
    const { token, formId } = await createLink();
    const shown = await fixture.open(token);
    expect(shown.body.data).toEqual({
      business_name: "Salon Lindenhof",
      expires_at: "2027-03-02T06:00:00Z",
      forms: [
        {
          id: formId,
          name: "Health",
          status: "pending",
          fields: Object.values(FIELDS).map((field) => ({ options: [], required: false, ...field })),
        },
      ],
    });
    expect(shown.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  });
});

describe("a form", () => {
  test("is stored with answers, consents, name, signature, time and address, and listed for the client", async () => {
    const { appointment, token, formId } = await createLink();
    open.clock.set(open.clock.now() + 60_000);
    const at = new Date(open.clock.now()).toISOString().replace(".000Z", "Z");
    const png = pngOf(300, 100);
    const sent = await fixture.submit(token, bodyOf(formId, { signature_png: png.toString("base64") }));
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.data).toEqual({ id: formId, name: "Health", status: "completed", completed_at: at });
    expect(await newest()).toEqual({
      id: formId,
      template_id: expect.any(String),
      template_version: 1,
      name: "Health",
      appointment_id: appointment.id,
      status: "completed",
      sent_at: null,
      opened_at: null,
      completed_at: at,
      signer_name: "Zoë Müller",
      answers: [
        ...ANSWERS.map(({ field_id, value }) => {
          const field = Object.values(FIELDS).find(({ id }) => id === field_id);
          const stored = Array.isArray(value) ? ["Calm", "Tea"] : value;
          return { field_id, label: field?.label, type: field?.type, value: stored };
        }),
        { field_id: FIELDS.signature.id, label: "Signature", type: "signature", value: true },
      ],
      consents: [{ text: FIELDS.consent.label, accepted_at: at }],
      created_at: "2027-03-01T06:00:00Z",
      updated_at: at,
    });
    const [row] = await sql(open.database)<{ signer_address: string | null; signature_png: Buffer | null }>`
      select signer_address, signature_png from forms
      where business_id = ${open.salon.businessId} and id = ${formId}`;
    expect(row?.signature_png).toEqual(png);
    expect(row?.signer_address).toMatch(/^10\.\d+\.\d+\.\d+$/);
    // The response for the link lists the form as completed, without its answers.
    const shown = await fixture.open(token);
    expect(shown.body.data.forms).toEqual([{ id: formId, name: "Health", status: "completed", fields: [] }]);
    open.clock.set(open.clock.now() - 60_000);
  });

  test("can be signed by typing; a drawn signature counts when both are sent", async () => {
    const value = async (more: object) => {
      const { token, formId } = await createLink();
      const sent = await fixture.submit(token, bodyOf(formId, more));
      expect(sent.status, sent.text).toBe(200);
      const form = (await open.call("GET", `/clients/${open.salon.clientId}/forms`)).body.data.items.find(
        ({ id }: { id: string }) => id === formId,
      );
      return form.answers.find(({ type }: { type: string }) => type === "signature").value;
    };
    expect(await value({ signature_text: " Zoë Müller " })).toBe("Zoë Müller");
    expect(await value({ signature_text: null })).toBe(false);
    const signature_png = pngOf(30, 10).toString("base64");
    expect(await value({ signature_text: "Zoë", signature_png })).toBe(true);
    const { token, formId } = await createLink();
    const long = await fixture.submit(token, bodyOf(formId, { signature_text: "x".repeat(1_000) }));
    expect([long.status, long.body.details.fields[0].path]).toEqual([422, "/signature_text"]);
  });

  test("is completed by exactly one of many concurrent submissions, and by none later", async () => {
    const { token, formId } = await createLink();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        fixture.submit(token, bodyOf(formId, { signer_name: `Nr ${nth}` })),
      ),
    );
    const taken = responses.findIndex(({ status }) => status === 200);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect((await newest()).signer_name).toBe(`Nr ${taken}`);
    const late = await fixture.submit(token, bodyOf(formId));
    expect(late.body).toMatchObject({
      code: "validation_failed",
      details: { fields: [{ path: "/form_id", message: "is a form that is already completed" }] },
    });
  });

  test("stays when it is completed while another link is created, in either order", async () => {
    for (let round = 0; round < 10; round++) {
      const { appointment, token, formId } = await createLink();
      const [sent, again] = await Promise.all([
        fixture.submit(token, bodyOf(formId)),
        open.call("POST", `/appointments/${appointment.id}/forms/link`),
      ]);
      expect(again.status, JSON.stringify(again.body)).toBe(200);
      expect([200, 404, 422]).toContain(sent.status);
      const after = await fixture.link(appointment.id);
      expect(after.forms).toHaveLength(1);
      expect(after.forms[0]?.status).toBe(sent.status === 200 ? "completed" : "pending");
    }
  });

  test.each<[string, object, string[]]>([
    ["without a name", { signer_name: "  " }, ["/signer_name"]],
    ["without required answers", { answers: [] }, ["/answers", "/answers"]],
    [
      "with a wrong answer",
      { answers: [...ANSWERS.slice(1), { ...ANSWERS[0], value: 7 }] },
      ["/answers/6/value"],
    ],
    [
      "with a consent that was not given",
      { answers: [ANSWERS[0], { field_id: FIELDS.consent.id, value: false }] },
      ["/answers/1/value"],
    ],
    ["with a signature that is no PNG", { signature_png: "R0lGODdhAQABAA==" }, ["/signature_png"]],
    ["with an unknown property", { status: "completed" }, ["/status"]],
  ])("%s is refused with the field, and stays to be filled in", async (_, more, paths) => {
    const { token, formId } = await createLink();
    const refused = await fixture.submit(token, bodyOf(formId, more));
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.details.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect((await fixture.submit(token, bodyOf(formId))).status).toBe(200);
  });

  test("of another appointment or with an unknown id is refused", async () => {
    const [one, other] = [await createLink(), await createLink()];
    for (const formId of [other.formId, newId()]) {
      const refused = await fixture.submit(one.token, bodyOf(formId));
      expect(refused.body.details?.fields, refused.text).toEqual([
        { path: "/form_id", message: "is not a form of this link" },
      ]);
    }
  });

  test("accepts a signature of 200 KB although other bodies are limited to 256 KiB", async () => {
    const { token, formId } = await createLink();
    const png = pngOf(1, 1, 200 * 1024 - pngOf(1, 1, 1).length + 1);
    const story = { ...ANSWERS[1], value: "é".repeat(10_000) };
    const answers = [ANSWERS[0], story, ANSWERS[6]];
    const body = bodyOf(formId, { answers, signature_png: png.toString("base64") });
    expect(JSON.stringify(body).length).toBeGreaterThan(256 * 1024);
    expect((await fixture.submit(token, body)).status).toBe(200);
    const huge = await fixture.submit(token, { ...body, signer_name: "x".repeat(1024 * 1024) });
    expect(huge.body).toMatchObject({
      code: "payload_too_large",
      message: "The request body exceeds the limit of 1048576 bytes.",
    });
  });

  test("cannot be changed in the database once completed, except for its client", async () => {
    const { token, formId } = await createLink();
    await fixture.submit(token, bodyOf(formId));
    const { businessId } = open.salon;
    for (const change of [changeAnswers, changeName, unsign])
      await expect(open.database.query(change, { businessId, id: formId })).rejects.toThrow("is signed");
    expect((await newest()).id).toBe(formId);
  });

  test("emits no event and changes only derived fields of its appointment", async () => {
    const { appointment, token, formId } = await createLink();
    const before = await fixture.read(appointment.id);
    const events = await eventCount(open.salon.businessId);
    await fixture.submit(token, bodyOf(formId));
    expect(await fixture.read(appointment.id)).toEqual({ ...before, forms_pending: 0 });
    expect(before.forms_pending).toBe(1);
    expect(await eventCount(open.salon.businessId)).toEqual(events);
  });
});
const changeAnswers = statement({
  name: "test_forms_change_answers",
  params: { businessId: column.id, id: column.id },
  sql: "update forms set answers = '[]' where business_id = $businessId and id = $id",
});
const changeName = statement({
  name: "test_forms_change_name",
  params: { businessId: column.id, id: column.id },
  sql: "update forms set signer_name = 'Another name' where business_id = $businessId and id = $id",
});
const unsign = statement({
  name: "test_forms_unsign",
  params: { businessId: column.id, id: column.id },
  sql: "update forms set completed_at = null, signer_name = null, signer_address = null, signature_png = null where business_id = $businessId and id = $id",
});
const eventCount = (businessId: string) =>
  sql(open.database)<{ count: number }>`
    select count(*) as count from events where business_id = ${businessId}`;
