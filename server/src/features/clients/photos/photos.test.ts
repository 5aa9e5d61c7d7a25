import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { jpeg, multipartOf, png, pngWithMetadata } from "../../../../test/fixtures/images.ts";
import type { HttpAnswer } from "../../../../test/fixtures/signedIn.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { pick, updateRow } from "../../../platform/database/index.ts";
import { photos } from "../../../tables/clients.ts";

const open = await testApp();
const reception = await signedInMember(open, "reception");
const anna = await signedInMember(open, "staff");

const CONSENT = { given: true, date: "2027-03-01", scope: "marketing" };
const FIELDS = { stage: "before", taken_at: "2027-03-01T06:00:00Z", consent: CONSENT };
const MINUTES = 60_000;

async function upload(
  more: Record<string, unknown> = {},
  options: {
    call?: MemberCall;
    clientId?: string;
    file?: Buffer | null;
    headers?: Record<string, string>;
  } = {},
): Promise<HttpAnswer> {
  const { call = reception, clientId = open.salon.clientId, file = png(), headers = {} } = options;
  const fields = Object.fromEntries(
    Object.entries({ ...FIELDS, ...more }).filter(([, value]) => value !== undefined),
  );
  const { payload, headers: typed } = await multipartOf(fields, file ?? undefined);
  return call("POST", `/clients/${clientId}/photos`, payload, { ...typed, ...headers });
}

const forgetSizes = updateRow(
  "test_photos_forget_sizes",
  photos,
  pick(photos.columns, "preview_id", "thumbnail_id"),
);

const view = (url: string) => open.app.inject({ url: new URL(url).pathname });
const photosOf = async (clientId: string, search = "") =>
  (await open.call("GET", `/clients/${clientId}/photos${search}`)).body.data;
const refused = ({ status, body }: { status: number; body: HttpAnswer["body"] }) => [
  status,
  ...(body.details?.fields ?? []).map((field: { path: string }) => field.path),
];

