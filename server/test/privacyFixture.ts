import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import pg from "pg";
import { expect } from "vitest";
import { buildApp } from "../src/app.ts";
import { createClientField } from "../src/features/business/businesses/index.ts";
import {
  createGiftCard,
  createMembershipPlan,
  createPackage,
} from "../src/features/checkout/prepaid/index.ts";
import { createPromotion } from "../src/features/checkout/promotions/index.ts";
import { blockedContactKey } from "../src/features/clients/clients/index.ts";
import { type BlobStore, diskBlobs } from "../src/platform/blobs/index.ts";
import { FIELDS, type FormFixture, formFixture } from "./formFixture.ts";
import { type OpenSalon, openSalon } from "./openSalon.ts";
import { callerOf } from "./salon.ts";
import { type MemberCall, signedInMember } from "./signedInMember.ts";
import { money } from "./till.ts";

const SECRET = "a secret of forty characters, for a test";

/** A salon in which everything can be done for a client that ever is, photos included. */
export interface PrivacyFixture extends OpenSalon {
  readonly owner: MemberCall;
  readonly forms: FormFixture;
  readonly blobs: BlobStore;
  readonly contactKey: Buffer;
  /** A client of whom everything is known that can be, every word of it with this text in it. */
  richClient(text: string, digits: string): Promise<RichClient>;
  /** `table.column` of every value in the database in which a text stands, sorted; for bytes, the bytes of it. */
  columnsWith(text: string): Promise<string[]>;
  /** Whether any kept picture holds these bytes. */
  isPictured(text: string): Promise<boolean>;
}

export interface RichClient {
  readonly clientId: string;
  readonly visitIds: readonly string[];
  readonly saleId: string;
  readonly paymentId: string;
  readonly giftCardCode: string;
  readonly formId: string;
  readonly photoId: string;
  readonly fieldId: string;
  readonly mailId: string;
  /** Requests that can be sent again: with a key and signed in. */
  readonly again: readonly (() => Promise<{
    status: number;
    headers: Record<string, unknown>;
    text: string;
  }>)[];
}

export async function openPrivacyFixture(
  options: Parameters<typeof openSalon>[0] = {},
): Promise<PrivacyFixture> {
  const salonOf = await openSalon(options);
  const { database, clock, salon } = salonOf;
  const folder = await mkdtemp(join(tmpdir(), "daybook-life-"));
  const blobs = diskBlobs(folder);
  const app = await buildApp({ database, clock, secret: SECRET, blobs, checkAnswers: true });
  const open: OpenSalon = { ...salonOf, app, call: callerOf(app, salon) };
  const owner = await signedInMember(open, "owner");
  const forms = await formFixture(open);
  const { businessId } = salon;
  const inside = <T>(work: Parameters<typeof database.transaction<T>>[0]) => database.transaction(work);
  await forms.template({ name: "Health", fields: [FIELDS.allergies] });
  const price = money(10_000);
  const offers = await inside(async (tx) => ({
    package: await createPackage(
      tx,
      businessId,
      { name: "Five", service_ids: [], price, units: 5 },
      clock.now(),
    ),
    membership: await createMembershipPlan(
      tx,
      businessId,
      { name: "Monthly", service_ids: [], price, credits: 2 },
      clock.now(),
    ),
    giftCard: await createGiftCard(tx, businessId, { name: "Card", value: price }, clock.now()),
    promotion: await createPromotion(
      tx,
      businessId,
      { name: "Spring", kind: "percent", percent: 20 },
      clock.now(),
    ),
  }));

  const done = async <T extends { status: number; text?: string; body: { data: unknown } }>(
    asked: Promise<T>,
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  ): Promise<any> => {
    const answer = await asked;
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };

  let clients = 0;
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: open.connectionString });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  return {
    ...open,
    owner,
    forms,
    blobs,
    contactKey: blockedContactKey(SECRET),
    close: async () => {
      await app.close();
      await salonOf.close();
      await rm(folder, { recursive: true, force: true });
    },
    columnsWith: (text) => connected((client) => columnsWith(client, text)),
    isPictured: async (text) => {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const contents = await Promise.all(
        files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
      );
      return contents.some((bytes) => bytes.includes(text));
    },
    richClient: async (text, digits) => {
      const nth = ++clients;
      const field = await inside((tx) =>
        createClientField(tx, businessId, { label: "Coffee", type: "text" }, clock.now()),
      );
      const headers = (key: string) => ({ "idempotency-key": `${key} ${nth}` });
      const filled = {
        first_name: `First ${text}`,
        last_name: `Last ${text}`,
        email: `${text}@example.com`,
        phone_e164: `+49${digits}`,
        alert: `Alert ${text}`,
        custom_fields: { [field.id]: `Coffee ${text}` },
        patch_test_at: "2027-01-01",
      };
      const create = () => open.call("POST", "/clients", filled, headers("create"));
      const { id: clientId } = await done(create());
      const change = () =>
        owner("PATCH", `/clients/${clientId}`, { alert: `Anew ${text}` }, headers("change"));
      await done(change());
      const path = (id: string) => `/appointments/${id}`;
      const book = (more: object = {}) => forms.visit({ client_id: clientId, ...more });
      const coming = await book();
      await done(open.call("PATCH", `${path(coming.id)}/note`, { internal_note: `Note ${text}` }));
      const cancelled = await book();
      await done(
        open.call("POST", `${path(cancelled.id)}/transitions`, { to: "cancelled", reason: `Reason ${text}` }),
      );
      await done(owner("PUT", `${path(coming.id)}/promotion`, { promotion_id: offers.promotion.id }));
      const arrived = await book();
      const { token, forms: due } = await forms.link(arrived.id);
      const signature_png = pictureOf(text).toString("base64");
      const answers = [{ field_id: FIELDS.allergies.id, value: `Answer ${text}` }];
      const form = { form_id: due[0]?.id, answers, signer_name: `Signer ${text}`, signature_png };
      expect((await forms.submit(token, form)).status).toBe(200);
      // Another one that is only handed out.
      await forms.link(coming.id);
      const photo = await uploaded(open, owner, clientId, text);
      const lines = [
        { kind: "package", package_id: offers.package.id },
        { kind: "membership", membership_id: offers.membership.id },
        { kind: "gift_card", gift_card_id: offers.giftCard.id },
      ];
      const sell = { location_id: salon.locationId, client_id: clientId, lines };
      const paid = { method: "cash", amount: money(30_000), reference: `Slip ${text}` };
      const sale = await done(owner("POST", "/sales", { ...sell, payments: [paid] }));
      const product = { kind: "product", description: "Oil", unit_price: money(2_000) };
      const oil = await done(
        owner("POST", "/sales", {
          ...sell,
          lines: [product],
          payments: [{ method: "cash", amount: money(2_000), reference: `Slip ${text}` }],
        }),
      );
      const refund = { amount: money(500), reason: `Reason ${text}` };
      await done(owner("POST", `/payments/${oil.payment_ids[0]}/refunds`, refund));
      const mailId = await connected((client) => letterTo(client, businessId, clientId, text));
      return {
        clientId,
        visitIds: [coming.id, cancelled.id, arrived.id],
        saleId: sale.id,
        paymentId: oil.payment_ids[0],
        giftCardCode: sale.lines[2].gift_card_code,
        formId: String(due[0]?.id),
        photoId: photo.id,
        fieldId: field.id,
        mailId,
        again: [async () => ({ ...(await create()), text: "" }) as never, change],
      };
    },
  };
}

