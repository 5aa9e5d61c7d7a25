import { describe, expect, test } from "vitest";
import { FIELDS, formFixture } from "../../../../test/fixtures/formFixture.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp();
const fixture = await formFixture(open);

const BODY = { name: "Health", fields: [FIELDS.allergies] };

describe("a template", () => {
  test("is created with its fields, by default for all services and once", async () => {
    const made = await fixture.owner("POST", "/form-templates", {
      name: "  Health  ",
      fields: [{ type: "text", label: "Any allergies?" }, FIELDS.skin],
    });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      name: "Health",
      fields: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          type: "text",
          label: "Any allergies?",
          options: [],
          required: false,
        },
        { ...FIELDS.skin, required: false },
      ],
      service_ids: [],
      frequency: "once",
      every_months: null,
      created_at: "2027-03-01T06:00:00Z",
      updated_at: "2027-03-01T06:00:00Z",
    });
    const read = await fixture.owner("GET", `/form-templates/${made.body.data.id}`);
    expect(read.body.data).toEqual(made.body.data);
  });

  test("is previewed as clients see it, without being stored", async () => {
    const before = await fixture.owner("GET", "/form-templates");
    const fields = [{ type: "choice", label: "Skin <type>?", options: ["Dry", "Oily"], required: true }];
    const shown = await fixture.owner("POST", "/form-templates/preview", { name: "Skin", fields });
    expect(shown.status).toBe(200);
    expect(shown.body.data.html).toContain("<h1>Skin</h1>");
    expect(shown.body.data.html).toContain("Skin &lt;type&gt;?");
    expect(shown.body.data.html).toContain('value="Oily"');
    expect(shown.body.data.html).not.toContain("<script");
    expect((await fixture.owner("GET", "/form-templates")).body).toEqual(before.body);
    const empty = { name: "Skin", fields: [{ type: "choice", label: "Skin?" }] };
    expect(fieldsIn(await fixture.owner("POST", "/form-templates/preview", empty))).toEqual([
      422,
      "/fields/0/options",
    ]);
    const reception = await signedInMember(open, "reception");
    expect((await reception("POST", "/form-templates/preview", { name: "Skin", fields })).status).toBe(403);
  });

  test("accepts services and a frequency in months", async () => {
    const { cut, colour } = open.salon;
    const made = await fixture.template({
      service_ids: [colour.toUpperCase(), cut],
      frequency: "every_months",
      every_months: 6,
    });
    expect(made).toMatchObject({
      service_ids: [cut, colour].sort(),
      frequency: "every_months",
      every_months: 6,
    });
  });

  test.each([
    ["without a name", { ...BODY, name: " " }, "/name"],
    ["without fields", { ...BODY, fields: [] }, "/fields"],
    [
      "with a type that does not exist",
      { ...BODY, fields: [{ type: "phone", label: "x" }] },
      "/fields/0/type",
    ],
    ["with a choice of nothing", { ...BODY, fields: [{ type: "choice", label: "x" }] }, "/fields/0/options"],
    [
      "with options of a text",
      { ...BODY, fields: [{ type: "text", label: "x", options: ["a"] }] },
      "/fields/0/options",
    ],
    [
      "with an option twice",
      { ...BODY, fields: [{ type: "multi", label: "x", options: ["a", "b", "a"] }] },
      "/fields/0/options/2",
    ],
    ["with a field twice", { ...BODY, fields: [FIELDS.story, { ...FIELDS.story }] }, "/fields/1/id"],
    [
      "with two signatures",
      {
        ...BODY,
        fields: [
          { type: "signature", label: "x" },
          { type: "signature", label: "y" },
        ],
      },
      "/fields/1/type",
    ],
    ["every so many months without saying how many", { ...BODY, frequency: "every_months" }, "/every_months"],
    ["with months and no such frequency", { ...BODY, every_months: 6 }, "/every_months"],
    ["every 0 months", { ...BODY, frequency: "every_months", every_months: 0 }, "/every_months"],
    ["for a service that does not exist", { ...BODY, service_ids: [newId()] }, "/service_ids/0"],
    ["with a field nobody knows", { ...BODY, color: "red" }, "/color"],
  ])("%s is refused with the field", async (_, body, path) => {
    expect(fieldsIn(await fixture.owner("POST", "/form-templates", body))).toEqual([422, path]);
  });

  test("with a service of another business is refused", async () => {
    const other = await testApp({ beside: open });
    const body = { ...BODY, service_ids: [other.salon.cut] };
    expect(fieldsIn(await fixture.owner("POST", "/form-templates", body))).toEqual([422, "/service_ids/0"]);
  });
});