describe("a photo", () => {
  test("is answered with its consent and URLs that show it", async () => {
    const { salon, clock } = open;
    const added = await upload();
    expect(added.status, added.text).toBe(201);
    const { id, url, preview_url, thumbnail_url, ...photo } = added.body.data;
    expect(photo).toEqual({
      client_id: salon.clientId,
      appointment_id: null,
      caption: null,
      stage: "before",
      taken_at: "2027-03-01T06:00:00Z",
      image_use_consent: { ...CONSENT, withdrawn_at: null },
      url_expires_at: new Date(clock.now() + 10 * MINUTES).toISOString().replace(".000", ""),
      created_at: "2027-03-01T06:00:00Z",
      updated_at: "2027-03-01T06:00:00Z",
    });
    for (const [address, type, format] of [
      [url, "image/png", "png"],
      [preview_url, "image/webp", "webp"],
      [thumbnail_url, "image/webp", "webp"],
    ]) {
      const seen = await view(address);
      expect(seen.statusCode).toBe(200);
      expect(await sharp(seen.rawPayload).metadata()).toMatchObject({ format, width: 3, height: 2 });
      expect(seen.headers).toMatchObject({
        "content-type": type,
        "content-length": `${seen.rawPayload.length}`,
        "content-disposition": "inline",
        "cache-control": "private, no-store",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
      });
    }
    expect((await photosOf(salon.clientId)).items.map((each: { id: string }) => each.id)).toContain(id);
  });

  test("is stored upright and without metadata, in three sizes", async () => {
    const wide = png({ width: 1600, height: 400 });
    const file = pngWithMetadata({ orientation: 6, image: wide });
    expect(file.includes("TELLTALE")).toBe(true);
    const photo = (await upload({}, { file })).body.data;
    for (const [url, width, height] of [
      [photo.url, 400, 1600],
      [photo.preview_url, 320, 1280],
      [photo.thumbnail_url, 80, 320],
    ]) {
      const { rawPayload } = await view(url);
      expect(rawPayload.toString("latin1")).not.toMatch(/TELLTALE|GPS/);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height });
    }
    const shown = await view((await upload({}, { file: jpeg() })).body.data.url);
    expect(shown.headers["content-type"]).toBe("image/jpeg");
    expect(shown.rawPayload.includes("TELLTALE")).toBe(false);
  });

  test("that was sent as HEIC is shown as JPEG", async () => {
    const file = readFileSync(join(import.meta.dirname, "../../../platform/images/samples/phone.heic"));
    const photo = (await upload({}, { file })).body.data;
    const { headers, rawPayload } = await view(photo.url);
    expect(headers["content-type"]).toBe("image/jpeg");
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 128, height: 160 });
  });

  test("stored before there were smaller sizes shows the full image at all URLs", async () => {
    const { businessId } = open.salon;
    const { id } = (await upload({}, { file: jpeg() })).body.data;
    await open.database.query(forgetSizes, {
      business_id: businessId,
      id,
      preview_id: null,
      thumbnail_id: null,
    });
    const [photo] = (await photosOf(open.salon.clientId)).items.filter(
      (each: { id: string }) => each.id === id,
    );
    for (const url of [photo.url, photo.preview_url, photo.thumbnail_url]) {
      const { headers, statusCode } = await view(url);
      expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
    }
    const path = `/clients/${open.salon.clientId}/photos/${id}`;
    expect((await reception("DELETE", path)).status).toBe(200);
    for (const url of [photo.url, photo.preview_url, photo.thumbnail_url])
      expect((await view(url)).statusCode).toBe(404);
  });

  test("of 20 MB is accepted, one more byte answers 413", async () => {
    const max = 20 * 1024 * 1024;
    const filler = (size: number) => Buffer.concat([png(), Buffer.alloc(size - png().length)]);
    const taken = await upload({}, { file: filler(max) });
    expect(taken.status, taken.text).toBe(201);
    const tooLarge = await upload({}, { file: filler(max + 1) });
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, "payload_too_large"]);
    const muchTooLarge = await upload({}, { file: filler(max + 1024 * 1024) });
    expect([muchTooLarge.status, muchTooLarge.body.code]).toEqual([413, "payload_too_large"]);
  });

  test("refers only to an appointment of its client", async () => {
    const { book, salon, addClient } = open;
    const appointment = (await book("2027-03-08T09:00:00+01:00", salon.cut)).body.data.id;
    expect((await upload({ appointment_id: appointment })).body.data.appointment_id).toBe(appointment);
    const other = await addClient({});
    expect(refused(await upload({ appointment_id: appointment }, { clientId: other }))).toEqual([
      422,
      "/appointment_id",
    ]);
    expect(refused(await upload({ appointment_id: newId() }))).toEqual([422, "/appointment_id"]);
  });

  test("is for the record only without consent, and by default", async () => {
    const no = await upload({ consent: { given: false, date: "2027-03-01" } });
    expect(no.body.data.image_use_consent).toEqual({
      given: false,
      date: "2027-03-01",
      scope: "record",
      withdrawn_at: null,
    });
    const both = await upload({ consent: { given: false, date: "2027-03-01", scope: "marketing" } });
    expect(refused(both)).toEqual([422, "/consent/scope"]);
  });

  test("with invalid input answers 422 with the paths of the fields", async () => {
    expect(refused(await upload({}, { file: null }))).toEqual([422, "/file"]);
    expect(refused(await upload({}, { file: Buffer.from("<svg/>") }))).toEqual([422, "/file"]);
    expect(refused(await upload({}, { file: png().subarray(0, -5) }))).toEqual([422, "/file"]);
    expect(refused(await upload({ stage: "during", more: "1" }))).toEqual([422, "/more", "/stage"]);
    expect(refused(await upload({ consent: undefined, taken_at: undefined }))).toEqual([
      422,
      "/taken_at",
      "/consent",
    ]);
    expect(refused(await upload({ consent: "{" }))).toEqual([422, "/consent"]);
    expect(refused(await upload({ consent: { given: "yes", date: "2027-02-30" } }))).toEqual([
      422,
      "/consent/given",
      "/consent/date",
    ]);
    expect(refused(await upload({}, { clientId: newId() }))).toEqual([404]);
  });

  test("cannot be created by an API key, nor as JSON", async () => {
    const path = `/clients/${open.salon.clientId}/photos`;
    expect((await open.call("POST", path, {})).body.code).toBe("forbidden_role");
    const asJson = await reception("POST", path, FIELDS);
    expect([asJson.status, asJson.body.code]).toEqual([415, "unsupported_media_type"]);
  });

  test("that is sent again with the same Idempotency-Key is created once, also with another multipart boundary", async () => {
    const clientId = await open.addClient({});
    const headers = { "idempotency-key": "photo-1" };
    // Each request has a different multipart boundary, which must not affect the replay.
    const first = await upload({}, { clientId, headers });
    const second = await upload({}, { clientId, headers });
    expect([second.status, second.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    expect(second.text).toBe(first.text);
    expect((await photosOf(clientId)).items).toHaveLength(1);
    const other = await upload({}, { clientId, headers, file: png({ width: 4 }) });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    const bad = { clientId, headers: { "idempotency-key": "photo-2" }, file: Buffer.from("x") };
    expect((await upload({}, bad)).status).toBe(422);
    expect((await upload({}, bad)).headers["idempotency-replayed"]).toBe("true");
  });
});

