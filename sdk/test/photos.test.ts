import { expect, test } from "vitest";
import { addMembership } from "../../server/src/features/access/accounts/index.ts";
import { png } from "../../server/test/fixtures/images.ts";
import { signedUp } from "../../server/test/fixtures/signedIn.ts";
import { testApp } from "../../server/test/fixtures/testApp.ts";
import { type ApiError, connect } from "../src/index.ts";

const fixture = await testApp();
const address = await fixture.app.listen({ port: 0, host: "127.0.0.1" });
const { salon, database, clock } = fixture;
const user = await signedUp(fixture.app);
const membership = {
  userId: user.userId,
  businessId: salon.businessId,
  role: "reception" as const,
  staffId: null,
  now: clock.now(),
};
await database.transaction((tx) => addMembership(tx, membership));
const cookie = user.cookie();
const daybook = connect({ address, headers: { cookie } });
const path = { business: salon.businessId, client: salon.clientId };

const fields = {
  stage: "before",
  taken_at: "2027-03-01T06:00:00Z",
  consent: { given: true, date: "2027-03-01", scope: "marketing" },
} as const;

test.each([
  ["bytes", () => new Uint8Array(png())],
  ["a Blob", () => new Blob([new Uint8Array(png())])],
  ["a File", () => new File([new Uint8Array(png())], "before.png", { type: "image/png" })],
])("a photo is uploaded as %s, and its images are downloaded", async (_, file) => {
  const photo = await daybook.photos.upload({ path, file: file(), ...fields });
  expect(photo).toMatchObject({
    client_id: path.client,
    stage: "before",
    appointment_id: null,
    image_use_consent: { given: true, date: "2027-03-01", scope: "marketing" },
  });
  const listed = await daybook.clients.listPhotos({ path });
  expect(listed.items.map(({ id }) => id)).toContain(photo.id);
  const image = await daybook.photos.download({ url: photo.url });
  expect([image.type, image.size > 0]).toEqual(["image/png", true]);
  const thumbnail = await daybook.photos.download({ url: photo.thumbnail_url });
  expect(thumbnail.type).toBe("image/webp");
});

test("a second upload with the same Idempotency-Key creates no second photo", async () => {
  const client = await fixture.addClient({ first_name: "Ines" });
  const upload = (date: string) =>
    daybook.photos.upload({
      path: { ...path, client },
      file: new Uint8Array(png()),
      ...fields,
      consent: { ...fields.consent, date },
      idempotencyKey: "photo-1",
    });
  const first = await upload("2027-03-01");
  expect((await upload("2027-03-01")).id).toBe(first.id);
  await expect(upload("2027-02-28")).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect((await daybook.clients.listPhotos({ path: { ...path, client } })).items).toHaveLength(1);
});

test("an upload whose response was lost is sent again and creates one photo", async () => {
  const client = await fixture.addClient({ first_name: "Ada" });
  const keys: (string | null)[] = [];
  const losingFetch: typeof fetch = async (url, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const response = await fetch(url, init);
    if (keys.length > 1) return response;
    await response.arrayBuffer();
    throw new TypeError("fetch failed");
  };
  const unlucky = connect({ address, headers: { cookie }, fetch: losingFetch });
  const input = { path: { ...path, client }, file: new Uint8Array(png()), ...fields };
  const photo = await unlucky.photos.upload(input);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  const { items } = await daybook.clients.listPhotos({ path: { ...path, client } });
  expect(items.map(({ id }) => id)).toEqual([photo.id]);
});

test("the errors of an upload and of a download are ApiErrors", async () => {
  const upload = daybook.photos.upload({ path, file: new Uint8Array([1, 2, 3]), ...fields });
  const refused = (await upload.catch((error: unknown) => error)) as ApiError;
  expect(refused).toMatchObject({ code: "validation_failed", status: 422 });
  const byKey = connect({ address, key: fixture.salon.key });
  const uploadByKey = byKey.photos.upload({ path, file: new Uint8Array(png()), ...fields });
  await expect(uploadByKey).rejects.toMatchObject({ code: "forbidden_role", status: 403 });
  const url = `${address}/api/v1/public/photos/forged`;
  await expect(daybook.photos.download({ url })).rejects.toMatchObject({ code: "not_found", status: 404 });
});

test("a download sends neither the API key nor the headers of the connection", async () => {
  const photo = await daybook.photos.upload({ path, file: new Uint8Array(png()), ...fields });
  const sent: string[] = [];
  const watchingFetch: typeof fetch = (url, init) => {
    sent.push(...new Headers(init?.headers).keys());
    return fetch(url, init);
  };
  const headers = { cookie: "daybook_session=secret" };
  const watched = connect({ address, key: fixture.salon.key, headers, fetch: watchingFetch });
  await watched.photos.download({ url: photo.url });
  expect(sent).toEqual([]);
});

test("an upload without a required field does not compile", () => {
  const { consent: _, ...withoutConsent } = fields;
  const never = () => [
    // @ts-expect-error: a photo needs the client's consent or refusal.
    daybook.photos.upload({ path, file: new Blob(), ...withoutConsent }),
    // @ts-expect-error: a photo belongs to a client.
    daybook.photos.upload({ path: { business: path.business }, file: new Blob(), ...fields }),
  ];
  expect(never).toBeTypeOf("function");
});
