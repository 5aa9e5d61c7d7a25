import { expect } from "vitest";
import type { SpecApp } from "../specApp.ts";
import { deleted, one, pageOf, type Trial } from "../trial.ts";
import type { RequestInput } from "../twoBusinesses.ts";

const B = "/businesses/{business}";
const CLIENT = `${B}/clients/{client}`;

async function ofNewClient(fixture: SpecApp, body?: unknown): Promise<RequestInput> {
  return { ids: { client: await fixture.newClient() }, ...(body === undefined ? {} : { body }) };
}

/** Returns a client with every field in spec §2, "Client". */
function wholeClient({ fields }: SpecApp) {
  return {
    first_name: "Zoë",
    last_name: "Kühn",
    email: "zoe@example.com",
    phone_e164: "+4915112345678",
    alert: "Allergic to nuts",
    custom_fields: {
      [fields.text]: "Two sugars",
      [fields.choice]: "Oat milk",
      [fields.yes_no]: true,
      [fields.date]: "1990-02-28",
    },
    online_booking_blocked: true,
    patch_test_at: "2027-02-01",
  };
}

/** Returns the record that the API must return for `wholeClient`. `online_booking_blocked` becomes the time of the block. */
function readBack(fixture: SpecApp) {
  const { online_booking_blocked: _, ...same } = wholeClient(fixture);
  return { ...same, online_booking_blocked_at: expect.stringMatching(/Z$/) };
}

/** Tests `custom_fields` (spec §2): a value of a wrong type gets 422 with the field's path, and null clears the value. */
const fieldAnswers: NonNullable<Trial["also"]>[string] = async (fixture, ask) => {
  const { fields } = fixture;
  const ids = { client: await fixture.newClient() };
  const set = (field: string, value: unknown) =>
    ask({ ids, body: { first_name: "Ada", custom_fields: { [field]: value } } });
  const wrong: [string, unknown][] = [
    [fields.text, 5],
    [fields.choice, "Soy milk"],
    [fields.yes_no, "yes"],
    [fields.date, "2027-02-30"],
    [fixture.salon.anna, "x"],
  ];
  for (const [field, value] of wrong) {
    const { status, body } = await set(field, value);
    expect([status, body.details?.fields[0].path], JSON.stringify(value)).toEqual([
      422,
      `/custom_fields/${field}`,
    ]);
  }
  const { custom_fields } = (await set(fields.text, null)).body.data;
  expect(custom_fields).not.toHaveProperty(fields.text);
};

