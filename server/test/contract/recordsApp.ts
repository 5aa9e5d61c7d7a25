import { allRoutes } from "../../src/allRoutes.ts";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { pairKiosk, startPairing } from "../../src/features/booking/kiosks/index.ts";
import { createEntry } from "../../src/features/booking/waitlist/entries.ts";
import { insertOffer } from "../../src/features/booking/waitlist/offerStore.ts";
import { createClientField } from "../../src/features/business/businesses/index.ts";
import { createCategory } from "../../src/features/business/services/index.ts";
import { createTimeOff } from "../../src/features/business/staff/index.ts";
import { createTaxRate } from "../../src/features/business/tax-rates/index.ts";
import { takeDeposit } from "../../src/features/checkout/payments/deposits/takeDeposit.ts";
import { checkOut } from "../../src/features/checkout/payments/index.ts";
import {
  createGiftCard,
  createMembershipPlan,
  createPackage,
} from "../../src/features/checkout/prepaid/index.ts";
import { createProduct } from "../../src/features/checkout/products/index.ts";
import { createPromotion } from "../../src/features/checkout/promotions/index.ts";

import { createFormsLink, createTemplate } from "../../src/features/clients/forms/index.ts";
import { createNote } from "../../src/features/clients/notes/index.ts";
import { createPhoto } from "../../src/features/clients/photos/createPhoto.ts";
import { NO_PHOTO_STORAGE } from "../../src/features/clients/photos/index.ts";
import { discardBlobs } from "../../src/features/clients/photos/store.ts";
import { createCalendarFeed } from "../../src/features/scheduling/calendar-feeds/index.ts";
import { withSnapshot } from "../../src/features/scheduling/snapshot/index.ts";
import { createExport } from "../../src/features/transfer/exports/index.ts";
import { createImport } from "../../src/features/transfer/imports/index.ts";
import { readFile } from "../../src/features/transfer/imports/upload.ts";
import { newId } from "../../src/kernel/ids.ts";
import { openEmailOutbox } from "../../src/platform/email/index.ts";
import { isEventStream, type Route } from "../../src/platform/http/route.ts";
import { exampleOf } from "../../src/platform/http/schemaExamples.ts";
import { multipartOf, png } from "../fixtures/images.ts";
import { cardOf } from "../fixtures/savedCard.ts";
import { signedIn } from "../fixtures/signedIn.ts";
import { TEST_SECRET, type TestApp, testApp } from "../fixtures/testApp.ts";
import { uploadedFileOf } from "../fixtures/uploadedFile.ts";

/** A salon with a record for every path parameter, and its server's route table. */
export interface RecordsApp extends TestApp {
  readonly routes: readonly Route[];
  /** Ids by the names of path parameters and body fields, such as `appointment` and `appointment_id`. */
  readonly ids: Readonly<Record<string, string>>;
  /** A signed-in owner of the salon, for operations that need a session. */
  readonly owner: Awaited<ReturnType<typeof signedIn>>;
  readonly kioskCookie: string;
  readonly other: TestApp;
}