describe("a change", () => {
  test("replaces the current version while no form uses it", async () => {
    const made = await fixture.template();
    open.clock.set(open.clock.now() + 1000);
    const changed = await fixture.owner("PATCH", `/form-templates/${made.id}`, { name: "Skin" });
    expect(changed.body.data).toMatchObject({ name: "Skin", version: 1, fields: made.fields });
    expect(changed.body.data.updated_at).toBe("2027-03-01T06:00:01Z");
  });

  test("creates the next version once a form uses the current one, and the form keeps its version", async () => {
    const made = await fixture.template({ name: "First" });
    const appointment = await fixture.appointment();
    const before = await fixture.link(appointment.id);
    const path = `/form-templates/${made.id}`;
    const fields = [{ type: "text", label: "Something else?" }];
    const changed = await fixture.owner("PATCH", path, { name: "Second", fields });
    expect(changed.body.data).toMatchObject({ name: "Second", version: 2 });
    const shown = await fixture.open(before.token);
    const form = shown.body.data.forms.find((each: { name: string }) => each.name === "First");
    expect(form.fields).toEqual(made.fields);
    const answers = [{ field_id: FIELDS.allergies.id, value: "Nuts" }];
    const sent = await fixture.submit(before.token, { form_id: form.id, answers, signer_name: "Zoë" });
    expect(sent.status, sent.text).toBe(200);
    const filled = await open.call("GET", `/clients/${open.salon.clientId}/forms`);
    expect(filled.body.data.items[0]).toMatchObject({ name: "First", template_version: 1 });
    // No form uses the second version yet, so the update replaces its content.
    const again = await fixture.owner("PATCH", path, { frequency: "once" });
    expect(again.body.data).toMatchObject({ name: "Second", version: 2, frequency: "once" });
    await fixture.owner("DELETE", path);
  });

  test("never changes the fields of a form that is being created concurrently", async () => {
    for (let round = 0; round < 10; round++) {
      const made = await fixture.template({ name: "Before" });
      const appointment = await fixture.appointment();
      const path = `/form-templates/${made.id}`;
      const [link, changed] = await Promise.all([
        fixture.link(appointment.id),
        fixture.owner("PATCH", path, { name: "After" }),
      ]);
      const shown = (await fixture.open(link.token)).body.data.forms;
      const names = shown.map((form: { name: string }) => form.name);
      // If the form was created first, the change created a new version; otherwise the form has the changed content.
      expect([changed.body.data.version, names.includes("Before"), names.includes("After")]).toEqual(
        changed.body.data.version === 2 ? [2, true, false] : [1, false, true],
      );
      await fixture.owner("DELETE", path);
    }
  });

  test("without a difference creates no version and keeps updated_at", async () => {
    const made = await fixture.template();
    await fixture.link((await fixture.appointment()).id);
    open.clock.set(open.clock.now() + 1000);
    const { name, fields } = made;
    const same = await fixture.owner("PATCH", `/form-templates/${made.id}`, { name, fields });
    expect(same.body.data).toEqual(made);
    await fixture.owner("DELETE", `/form-templates/${made.id}`);
  });

  test("to another frequency clears every_months", async () => {
    const made = await fixture.template({ frequency: "every_months", every_months: 3 });
    const changed = await fixture.owner("PATCH", `/form-templates/${made.id}`, { frequency: "once" });
    expect(changed.body.data).toMatchObject({ frequency: "once", every_months: null });
    const both = { frequency: "once", every_months: 3 };
    expect(fieldsIn(await fixture.owner("PATCH", `/form-templates/${made.id}`, both))).toEqual([
      422,
      "/every_months",
    ]);
  });

  test("of an unknown template answers 404", async () => {
    expect((await fixture.owner("PATCH", `/form-templates/${newId()}`, { name: "x" })).status).toBe(404);
  });
});

test("no operation finds an archived template", async () => {
  const made = await fixture.template();
  const path = `/form-templates/${made.id}`;
  const gone = await fixture.owner("DELETE", path);
  expect(gone.body.data).toEqual({ id: made.id, deleted: true });
  for (const method of ["GET", "DELETE"] as const)
    expect((await fixture.owner(method, path)).status).toBe(404);
  const list = await fixture.owner("GET", "/form-templates?limit=100");
  expect(list.body.data.items.map(({ id }: { id: string }) => id)).not.toContain(made.id);
});

test("owners and managers write templates, all business members read them, and API keys cannot", async () => {
  const made = await fixture.template();
  for (const role of ["owner", "manager", "reception", "staff"] as const) {
    const member = await signedInMember(open, role);
    const mayWrite = role === "owner" || role === "manager";
    expect((await member("GET", "/form-templates")).status).toBe(200);
    expect((await member("GET", `/form-templates/${made.id}`)).status).toBe(200);
    expect((await member("POST", "/form-templates", BODY)).status, role).toBe(mayWrite ? 201 : 403);
    const changed = await member("PATCH", `/form-templates/${made.id}`, { name: role });
    expect(changed.status, role).toBe(mayWrite ? 200 : 403);
  }
  expect((await open.call("GET", "/form-templates")).status).toBe(403);
});