/** Trials for spec §4, "Clients". */
export const clientTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/clients`]: {
    answers: pageOf("client"),
    input: async (fixture) => {
      await fixture.newClient({ last_name: "Suchmann" });
      return { query: { q: "suchm" } };
    },
    also: {
      "`q` searches, and `cursor` continues after the previous page": async (fixture, ask) => {
        const ids = [
          await fixture.newClient({ last_name: "Müllerin" }),
          await fixture.newClient({ last_name: "Mueller" }),
        ];
        const seen: string[] = [];
        let query: Record<string, string> | null = { q: "muelle", limit: "1" };
        while (query !== null) {
          const { items, next_cursor }: ClientPage = (await ask({ query })).body.data;
          seen.push(...items.map(({ id }) => id));
          query = next_cursor === null ? null : { ...query, cursor: next_cursor };
        }
        expect(seen).toEqual(expect.arrayContaining(ids));
        expect(new Set(seen).size).toBe(seen.length);
        const invalid = await ask({ query: { q: "muelle", cursor: "x" } });
        expect(invalid.body.details.fields[0].path).toBe("/cursor");
      },
    },
  },
  [`POST ${B}/clients`]: {
    answers: one("client"),
    input: async (fixture) => ({ body: wholeClient(fixture) }),
    also: {
      "stores every field; only the first name is required": async (fixture, ask) => {
        expect((await ask({ body: wholeClient(fixture) })).body.data).toMatchObject(readBack(fixture));
        const bare = (await ask({ body: { first_name: "Ada" } })).body.data;
        expect(bare).toMatchObject({ last_name: null, custom_fields: {}, online_booking_blocked_at: null });
      },
      "checks the types of custom fields": fieldAnswers,
    },
  },
  [`GET ${CLIENT}`]: { answers: one("client"), input: (fixture) => ofNewClient(fixture) },
  [`PATCH ${CLIENT}`]: {
    answers: one("client"),
    input: async (fixture) => ofNewClient(fixture, wholeClient(fixture)),
    also: {
      "changes fields that are present, clears fields that are null": async (fixture, ask) => {
        const input = await ofNewClient(fixture, wholeClient(fixture));
        expect((await ask(input)).body.data).toMatchObject(readBack(fixture));
        const cleared = { alert: null, patch_test_at: null, online_booking_blocked: false };
        const { data } = (await ask({ ...input, body: cleared })).body;
        expect(data).toMatchObject({
          ...readBack(fixture),
          alert: null,
          patch_test_at: null,
          online_booking_blocked_at: null,
        });
      },
      "checks the types of custom fields": fieldAnswers,
    },
  },
  [`DELETE ${CLIENT}`]: {
    answers: deleted,
    input: (fixture) => ofNewClient(fixture),
    also: {
      "the client answers 404 and is not found by search; future appointments are cancelled": async (
        fixture,
        ask,
      ) => {
        const client = await fixture.newClient({ last_name: "Fortgang" });
        const appointment = await fixture.newAppointment({ client_id: client });
        await ask({ ids: { client } });
        for (const path of ["", "/appointments", "/forms", "/wallet"]) {
          const { status } = await fixture.ask(fixture.program, `GET ${CLIENT}${path}`, { ids: { client } });
          expect(status, path).toBe(404);
        }
        expect((await ask({ ids: { client } })).status).toBe(404);
        const found = await fixture.get(fixture.program, `GET ${B}/clients`, { query: { q: "fortgang" } });
        expect(found.items).toEqual([]);
        const after = await fixture.get(fixture.program, `GET ${B}/appointments/{appointment}`, {
          ids: { appointment: appointment.id },
        });
        expect(after.status).toBe("cancelled");
      },
    },
  },
  [`GET ${CLIENT}/appointments`]: {
    answers: pageOf("appointment"),
    input: (fixture) => ofNewClient(fixture),
  },
  [`GET ${CLIENT}/photos`]: {
    answers: pageOf("photo"),
    input: async (fixture) => {
      const client = await fixture.newClient();
      await uploadPhoto(fixture, client);
      return { ids: { client } };
    },
    also: {
      "returns the newest first; each `url` opens without a key": async (fixture, ask) => {
        const client = await fixture.newClient();
        const older = await uploadPhoto(fixture, client);
        const newer = await uploadPhoto(fixture, client, {
          stage: "after",
          taken_at: "2027-02-21T10:00:00Z",
        });
        const { items } = (await ask({ ids: { client } })).body.data;
        expect(items.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
        const opened = await fetch(items[0].url);
        expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/png"]);
      },
    },
  },
  [`GET ${CLIENT}/forms`]: {
    answers: pageOf("form"),
    input: async (fixture) => {
      const client = await fixture.newClient();
      await submitForm(fixture, client);
      return { ids: { client } };
    },
  },
  [`GET ${CLIENT}/wallet`]: {
    answers: one("wallet"),
    input: async (fixture) => {
      const client = await fixture.newClient();
      await fillWallet(fixture, client);
      return { ids: { client } };
    },
  },
};

interface ClientPage {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

/** A grey image of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/** Uploads a photo of a client as the owner. Returns the photo's record. */
export async function uploadPhoto(
  fixture: SpecApp,
  client: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ id: string; url: string; url_expires_at: string }> {
  const body = new FormData();
  const consent = JSON.stringify({ given: true, date: "2027-02-20", scope: "record" });
  const fields = { stage: "before", taken_at: "2027-02-20T10:00:00Z", consent, ...more };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", new Blob([PNG], { type: "image/png" }), "photo.png");
  return fixture.get(fixture.owner, `POST ${CLIENT}/photos`, { ids: { client }, body });
}

/** Books an appointment for the client and submits its form through the form link. */
async function submitForm(fixture: SpecApp, client: string): Promise<void> {
  const { id } = await fixture.newAppointment({ client_id: client });
  const link = `POST ${B}/appointments/{appointment}/forms/link`;
  const { url } = await fixture.get(fixture.program, link, { ids: { appointment: id } });
  const ids = { token: new URL(url).pathname.split("/").at(-1) ?? "" };
  const [form] = (await fixture.get(fixture.anonymous, "GET /public/forms/{token}", { ids })).forms;
  const values = ["Nuts", true];
  const answers = form.fields.map((field: { id: string }, at: number) => ({
    field_id: field.id,
    value: values[at],
  }));
  const body = { form_id: form.id, answers, signer_name: "Ada" };
  await fixture.get(fixture.anonymous, "POST /public/forms/{token}", { ids, body });
}

/** Sells the client a package, a membership and a gift card. */
async function fillWallet({ get, owner, salon }: SpecApp, client_id: string): Promise<void> {
  const price = { amount: 10_000, currency: "EUR" };
  const newProduct = async (path: string, body: object) =>
    (await get(owner, `POST ${B}/${path}`, { body })).id;
  const sold = [
    {
      kind: "package",
      package_id: await newProduct("packages", { name: "Five cuts", units: 5, service_ids: [], price }),
    },
    {
      kind: "membership",
      membership_id: await newProduct("memberships", { name: "Monthly", credits: 2, service_ids: [], price }),
    },
    { kind: "gift_card", gift_card_id: await newProduct("gift-cards", { name: "Gift card", value: price }) },
  ];
  const payments = [{ method: "cash", amount: { amount: 30_000, currency: "EUR" } }];
  await get(owner, `POST ${B}/sales`, {
    body: { location_id: salon.locationId, client_id, lines: sold, payments },
  });
}