/** Creates the fixture for tests over the whole route table, which includes new routes automatically. */
export async function recordsApp(): Promise<RecordsApp> {
  const open = await testApp();
  const other = await testApp({ beside: open });
  const { salon } = open;
  const booked = await open.book("2027-03-29T09:00:00+02:00", salon.cut);
  const blocked = await open.call("POST", "/blocks", {
    location_id: salon.locationId,
    staff_id: salon.ben,
    starts_at: "2027-03-29T12:00:00+02:00",
    ends_at: "2027-03-29T13:00:00+02:00",
  });
  const records = await recordsOf(open);
  const linked = await formOf(open);
  const kiosk = await kioskOf(open);
  const saved_card = await cardOf(open, booked.body.data.id);
  const feed = await feedOf(open);
  const imported = await importOf(open);
  const exported = await exportOf(open);
  const names = {
    ...records,
    ...linked,
    ...feed,
    import: imported,
    export: exported,
    saved_card,
    business: salon.businessId,
    slug: "salon-lindenhof",
    location: salon.locationId,
    client: salon.clientId,
    service: salon.cut,
    staff: salon.anna,
    resource: salon.roomId,
    appointment: booked.body.data.id,
    item: booked.body.data.items[0].id,
    block: blocked.body.data.id,
    user: salon.ownerId,
    kiosk: kiosk.id,
  };
  const fields = Object.entries(names).map(([name, id]) => [`${name}_id`, id]);
  const owner = await signedIn(open);
  const membership = {
    userId: owner.userId,
    businessId: salon.businessId,
    role: "owner",
    staffId: null,
  } as const;
  await open.database.transaction((tx) => addMembership(tx, { ...membership, now: open.clock.now() }));
  const post = openEmailOutbox({ address: () => "http://127.0.0.1", log: () => undefined });
  return {
    ...open,
    owner,
    other,
    kioskCookie: kiosk.cookie,
    ids: { ...names, exclude_appointment_id: names.appointment, ...Object.fromEntries(fields) },
    routes: allRoutes({ database: open.database, clock: open.clock }, post, {
      webhooks: {
        encryption: open.encryption,
        policy: { allowPrivate: true, allowHttp: true },
        databaseClock: open.databaseClock,
      },
    }).filter((route) => !isEventStream(route)),
  };
}

/** Pairs a kiosk with the salon's location. */
async function kioskOf({ app, database, clock, salon }: TestApp): Promise<{ id: string; cookie: string }> {
  const settings = { secret: TEST_SECRET, address: () => "http://127.0.0.1" };
  const { record, token } = await startPairing({ database, clock }, settings);
  const { businessId, locationId, ownerId: userId } = salon;
  const pairing = { businessId, locationId, userId, code: record.code, name: "Front desk", now: clock.now() };
  const { id } = await database.transaction((tx) => pairKiosk(tx, settings, pairing));
  const cookie = `daybook_kiosk=${token}`;
  // The first request stores the kiosk's `last seen` time. Requests within the next minute do not change it.
  await app.inject({ method: "GET", url: "/api/v1/kiosk", headers: { cookie } });
  return { id, cookie };
}

/** Creates an import of a one-row file without assigned columns. */
export async function importOf({ database, clock, salon: { businessId } }: TestApp): Promise<string> {
  const file = await readFile(uploadedFileOf(Buffer.from("Name\nAda\n")));
  const creation = { businessId, input: { kind: "clients" as const }, now: clock.now() };
  return (await database.transaction((tx) => createImport(tx, file, creation))).id;
}

/** Requests an export, which no worker writes. */
export function exportOf({ database, clock, salon: { businessId, ownerId } }: TestApp): Promise<string> {
  const creation = { businessId, userId: ownerId, now: clock.now() };
  return database.transaction(async (tx) => createExport(tx, creation).id);
}

/** Creates a calendar feed of the salon's location. Returns its id and token. */
async function feedOf({ app, database, clock, salon: { businessId, locationId } }: TestApp) {
  const options = { businessId, address: () => "", now: clock.now() };
  const { id, url } = await database.transaction((tx) =>
    createCalendarFeed(tx, { location_id: locationId }, options),
  );
  // The first request stores the feed's `last read` time. Requests within the next minute do not change it.
  await app.inject({ url });
  return { feed: id, feed_token: url.split("/").at(-1) ?? "" };
}

/** Creates a pending form for an appointment that other tests do not use. Returns the form's id and token. */
async function formOf({ book, database, clock, salon }: TestApp) {
  const booked = await book("2027-03-31T16:00:00+02:00", salon.cut, salon.ben);
  const making = { businessId: salon.businessId, appointmentId: booked.body.data.id, own: null };
  const { token, forms } = await database.transaction((tx) =>
    createFormsLink(tx, { ...making, now: clock.now() }),
  );
  return { token, form: forms[0]?.id ?? "" };
}