describe("a signed URL", () => {
  test("opens until exactly ten minutes after the answer", async () => {
    const { clock, salon } = open;
    const now = clock.now();
    await upload();
    clock.set(now + 3 * MINUTES + 7);
    const [photo] = (await photosOf(salon.clientId)).items;
    expect(Date.parse(photo.url_expires_at)).toBe(now + 13 * MINUTES + 7);
    clock.set(now + 13 * MINUTES + 6);
    expect((await view(photo.url)).statusCode).toBe(200);
    clock.set(now + 13 * MINUTES + 7);
    const expired = await view(photo.url);
    expect(expired.statusCode).toBe(404);
    expect(expired.headers["content-type"]).toBe("application/json; charset=utf-8");
    clock.set(now);
  });

  test("with any changed character answers the same 404", async () => {
    const { url } = (await upload()).body.data as { url: string };
    const none = await view(`${url.slice(0, url.lastIndexOf("/"))}/x`);
    expect(none.statusCode).toBe(404);
    const token = url.slice(url.lastIndexOf("/") + 1);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === "A" ? "B" : "A";
      const forged = await view(url.replace(token, token.slice(0, at) + other + token.slice(at + 1)));
      expect([forged.statusCode, forged.body], `${at}`).toEqual([404, none.body]);
    }
    for (const more of [`${token}A`, `${token}=`, token.slice(0, -1), `${token}%20`])
      expect((await view(url.replace(token, more))).body).toBe(none.body);
  });

  test("of a deleted photo or client answers 404", async () => {
    const clientId = await open.addClient({});
    const one = (await upload({}, { clientId })).body.data;
    const two = (await upload({}, { clientId })).body.data;
    expect((await reception("DELETE", `/clients/${clientId}/photos/${one.id}`)).body.data).toEqual({
      id: one.id,
      deleted: true,
    });
    expect((await view(one.url)).statusCode).toBe(404);
    expect((await view(two.url)).statusCode).toBe(200);
    expect((await reception("DELETE", `/clients/${clientId}/photos/${one.id}`)).status).toBe(404);
    await open.call("DELETE", `/clients/${clientId}`);
    expect((await view(two.url)).statusCode).toBe(404);
    expect((await open.call("GET", `/clients/${clientId}/photos`)).status).toBe(404);
    expect((await upload({}, { clientId })).status).toBe(404);
  });
});