/** As the worker will write it. */
async function letterTo(
  client: pg.Client,
  businessId: string,
  clientId: string,
  text: string,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into emails (
       id, business_id, client_id, purpose, recipient, subject, body_text, calendar_text, calendar_method, status, due_at,
       created_at, updated_at
     )
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, $3, $3, $3, 'REQUEST', 'pending', now(), now(), now())
     returning id`,
    [businessId, clientId, `Mail ${text}`],
  );
  return String(rows[0]?.id);
}

async function uploaded({ app, salon }: OpenSalon, owner: MemberCall, clientId: string, text: string) {
  const boundary = "----daybook";
  const part = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const consent = JSON.stringify({ given: true, date: "2027-01-01", scope: "record" });
  const fields =
    part("stage", "before") + part("taken_at", "2027-01-01T09:00:00Z") + part("consent", consent);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(fields + head),
    pictureOf(text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await owner("POST", `/clients/${clientId}/photos`, body, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
  expect(answer.status, `${answer.text} ${salon.businessId} ${app.version}`).toBe(201);
  return answer.body.data;
}

/** A grey PNG in whose dots a text can be read, byte for byte. */
function pictureOf(text: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(64, 0);
  header.writeUInt32BE(8, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(65 * 8);
  for (let row = 0; row < 8; row++) rows.write(text, row * 65 + 1, "utf8");
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), bytes]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(bytes.length, 0);
  made.set(named, 4);
  made.writeUInt32BE(crc32(named), named.length + 4);
  return made;
}

/** Looks at every value of every table, whatever its type. */
async function columnsWith(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns as c
     join information_schema.tables as t using (table_schema, table_name)
     where c.table_schema = 'public'
       and t.table_type = 'BASE TABLE'
     order by 1, 2`,
  );
  expect(rows.length).toBeGreaterThan(400);
  const found: string[] = [];
  for (const { table, column, type } of rows) {
    const [name, where] = [pg.escapeIdentifier(column), pg.escapeIdentifier(table)];
    const holds =
      type === "bytea"
        ? `position(convert_to($1, 'UTF8') in ${name}) > 0`
        : `position(lower($1) in lower(${name}::text)) > 0`;
    const answer = await client.query(`select from ${where} where ${holds} limit 1`, [text]);
    if (answer.rowCount === 1) found.push(`${table}.${column}`);
  }
  return found;
}