/** Creates one record of each kind that the test salon does not have. Returns the ids by the names of the path parameters. */
export async function recordsOf(open: TestApp) {
  const { database, clock, salon, call } = open;
  const { businessId, anna } = salon;
  const endpoint = (await call("POST", "/webhooks", UNREACHABLE_ENDPOINT)).body.data.id;
  const delivery = (await call("POST", `/webhooks/${endpoint}/test`)).body.data.id;
  const now = clock.now();
  const away = { starts_at: "2027-12-27T09:00:00+01:00", ends_at: "2027-12-27T18:00:00+01:00" };
  const sold = { name: "Five cuts", service_ids: [], price: { amount: 20000, currency: "EUR" } };
  const field = await database.transaction((tx) =>
    createClientField(tx, businessId, { label: "Allergies", type: "text" }, now),
  );
  // The form's field has the id of the client field, so that the same id is valid in both request bodies.
  const fields = [{ id: field.id, type: "text" as const, label: field.label }];
  const health = { name: "Health", fields, frequency: "every_visit" as const };
  const { sale, payment } = await saleOf(open);
  const deposit = await depositOf(open);
  const photo = await photoOf(open);
  const wanted = {
    ...{ client_id: salon.clientId, location_id: salon.locationId },
    ...{
      items: [{ service_id: salon.cut, staff_id: anna }],
      windows: [{ from: "2027-04-01", to: "2027-04-30" }],
    },
  };
  const entry = await withSnapshot(database, businessId, (snapshot) =>
    database.transaction((tx) => createEntry(tx, snapshot, wanted, { own: null, now })),
  );
  const offer = {
    ...{ business_id: businessId, id: newId(), entry_id: entry.id, location_id: salon.locationId },
    ...{ status: "withdrawn" as const, is_held: false, items: [{ service_id: salon.cut, staff_id: anna }] },
    ...{ starts_at: now, ends_at: now, expires_at: now, created_at: now, updated_at: now },
  };
  await database.transaction(async (tx) => tx.write(insertOffer, offer));
  return database.transaction(async (tx) => ({
    entry: entry.id,
    offer: offer.id,
    sale,
    payment,
    deposit,
    photo,
    field: field.id,
    note: (
      await createNote(tx, { businessId, clientId: salon.clientId, own: null }, { text: "6.1, 6 %" }, now)
    ).id,
    form_template: (await createTemplate(tx, businessId, health, now)).id,
    endpoint,
    delivery,
    category: (await createCategory(tx, businessId, { name: "Hair" }, now)).id,
    time_off: (await createTimeOff(tx, businessId, anna, away, now)).id,
    tax_rate: (await createTaxRate(tx, businessId, { name: "VAT", percent: 19, included: true }, now)).id,
    product: (await createProduct(tx, businessId, { name: "Oil", price: sold.price, stock: 5 }, now)).id,
    package: (await createPackage(tx, businessId, { ...sold, units: 5 }, now)).id,
    membership: (await createMembershipPlan(tx, businessId, { ...sold, credits: 2 }, now)).id,
    gift_card: (await createGiftCard(tx, businessId, { name: "Gift card", value: sold.price }, now)).id,
    promotion: (await createPromotion(tx, businessId, { name: "Spring", kind: "percent", percent: 20 }, now))
      .id,
  }));
}

/** Takes a deposit for an appointment that other tests do not use. */
async function depositOf({ book, database, clock, salon }: TestApp): Promise<string> {
  const booked = await book("2027-04-29T16:00:00+02:00", salon.cut, salon.anna);
  const input = { method: "cash" as const, amount: { amount: 1_000, currency: "EUR" } };
  const taking = { appointmentId: booked.body.data.id, input, own: null, now: clock.now() };
  const { id } = await withSnapshot(database, salon.businessId, (snapshot) =>
    database.transaction((tx) => takeDeposit(tx, snapshot, taking)),
  );
  return id;
}