describe("the list", () => {
  test("is ordered by taken_at, newest first, over all pages", async () => {
    const clientId = await open.addClient({});
    for (const day of ["02", "04", "01", "03", "04"])
      await upload({ taken_at: `2027-02-${day}T10:00:00+01:00` }, { clientId });
    const all = (await photosOf(clientId)).items;
    expect(all.map((photo: { taken_at: string }) => photo.taken_at.slice(8, 10))).toEqual([
      "04",
      "04",
      "03",
      "02",
      "01",
    ]);
    const first = await photosOf(clientId, "?limit=2");
    const second = await photosOf(clientId, `?limit=3&cursor=${first.next_cursor}`);
    expect(second.next_cursor).toBeNull();
    const ids = (items: { id: string }[]) => items.map(({ id }) => id);
    expect([...ids(first.items), ...ids(second.items)]).toEqual(ids(all));
  });

  test("and all other operations answer 404 to a staff member for a client who is not their own", async () => {
    const clientId = await open.addClient({});
    const { id } = (await upload({}, { clientId })).body.data;
    const path = `/clients/${clientId}/photos`;
    const answers = [
      await anna("GET", path),
      await upload({}, { call: anna, clientId }),
      await anna("PATCH", `${path}/${id}`, { stage: "after" }),
      await anna("DELETE", `${path}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const appointment = await open.book("2027-03-09T09:00:00+01:00", open.salon.cut, open.salon.anna, {
      client_id: clientId,
    });
    expect(
      (await upload({ appointment_id: appointment.body.data.id }, { call: anna, clientId })).status,
    ).toBe(201);
    expect((await anna("GET", path)).body.data.items).toHaveLength(2);
    const bens = await open.book("2027-03-09T12:00:00+01:00", open.salon.cut, open.salon.ben, {
      client_id: clientId,
    });
    const foreign = await upload({ appointment_id: bens.body.data.id }, { call: anna, clientId });
    expect(refused(foreign)).toEqual([422, "/appointment_id"]);
  });
});

describe("an update", () => {
  const changed = async (change: object, more: Record<string, unknown> = {}) => {
    const { id } = (await upload(more)).body.data;
    return { id, ...(await change_(id, change)) };
  };
  const change_ = (id: string, change: object) =>
    reception("PATCH", `/clients/${open.salon.clientId}/photos/${id}`, change);

  test("leaves absent fields unchanged", async () => {
    const { body } = await changed({ stage: "after", taken_at: "2027-02-28T23:00:00.5-01:00" });
    expect(body.data).toMatchObject({
      stage: "after",
      taken_at: "2027-03-01T00:00:00.500Z",
      image_use_consent: { ...CONSENT, withdrawn_at: null },
    });
  });

  test("that withdraws the consent keeps the photo and the consent, and a second one changes nothing", async () => {
    const { clock } = open;
    const at = clock.now();
    const { id, body } = await changed({ consent: { withdrawn: true } });
    const withdrawn = { ...CONSENT, withdrawn_at: "2027-03-01T06:00:00Z" };
    expect(body.data.image_use_consent).toEqual(withdrawn);
    clock.set(at + MINUTES);
    const again = await change_(id, { consent: { withdrawn: true } });
    expect(again.body.data).toMatchObject({
      image_use_consent: withdrawn,
      updated_at: "2027-03-01T06:00:00Z",
    });
    expect((await view(again.body.data.url)).statusCode).toBe(200);
    clock.set(at);
    expect(refused(await change_(id, { consent: { withdrawn: false } }))).toEqual([422, "/consent/date"]);
    const anew = await change_(id, { consent: { withdrawn: false, date: "2027-03-02" } });
    expect(anew.body.data.image_use_consent).toEqual({ ...CONSENT, date: "2027-03-02", withdrawn_at: null });
  });

  test("never leaves the scope marketing without consent", async () => {
    const no = await changed({ consent: { given: false } });
    expect(no.body.data.image_use_consent).toMatchObject({ given: false, scope: "record" });
    expect(refused(await change_(no.id, { consent: { scope: "marketing" } }))).toEqual([
      422,
      "/consent/scope",
    ]);
    expect(refused(await change_(no.id, { consent: { withdrawn: true } }))).toEqual([
      422,
      "/consent/withdrawn",
    ]);
    expect(refused(await change_(no.id, { stage: null, client_id: newId() }))).toEqual([
      422,
      "/client_id",
      "/stage",
    ]);
  });
});
