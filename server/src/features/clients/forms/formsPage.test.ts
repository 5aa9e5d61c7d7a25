import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  BROWSER,
  FIELDS,
  type FormFixture,
  formFixture,
  pngOf,
} from "../../../../test/fixtures/formFixture.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";

let open: TestApp;
let fixture: FormFixture;
beforeAll(async () => {
  open = await testApp({ isShared: true });
  fixture = await formFixture(open);
  await fixture.template({ name: "Health <script>", fields: Object.values(FIELDS) });
  await fixture.template({ name: "Photos", fields: [{ type: "consent", label: "You may take photos" }] });
});

async function createLink() {
  const appointment = await fixture.appointment();
  const { token, forms } = await fixture.link(appointment.id);
  return { appointment, token, formId: forms[0]?.id ?? "", otherId: forms[1]?.id ?? "" };
}

const name = (field: { id: string }) => `answer.${field.id}`;

/** Returns the form data that a browser sends when all fields are filled in. */
function filled(formId: string, more: Record<string, string> = {}): [string, string][] {
  const fields: Record<string, string> = {
    form_id: formId,
    [name(FIELDS.allergies)]: "Nuts & <b>milk</b>",
    [name(FIELDS.story)]: "One\r\ntwo",
    [name(FIELDS.skin)]: "Oily",
    [name(FIELDS.pregnant)]: "no",
    [name(FIELDS.lastVisit)]: "2026-12-24",
    [name(FIELDS.consent)]: "yes",
    signature_png: "",
    signer_name: "Zoë",
    ...more,
  };
  return [...Object.entries(fields), [name(FIELDS.wishes), "Calm"], [name(FIELDS.wishes), "Tea"]];
}

const formsOfClient = async () =>
  (await open.call("GET", `/clients/${open.salon.clientId}/forms`)).body.data.items;

