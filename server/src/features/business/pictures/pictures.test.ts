import sharp from "sharp";
import { expect, test } from "vitest";
import { bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { jpeg, multipartOf, png, TELLTALE } from "../../../../test/fixtures/images.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";

const open = await bookingApp();
const manager = await signedInMember(open, "manager");

const LOGO = "/booking-page/logo";
const photoPath = () => `/staff/${open.salon.anna}/photo`;

async function put(path: string, file: Buffer, member = manager) {
  const { payload, headers } = await multipartOf({}, file);
  return member("PUT", path, payload, headers);
}

const view = (url: string) => open.app.inject({ method: "GET", url: new URL(url).pathname });

test("a photo of a staff member is cropped to a square without metadata, and shown to staff and visitors under one lasting URL", async () => {
  const wide = await sharp({ create: { width: 900, height: 400, channels: 3, background: "#804020" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: TELLTALE } })
    .toBuffer();
  const before = (await manager("GET", "/staff")).body.data.items[0];
  expect(before.photo_url).toBeNull();
  open.clock.set(open.clock.now() + 1000);
  const { status, body } = await put(photoPath(), wide);
  expect(status, JSON.stringify(body)).toBe(200);
  const { photo_url } = body.data;
  expect(photo_url).toMatch(/^http:\S+\/api\/v1\/public\/pictures\/[\w-]{43}$/);
  expect(Date.parse(body.data.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect((await manager("GET", "/staff")).body.data.items[0].photo_url).toBe(photo_url);

  const image = await view(photo_url);
  expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(image.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 384, height: 384, format: "webp" });
  expect(image.rawPayload.includes(TELLTALE)).toBe(false);

  const menu = await open.visit("GET", `/locations/${open.salon.locationId}/menu`);
  const performers = menu.body.data.services.flatMap((service: { staff: object[] }) => service.staff);
  expect(performers).toContainEqual(expect.objectContaining({ staff_id: open.salon.anna, photo_url }));
});

test("a new picture gets a new URL, the old URL ends, and deleting twice is allowed", async () => {
  const first = (await put(photoPath(), jpeg())).body.data.photo_url;
  const second = (await put(photoPath(), png())).body.data.photo_url;
  expect(second).not.toBe(first);
  expect((await view(first)).statusCode).toBe(404);
  expect(
    (await manager("PATCH", `/staff/${open.salon.anna}`, { title: "Colourist" })).body.data.photo_url,
  ).toBe(second);
  for (let time = 0; time < 2; time++) {
    const { status, body } = await manager("DELETE", photoPath());
    expect([status, body.data.photo_url]).toEqual([200, null]);
  }
  expect((await view(second)).statusCode).toBe(404);
});

test("the logo keeps its shape and transparency, and replacing the settings keeps it", async () => {
  const transparent = await sharp({
    create: { width: 1600, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { status, body } = await put(LOGO, transparent);
  expect(status, JSON.stringify(body)).toBe(200);
  const { logo_url } = body.data;
  const shown = await sharp((await view(logo_url)).rawPayload).metadata();
  expect(shown).toMatchObject({ width: 640, height: 120, hasAlpha: true });
  expect((await manager("PUT", "/booking-page", {})).body.data.logo_url).toBe(logo_url);
  expect((await open.visit("GET", "")).body.data.logo_url).toBe(logo_url);
  expect((await manager("DELETE", LOGO)).body.data.logo_url).toBeNull();
});

test("refuses files that are no image, unknown staff members, other roles and forged URLs", async () => {
  expect(fieldsIn(await put(LOGO, Buffer.from("<svg></svg>")))).toEqual([422, "/file"]);
  expect((await put(`/staff/${open.salon.businessId}/photo`, png())).status).toBe(404);
  const reception = await signedInMember(open, "reception");
  expect((await put(photoPath(), png(), reception)).status).toBe(403);
  expect((await reception("DELETE", LOGO)).status).toBe(403);
  for (const token of ["x", "A".repeat(43), `${"A".repeat(42)}B`, "%00".repeat(43)])
    expect((await view(`http://localhost/api/v1/public/pictures/${token}`)).statusCode).toBe(404);
});