/** Creates a photo record for the client without storing images. */
async function photoOf({ database, clock, salon: { businessId, clientId } }: TestApp): Promise<string> {
  const consent = { given: true, date: "2027-03-01" };
  const photo = { stage: "before" as const, taken_at: "2027-03-01T06:00:00Z", consent };
  const [photoId, previewId, thumbnailId] = [newId(), newId(), newId()];
  const creation = { businessId, clientId, photoId, photo, own: null, now: clock.now() };
  const size = { byteLength: 70, width: 3, height: 2 };
  const picture = { mediaType: "image/png" as const, ...size, previewId, thumbnailId };
  const due_at = clock.now() + 86_400_000;
  const rows = [photoId, previewId, thumbnailId].map((id) => ({ business_id: businessId, id, due_at }));
  await database.query(discardBlobs, { rows });
  return (await database.transaction((tx) => createPhoto(tx, NO_PHOTO_STORAGE, creation, picture))).id;
}

/** Creates a sale that accepts many payments before it closes, and a payment that allows many partial refunds. */
export async function saleOf({ database, clock, salon }: TestApp, paidMinor = 40_000_000) {
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  const input = {
    location_id: salon.locationId,
    client_id: salon.clientId,
    lines: [{ kind: "product" as const, description: "Chair", unit_price: euros(90_000_000) }],
    payments: [{ method: "cash" as const, amount: euros(paidMinor) }],
  };
  const opening = { input, own: null, role: "owner" as const, now: clock.now() };
  const { sale } = await withSnapshot(database, salon.businessId, (snapshot) =>
    database.transaction((tx) => checkOut(tx, snapshot, opening)),
  );
  return { sale: sale.id, payment: sale.payment_ids[0] ?? "" };
}
/** The body of a webhook endpoint with a URL at which no server listens. */
export const UNREACHABLE_ENDPOINT = { url: "http://127.0.0.1:9/", events: ["client.created"] };

/** Returns the URL of a route with these ids. Replaces a missing id with a new one. */
export function addressOf(route: Route, ids: Readonly<Record<string, string>>): string {
  return `/api/v1${route.path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? newId())}`;
}

/** Returns the method and path of a route for test messages. */
export function nameOf(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** Returns credentials for the route: the API key if the route accepts keys, otherwise the owner's session. */
export function credentialsFor(
  route: Route,
  { owner, salon, kioskCookie }: RecordsApp,
): Record<string, string> {
  const { access } = route;
  if (access.kind === "kiosk") return { cookie: kioskCookie };
  const isForKeys = access.kind === "caller" || (access.kind === "business" && access.scope !== "app_only");
  return isForKeys
    ? { authorization: `Bearer ${salon.key}` }
    : { cookie: owner.cookie(), host: "localhost:80", origin: "http://localhost:80" };
}

/** Builds a body from the route's schema, with the fixture's ids. */
export function bodyFor(route: Route, ids: Readonly<Record<string, string>>): Record<string, unknown> {
  if (route.body === undefined) return {};
  const { custom_fields, ...body } = withIds(exampleOf(route.body), ids) as Record<string, unknown>;
  // Omits `custom_fields`, whose example contains unknown ids, and `resource_id`, because a block is for either a staff member
  // or a resource.
  if (body.staff_id !== undefined) delete body.resource_id;
  // Uses a webhook URL at which no server listens.
  if (body.url !== undefined) body.url = UNREACHABLE_ENDPOINT.url;
  return body;
}

function withIds(value: unknown, ids: Readonly<Record<string, string>>, name = ""): unknown {
  if (Array.isArray(value)) return value.map((inner) => withIds(inner, ids, name.replace(/s$/, "")));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, ids, key)]));
  return typeof value === "string" ? (ids[name] ?? value) : value;
}

/**
 * Converts JSON to a payload with headers. For an upload route, the payload is a multipart body with a file and a part for
 * each field of the object; other JSON values become a single part. For other routes, the JSON is unchanged.
 */
export async function sentAs(
  route: Pick<Route, "upload">,
  json: string,
): Promise<{ payload: string | Buffer; headers: Record<string, string> }> {
  if (route.upload === undefined) return { payload: json, headers: { "content-type": "application/json" } };
  const value: unknown = JSON.parse(json);
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  const fields = isObject ? (value as Record<string, unknown>) : { "": json };
  // JSON that is nested too deeply to serialize again is sent unchanged as a single part.
  return multipartOf(fields, png()).catch(() => multipartOf({ "": json }, png()));
}