describe("the page of a link", () => {
  test("is sent to browsers, and JSON to other callers", async () => {
    const { token } = await createLink();
    const accepts: [string | undefined, string][] = [
      [BROWSER, "text/html; charset=utf-8"],
      ["text/html", "text/html; charset=utf-8"],
      ["application/json;q=0.5, text/*", "text/html; charset=utf-8"],
      [undefined, "application/json; charset=utf-8"],
      ["*/*", "application/json; charset=utf-8"],
      ["application/json", "application/json; charset=utf-8"],
      ["text/html;q=0.5, application/json", "application/json; charset=utf-8"],
      ["text/html;q=nonsense", "application/json; charset=utf-8"],
    ];
    for (const [accept, type] of accepts)
      expect((await fixture.open(token, accept)).headers["content-type"], accept).toBe(type);
  });

  test("allows only its own script and style, sends no referrer and is not cached", async () => {
    const { token } = await createLink();
    const { headers, text } = await fixture.open(token, BROWSER);
    const hashOf = (tag: string) => {
      const inner = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? "";
      return `'sha256-${createHash("sha256").update(inner).digest("base64")}'`;
    };
    expect(headers).toMatchObject({
      "content-security-policy": `default-src 'none'; style-src ${hashOf("style")}; script-src ${hashOf("script")}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(text).not.toMatch(/ style=| on\w+="| src=| href=/);
  });

  test("escapes texts of the business, uses its language, and shows no data of the appointment", async () => {
    const { appointment, token } = await createLink();
    const { text } = await fixture.open(token, BROWSER);
    expect(text).toContain("Health &lt;script&gt;");
    expect(text).toContain("I agree to the treatment &lt;b&gt;&amp;&lt;/b&gt; its risks.");
    expect(text).toContain("Formular 1 von 2");
    expect(text).toContain('<html lang="de">');
    for (const inside of [appointment.id, open.salon.clientId, open.salon.businessId, "Müller", token])
      expect(text).not.toContain(inside);
  });

  test("can be submitted without a script, one form after the other", async () => {
    const { token, formId, otherId } = await createLink();
    const sent = await fixture.post(token, filled(formId));
    expect(sent.status, sent.text).toBe(303);
    expect(sent.headers.location).toBe(token);
    const next = await fixture.open(token, BROWSER);
    expect(next.text).toContain("You may take photos");
    expect(next.text).toContain("Formular 2 von 2");
    expect(next.text).not.toContain("Nuts");
    // Browsers do not send an unchecked checkbox, so the consent counts as not given.
    const last = await fixture.post(token, [
      ["form_id", otherId],
      ["signer_name", "Zoë"],
    ]);
    expect(last.status, last.text).toBe(303);
    const done = await fixture.open(token, BROWSER);
    expect(done.text).toContain("Alles ist ausgefüllt");
    expect(done.text).not.toContain("<form");
    const [photos, health] = await formsOfClient();
    expect(photos).toMatchObject({ id: otherId, answers: [{ type: "consent", value: false }], consents: [] });
    expect(health.answers.map(({ value }: { value: unknown }) => value)).toEqual([
      "Nuts & <b>milk</b>",
      "One\ntwo",
      "Oily",
      ["Calm", "Tea"],
      false,
      "2026-12-24",
      true,
      false,
    ]);
  });

  test("accepts a drawn signature", async () => {
    const { token, formId } = await createLink();
    const drawn = `data:image/png;base64,${pngOf(40, 20).toString("base64")}`;
    expect((await fixture.post(token, filled(formId, { signature_png: drawn }))).status).toBe(303);
    expect(
      (await formsOfClient()).find(({ id }: { id: string }) => id === formId).answers.at(-1),
    ).toMatchObject({
      type: "signature",
      value: true,
    });
  });

  test("accepts a typed signature, without a script", async () => {
    const { token, formId } = await createLink();
    const shown = await fixture.open(token, BROWSER);
    expect(shown.text).toMatch(
      /<label for="([^"]+)">[^<]+<\/label> <input id="\1" type="text" name="signature_text"/,
    );
    expect((await fixture.post(token, filled(formId, { signature_text: " Zoë <Müller> " }))).status).toBe(
      303,
    );
    const form = (await formsOfClient()).find(({ id }: { id: string }) => id === formId);
    expect(form.answers.at(-1)).toMatchObject({ type: "signature", value: "Zoë <Müller>" });
  });

  test("requires a signature, typed or drawn, and keeps the typed one when another answer is refused", async () => {
    const template = { name: "Signed", fields: [FIELDS.allergies, { ...FIELDS.signature, required: true }] };
    const signed = await testApp({ isShared: true });
    const forms = await formFixture(signed);
    await forms.template(template);
    const { token, forms: listed } = await forms.link((await forms.appointment()).id);
    const answers = (allergies: string, typed: string): [string, string][] => [
      ["form_id", listed[0]?.id ?? ""],
      [name(FIELDS.allergies), allergies],
      ["signature_png", ""],
      ["signature_text", typed],
      ["signer_name", "Zoë"],
    ];
    const unsigned = await forms.post(token, answers("None", "  "));
    expect([unsigned.status, unsigned.text.includes('class="problem"')]).toEqual([422, true]);
    const kept = await forms.post(token, answers(" ", 'Zoë "Z"'));
    expect(kept.status).toBe(422);
    expect(kept.text).toContain('value="Zoë &quot;Z&quot;"');
    expect((await forms.post(token, answers("None", "Zoë"))).status).toBe(303);
    await signed.close();
  });

  test("shows a refused submission with its values and problems, and stores nothing", async () => {
    const { token, formId } = await createLink();
    const before = (await formsOfClient()).length;
    const wrong = filled(formId, {
      [name(FIELDS.allergies)]: " ",
      [name(FIELDS.lastVisit)]: "soon",
      [name(FIELDS.story)]: '"></textarea><script>alert(1)</script>',
      signer_name: " ",
    }).filter(([field]) => field !== name(FIELDS.consent));
    const shown = await fixture.post(token, wrong);
    expect(shown.status).toBe(422);
    expect(shown.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(shown.text).toContain("Es wurde noch nichts gesendet");
    expect(shown.text.match(/Bitte beantworten/g)).toHaveLength(3);
    expect(shown.text.match(/Bitte prüfen Sie diese Antwort/g)).toHaveLength(1);
    expect(shown.text).toContain("&lt;/textarea&gt;&lt;script&gt;alert(1)");
    expect(shown.text).toMatch(/value="Oily" checked/);
    expect(shown.text).toMatch(/value="Tea" checked/);
    expect(shown.text).toMatch(/value="no" checked/);
    expect((await formsOfClient()).length).toBe(before);
    expect((await fixture.post(token, filled(formId))).status).toBe(303);
  });

  test("links every control to its label and problem for screen readers", async () => {
    const { token, formId } = await createLink();
    const { text } = await fixture.post(token, [["form_id", formId]]);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const labelled = new Set([...text.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id));
    const controls = [...text.matchAll(/<(?:input|select|textarea)(?! type="hidden")[^>]*>/g)].map(String);
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) {
      const id = / id="([^"]+)"/.exec(control)?.[1];
      // A control without an id must be inside the label of its option.
      const isTied =
        id === undefined ? text.includes(`<label class="choice">${control} <span>`) : labelled.has(id);
      expect([control, isTied]).toEqual([control, true]);
    }
    const described = [...text.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(([, list = ""]) =>
      list.split(" "),
    );
    expect(described).toHaveLength(3);
    for (const id of described) expect(ids).toContain(id);
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(ids.size).toBe(text.match(/ id="/g)?.length);
  });

  test("refuses a signer name that is too long, as the JSON API does", async () => {
    const { token, formId } = await createLink();
    const shown = await fixture.post(token, filled(formId, { signer_name: "Z".repeat(121) }));
    expect([shown.status, shown.text.match(/Bitte prüfen Sie diese Antwort/g)?.length]).toEqual([422, 1]);
    expect((await fixture.post(token, filled(formId, { signer_name: "🐎".repeat(120) }))).status).toBe(303);
  });

  test("redirects a second submission and changes nothing", async () => {
    const { token, formId } = await createLink();
    await fixture.post(token, filled(formId));
    const again = await fixture.post(token, filled(formId, { signer_name: "Somebody else" }));
    expect(again.status).toBe(303);
    const kept = (await formsOfClient()).find(({ id }: { id: string }) => id === formId);
    expect(kept.signer_name).toBe("Zoë");
  });

  test("answers an error page for a form of another link, and a JSON error to other callers", async () => {
    const { token } = await createLink();
    for (const form of [[], [["form_id", "x"]], [["a", "\0"]]] as [string, string][][]) {
      const page = await fixture.post(token, form);
      expect([page.status, page.headers["content-type"]]).toEqual([422, "text/html; charset=utf-8"]);
      expect(page.text).toContain("Das hat nicht geklappt");
      const program = await open.app.inject({
        method: "POST",
        url: `/api/v1/public/forms/${token}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      });
      expect(program.json()).toMatchObject({ success: false, code: "validation_failed" });
    }
  });
});
