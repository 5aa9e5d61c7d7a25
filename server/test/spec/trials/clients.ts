import { expect } from "vitest";
import type { SpecApp } from "../specApp.ts";
import { deleted, one, pageOf, type Trial } from "../trial.ts";
import type { RequestInput } from "../twoBusinesses.ts";

const B = "/businesses/{business}";
const CLIENT = `${B}/clients/{client}`;

async function ofGuest(stage: SpecApp, body?: unknown): Promise<RequestInput> {
  return { ids: { client: await stage.guest() }, ...(body === undefined ? {} : { body }) };
}

/** Every field of spec §2, "Client". */
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

/** What was sent reads back the same; the block as the instant since when. */
function readBack(stage: SpecApp) {
  const { online_booking_blocked: _, ...same } = wholeClient(stage);
  return { ...same, online_booking_blocked_at: expect.stringMatching(/Z$/) };
}

/** Spec §2, `custom_fields`: what is no answer to the field is refused by its path, null clears. */
const fieldAnswers: NonNullable<Trial["also"]>[string] = async (stage, ask) => {
  const { fields } = stage;
  const ids = { client: await stage.guest() };
  const set = (field: string, value: unknown) =>
    ask({ ids, body: { first_name: "Ada", custom_fields: { [field]: value } } });
  const wrong: [string, unknown][] = [
    [fields.text, 5],
    [fields.choice, "Soy milk"],
    [fields.yes_no, "yes"],
    [fields.date, "2027-02-30"],
    [stage.salon.anna, "x"],
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

/** Spec §4, "Clients". */
export const clientTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/clients`]: {
    answers: pageOf("client"),
    wish: async (stage) => {
      await stage.guest({ last_name: "Suchmann" });
      return { query: { q: "suchm" } };
    },
    also: {
      "`q` searches, and `cursor` goes on where the page before ended": async (stage, ask) => {
        const ids = [
          await stage.guest({ last_name: "Müllerin" }),
          await stage.guest({ last_name: "Mueller" }),
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
        const strange = await ask({ query: { q: "muelle", cursor: "x" } });
        expect(strange.body.details.fields[0].path).toBe("/cursor");
      },
    },
  },
  [`POST ${B}/clients`]: {
    answers: one("client"),
    wish: async (stage) => ({ body: wholeClient(stage) }),
    also: {
      "keeps every field; a first name is enough": async (stage, ask) => {
        expect((await ask({ body: wholeClient(stage) })).body.data).toMatchObject(readBack(stage));
        const bare = (await ask({ body: { first_name: "Ada" } })).body.data;
        expect(bare).toMatchObject({ last_name: null, custom_fields: {}, online_booking_blocked_at: null });
      },
      "answers to its own fields are of their types": fieldAnswers,
    },
  },
  [`GET ${CLIENT}`]: { answers: one("client"), wish: (stage) => ofGuest(stage) },
  [`PATCH ${CLIENT}`]: {
    answers: one("client"),
    wish: async (stage) => ofGuest(stage, wholeClient(stage)),
    also: {
      "changes what is sent, keeps what is absent, clears what is null": async (stage, ask) => {
        const wish = await ofGuest(stage, wholeClient(stage));
        expect((await ask(wish)).body.data).toMatchObject(readBack(stage));
        const cleared = { alert: null, patch_test_at: null, online_booking_blocked: false };
        const { data } = (await ask({ ...wish, body: cleared })).body;
        expect(data).toMatchObject({
          ...readBack(stage),
          alert: null,
          patch_test_at: null,
          online_booking_blocked_at: null,
        });
      },
      "answers to its own fields are of their types": fieldAnswers,
    },
  },
  [`DELETE ${CLIENT}`]: {
    answers: deleted,
    wish: (stage) => ofGuest(stage),
    also: {
      "404 at once, everywhere and out of search; visits to come are cancelled": async (stage, ask) => {
        const client = await stage.guest({ last_name: "Fortgang" });
        const visit = await stage.visit({ client_id: client });
        await ask({ ids: { client } });
        for (const path of ["", "/appointments", "/forms", "/wallet"]) {
          const { status } = await stage.ask(stage.program, `GET ${CLIENT}${path}`, { ids: { client } });
          expect(status, path).toBe(404);
        }
        expect((await ask({ ids: { client } })).status).toBe(404);
        const found = await stage.get(stage.program, `GET ${B}/clients`, { query: { q: "fortgang" } });
        expect(found.items).toEqual([]);
        const left = await stage.get(stage.program, `GET ${B}/appointments/{appointment}`, {
          ids: { appointment: visit.id },
        });
        expect(left.status).toBe("cancelled");
      },
    },
  },
  [`GET ${CLIENT}/appointments`]: { answers: pageOf("appointment"), wish: (stage) => ofGuest(stage) },
  [`GET ${CLIENT}/photos`]: {
    answers: pageOf("photo"),
    wish: async (stage) => {
      const client = await stage.guest();
      await uploadPhoto(stage, client);
      return { ids: { client } };
    },
    also: {
      "newest first; each `url` opens without a key": async (stage, ask) => {
        const client = await stage.guest();
        const older = await uploadPhoto(stage, client);
        const newer = await uploadPhoto(stage, client, { stage: "after", taken_at: "2027-02-21T10:00:00Z" });
        const { items } = (await ask({ ids: { client } })).body.data;
        expect(items.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
        const opened = await fetch(items[0].url);
        expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/png"]);
      },
    },
  },
  [`GET ${CLIENT}/forms`]: {
    answers: pageOf("form"),
    wish: async (stage) => {
      const client = await stage.guest();
      await fillIn(stage, client);
      return { ids: { client } };
    },
  },
  [`GET ${CLIENT}/wallet`]: {
    answers: one("wallet"),
    wish: async (stage) => {
      const client = await stage.guest();
      await fillWallet(stage, client);
      return { ids: { client } };
    },
  },
};

interface ClientPage {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

/** A grey dot. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/** Uploads a photo of a client as a member does; answers its record. */
export async function uploadPhoto(
  stage: SpecApp,
  client: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ id: string; url: string; url_expires_at: string }> {
  const body = new FormData();
  const consent = JSON.stringify({ given: true, date: "2027-02-20", scope: "record" });
  const fields = { stage: "before", taken_at: "2027-02-20T10:00:00Z", consent, ...more };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", new Blob([PNG], { type: "image/png" }), "photo.png");
  return stage.get(stage.owner, `POST ${CLIENT}/photos`, { ids: { client }, body });
}

/** A visit's form, filled in by its link. */
async function fillIn(stage: SpecApp, client: string): Promise<void> {
  const { id } = await stage.visit({ client_id: client });
  const link = `POST ${B}/appointments/{appointment}/forms/link`;
  const { url } = await stage.get(stage.program, link, { ids: { appointment: id } });
  const ids = { token: new URL(url).pathname.split("/").at(-1) ?? "" };
  const [form] = (await stage.get(stage.nobody, "GET /public/forms/{token}", { ids })).forms;
  const values = ["Nuts", true];
  const answers = form.fields.map((field: { id: string }, at: number) => ({
    field_id: field.id,
    value: values[at],
  }));
  const body = { form_id: form.id, answers, signer_name: "Ada" };
  await stage.get(stage.nobody, "POST /public/forms/{token}", { ids, body });
}

/** Sells a client one of everything that a wallet holds. */
async function fillWallet({ get, owner, salon }: SpecApp, client_id: string): Promise<void> {
  const price = { amount: 10_000, currency: "EUR" };
  const offer = async (path: string, body: object) => (await get(owner, `POST ${B}/${path}`, { body })).id;
  const sold = [
    {
      kind: "package",
      package_id: await offer("packages", { name: "Five cuts", units: 5, service_ids: [], price }),
    },
    {
      kind: "membership",
      membership_id: await offer("memberships", { name: "Monthly", credits: 2, service_ids: [], price }),
    },
    { kind: "gift_card", gift_card_id: await offer("gift-cards", { name: "Gift card", value: price }) },
  ];
  const payments = [{ method: "cash", amount: { amount: 30_000, currency: "EUR" } }];
  await get(owner, `POST ${B}/sales`, {
    body: { location_id: salon.locationId, client_id, lines: sold, payments },
  });
}
