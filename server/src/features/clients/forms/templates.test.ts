import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELDS, type FormFixture, formFixture } from "../../../../test/fixtures/formFixture.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

let open: TestApp;
let house: FormFixture;
beforeAll(async () => {
  open = await testApp();
  house = await formFixture(open);
});
afterAll(() => open.close());

const BODY = { name: "Health", fields: [FIELDS.allergies] };

describe("a template", () => {
  test("is made with what is asked, for all services and once unless told", async () => {
    const made = await house.owner("POST", "/form-templates", {
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
    const read = await house.owner("GET", `/form-templates/${made.body.data.id}`);
    expect(read.body.data).toEqual(made.body.data);
  });

  test("takes named services, and every so many months", async () => {
    const { cut, colour } = open.salon;
    const made = await house.template({
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
    expect(fieldsIn(await house.owner("POST", "/form-templates", body))).toEqual([422, path]);
  });

  test("of another business's service is refused", async () => {
    const other = await testApp({ beside: open });
    const body = { ...BODY, service_ids: [other.salon.cut] };
    expect(fieldsIn(await house.owner("POST", "/form-templates", body))).toEqual([422, "/service_ids/0"]);
  });
});

describe("a change", () => {
  test("before anybody has the form writes the same version anew", async () => {
    const made = await house.template();
    open.clock.set(open.clock.now() + 1000);
    const changed = await house.owner("PATCH", `/form-templates/${made.id}`, { name: "Skin" });
    expect(changed.body.data).toMatchObject({ name: "Skin", version: 1, fields: made.fields });
    expect(changed.body.data.updated_at).toBe("2027-03-01T06:00:01Z");
  });

  test("afterwards makes the next version, and a form that was handed out keeps its own", async () => {
    const made = await house.template({ name: "First" });
    const visit = await house.visit();
    const before = await house.link(visit.id);
    const path = `/form-templates/${made.id}`;
    const fields = [{ type: "text", label: "Something else?" }];
    const changed = await house.owner("PATCH", path, { name: "Second", fields });
    expect(changed.body.data).toMatchObject({ name: "Second", version: 2 });
    const shown = await house.open(before.token);
    const form = shown.body.data.forms.find((each: { name: string }) => each.name === "First");
    expect(form.fields).toEqual(made.fields);
    const answers = [{ field_id: FIELDS.allergies.id, value: "Nuts" }];
    const sent = await house.submit(before.token, { form_id: form.id, answers, signer_name: "Zoë" });
    expect(sent.status, sent.text).toBe(200);
    const filled = await open.call("GET", `/clients/${open.salon.clientId}/forms`);
    expect(filled.body.data.items[0]).toMatchObject({ name: "First", template_version: 1 });
    // Nobody has the second one yet: it is written anew.
    const again = await house.owner("PATCH", path, { frequency: "once" });
    expect(again.body.data).toMatchObject({ name: "Second", version: 2, frequency: "once" });
    await house.owner("DELETE", path);
  });

  test("while a form is being made of it never changes what that form asks", async () => {
    for (let round = 0; round < 10; round++) {
      const made = await house.template({ name: "Before" });
      const visit = await house.visit();
      const path = `/form-templates/${made.id}`;
      const [link, changed] = await Promise.all([
        house.link(visit.id),
        house.owner("PATCH", path, { name: "After" }),
      ]);
      const shown = (await house.open(link.token)).body.data.forms;
      const names = shown.map((form: { name: string }) => form.name);
      // Either the form came first, and the change made a version of its own, or it was made of the changed one.
      expect([changed.body.data.version, names.includes("Before"), names.includes("After")]).toEqual(
        changed.body.data.version === 2 ? [2, true, false] : [1, false, true],
      );
      await house.owner("DELETE", path);
    }
  });

  test("that changes nothing makes no version and no time", async () => {
    const made = await house.template();
    await house.link((await house.visit()).id);
    open.clock.set(open.clock.now() + 1000);
    const { name, fields } = made;
    const same = await house.owner("PATCH", `/form-templates/${made.id}`, { name, fields });
    expect(same.body.data).toEqual(made);
    await house.owner("DELETE", `/form-templates/${made.id}`);
  });

  test("to another frequency forgets the months", async () => {
    const made = await house.template({ frequency: "every_months", every_months: 3 });
    const changed = await house.owner("PATCH", `/form-templates/${made.id}`, { frequency: "once" });
    expect(changed.body.data).toMatchObject({ frequency: "once", every_months: null });
    const both = { frequency: "once", every_months: 3 };
    expect(fieldsIn(await house.owner("PATCH", `/form-templates/${made.id}`, both))).toEqual([
      422,
      "/every_months",
    ]);
  });

  test("of a template that is not there is 404", async () => {
    expect((await house.owner("PATCH", `/form-templates/${newId()}`, { name: "x" })).status).toBe(404);
  });
});

test("a template that was taken out of use is found nowhere", async () => {
  const made = await house.template();
  const path = `/form-templates/${made.id}`;
  const gone = await house.owner("DELETE", path);
  expect(gone.body.data).toEqual({ id: made.id, deleted: true });
  for (const method of ["GET", "DELETE"] as const) expect((await house.owner(method, path)).status).toBe(404);
  const list = await house.owner("GET", "/form-templates?limit=100");
  expect(list.body.data.items.map(({ id }: { id: string }) => id)).not.toContain(made.id);
});

test("owner and managers write templates, everybody of the team reads them, and no key does", async () => {
  const made = await house.template();
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
