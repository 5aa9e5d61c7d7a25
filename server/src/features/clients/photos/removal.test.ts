import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { multipartOf, png, sourceOf } from "../../../../test/fixtures/pictures.ts";
import { openS3 } from "../../../../test/fixtures/s3Server.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { buildApp } from "../../../app.ts";
import { newId } from "../../../kernel/ids.ts";
import { type BlobStore, s3Blobs, temporaryBlobs } from "../../../platform/blobs/index.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { addPhoto, storePicture } from "./addPhoto.ts";
import { type Album, openAlbum } from "./album.ts";
import { removePhoto } from "./changePhoto.ts";
import { erasePhotosOf, exportPhotos, movePhotos, removeDeletedBlobs } from "./index.ts";
import { listPhotos } from "./store.ts";

let open: TestApp;
let temporary: ReturnType<typeof temporaryBlobs>;
let blobs: BlobStore;
let album: Album;
const address = () => "https://book.example.com";
beforeAll(async () => {
  open = await testApp();
  temporary = temporaryBlobs();
  blobs = temporary.blobs;
  album = openAlbum({ blobs, secret: "s", address });
});
afterAll(async () => {
  await open.close();
  await temporary.close();
});

const HOUR = 3_600_000;
const remove = () => removeDeletedBlobs(open.database, blobs, open.clock);
const has = async (id: string) => {
  const found = await blobs.get({ businessId: open.salon.businessId, id });
  found?.stream.destroy();
  return found !== null;
};

function adding(clientId: string) {
  const photo = {
    stage: "before" as const,
    taken_at: "2027-03-01T06:00:00Z",
    consent: { given: true, date: "2027-03-01" },
  };
  const { businessId } = open.salon;
  return { businessId, clientId, photoId: newId(), photo, own: null, now: open.clock.now() };
}

const stored = (photo: ReturnType<typeof adding>) =>
  storePicture(open.database, album, photo, sourceOf(png()));

async function photoOf(clientId: string) {
  const photo = adding(clientId);
  const image = await stored(photo);
  return open.database.transaction((tx) => addPhoto(tx, album, photo, image));
}

const idsOf = async (clientId: string) =>
  (await open.database.query(listPhotos, [open.salon.businessId, clientId, null, null, 10])).map(
    ({ id }) => id,
  );

const discarded = statement(
  "test_photos_discarded",
  { count: column.integer },
  "select count(*) as count from discarded_blobs",
);
const unlocked = statement(
  "test_photos_unlocked",
  { id: column.id },
  "select id from discarded_blobs for update skip locked",
);
const waiting = async () => (await open.database.query(discarded, []))[0]?.count;

describe("a picture", () => {
  test("of a photo stays, whatever is removed", async () => {
    const { id } = await photoOf(open.salon.clientId);
    open.clock.set(open.clock.now() + 3 * HOUR);
    await remove();
    expect(await has(id)).toBe(true);
    expect(await waiting()).toBe(0);
  });

  test("whose photo was never written down is removed an hour later, and not before", async () => {
    const photo = adding(open.salon.clientId);
    await stored(photo);
    expect(await has(photo.photoId)).toBe(true);
    open.clock.set(photo.now + HOUR - 1);
    expect(await remove()).toBe(0);
    open.clock.set(photo.now + HOUR);
    expect(await remove()).toBe(1);
    expect(await has(photo.photoId)).toBe(false);
    expect(await remove()).toBe(0);
  });

  test("that was removed before its upload came to an end leaves no photo behind", async () => {
    const photo = adding(open.salon.clientId);
    const image = await stored(photo);
    open.clock.set(photo.now + HOUR);
    await remove();
    const late = open.database.transaction((tx) => addPhoto(tx, album, photo, image));
    await expect(late).rejects.toThrow("took so long");
    // Nor one that ends just before, when another process's clock may say that it is time.
    const close = adding(open.salon.clientId);
    const almost = await stored(close);
    const ending = { ...close, now: close.now + HOUR - 60_000 };
    await expect(open.database.transaction((tx) => addPhoto(tx, album, ending, almost))).rejects.toThrow(
      "took so long",
    );
    open.clock.set(close.now + HOUR);
    expect(await remove()).toBe(1);
    expect(await idsOf(open.salon.clientId)).not.toContain(photo.photoId);
  });

  test("of a photo that is deleted is removed with the next round, also after a transaction that failed", async () => {
    const { id, client_id: clientId } = await photoOf(open.salon.clientId);
    const named = {
      businessId: open.salon.businessId,
      clientId,
      photoId: id,
      own: null,
      now: open.clock.now(),
    };
    const failing = open.database.transaction(async (tx) => {
      await removePhoto(tx, named);
      throw new Error("cut");
    });
    await expect(failing).rejects.toThrow("cut");
    expect(await remove()).toBe(0);
    await open.database.transaction((tx) => removePhoto(tx, named));
    expect(await has(id)).toBe(true);
    expect(await remove()).toBe(1);
    expect(await has(id)).toBe(false);
  });

  test("is removed once, however many are at it", async () => {
    const clientId = await open.addClient({});
    for (let count = 0; count < 25; count++) await photoOf(clientId);
    await open.database.transaction(async (tx) =>
      erasePhotosOf(tx, open.salon.businessId, clientId, open.clock.now()),
    );
    const removed = await Promise.all([remove(), remove(), remove()]);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(25);
    expect(await waiting()).toBe(0);
  });

  test("that a store fails to remove is tried again", async () => {
    const { id, client_id: clientId } = await photoOf(open.salon.clientId);
    const named = {
      businessId: open.salon.businessId,
      clientId,
      photoId: id,
      own: null,
      now: open.clock.now(),
    };
    await open.database.transaction((tx) => removePhoto(tx, named));
    const away = s3Blobs({
      endpoint: "http://127.0.0.1:1",
      bucket: "photos",
      region: "r",
      accessKeyId: "a",
      secretAccessKey: "b",
    });
    await expect(removeDeletedBlobs(open.database, away, open.clock)).rejects.toThrow();
    expect(await remove()).toBe(1);
    expect(await has(id)).toBe(false);
  });
});

test("a picture that cannot be removed keeps no other from it, and holds no row while the store is asked", async () => {
  const clientId = await open.addClient({});
  const [first, second] = [await photoOf(clientId), await photoOf(clientId)];
  const { businessId } = open.salon;
  for (const { id } of [first, second])
    await open.database.transaction((tx) =>
      removePhoto(tx, { businessId, clientId, photoId: id, own: null, now: open.clock.now() }),
    );
  const free: number[] = [];
  const stubborn: BlobStore = {
    ...blobs,
    delete: async (name) => {
      free.push((await open.database.query(unlocked, [])).length);
      if (name.id === first.id) throw new Error("The store refuses this one.");
      await blobs.delete(name);
    },
  };
  await expect(removeDeletedBlobs(open.database, stubborn, open.clock)).rejects.toThrow("refuses this one");
  expect([await has(first.id), await has(second.id)]).toEqual([true, false]);
  expect(free).toEqual([2, 2]);
  expect(await remove()).toBe(1);
  expect(await has(first.id)).toBe(false);
});

test("a worker that is closed removes no further picture; the next one does", async () => {
  const clientId = await open.addClient({});
  for (let count = 0; count < 3; count++) await photoOf(clientId);
  const { businessId } = open.salon;
  await open.database.transaction(async (tx) => erasePhotosOf(tx, businessId, clientId, open.clock.now()));
  const closing = new AbortController();
  const slow: BlobStore = {
    ...blobs,
    delete: async (name) => {
      closing.abort();
      await blobs.delete(name);
    },
  };
  expect(await removeDeletedBlobs(open.database, slow, open.clock, closing.signal)).toBe(1);
  expect(await remove()).toBe(2);
});

describe("the photos of a client", () => {
  test("are erased as a whole", async () => {
    const clientId = await open.addClient({});
    const ids = [(await photoOf(clientId)).id, (await photoOf(clientId)).id];
    await open.database.transaction(async (tx) =>
      erasePhotosOf(tx, open.salon.businessId, clientId, open.clock.now()),
    );
    expect(await idsOf(clientId)).toEqual([]);
    expect(await remove()).toBe(2);
    expect(await Promise.all(ids.map(has))).toEqual([false, false]);
  });

  test("move to the file they belong in", async () => {
    const [from, to] = [await open.addClient({}), await open.addClient({})];
    const { id } = await photoOf(from);
    await open.database.transaction(async (tx) => movePhotos(tx, open.salon.businessId, from, to));
    expect([await idsOf(from), await idsOf(to)]).toEqual([[], [id]]);
    expect(await has(id)).toBe(true);
  });

  test("are exported with what is kept of them, and an address that opens them", async () => {
    const clientId = await open.addClient({});
    const { id } = await photoOf(clientId);
    const now = open.clock.now();
    const [photo, ...more] = await exportPhotos(open.database, album, open.salon.businessId, clientId, now);
    expect(more).toEqual([]);
    expect(photo).toMatchObject({
      id,
      media_type: "image/png",
      byte_length: png().length,
      width: 3,
      height: 2,
    });
    const token = photo?.url.split("/").at(-1) ?? "";
    expect(photo?.url).toBe(`https://book.example.com/api/v1/public/photos/${token}`);
    const name = { businessId: open.salon.businessId, id };
    // Another process of the same installation opens it too; one of another does not.
    expect(openAlbum({ blobs, secret: "s", address }).opened(token, now)).toEqual(name);
    expect(openAlbum({ blobs, secret: "t", address }).opened(token, now)).toBeNull();
  });
});

describe("photos in S3", () => {
  test("are added, shown and removed as on a disk", async () => {
    const s3 = await openS3();
    const inS3 = s3Blobs(s3.settings);
    const app = await buildApp({ ...open, blobs: inS3, checkAnswers: true });
    const reception = await signedInMember({ ...open, app }, "reception");
    const { payload, headers } = await multipartOf(
      { stage: "after", taken_at: "2027-03-01T06:00:00Z", consent: { given: true, date: "2027-03-01" } },
      png({ width: 300, height: 300 }),
    );
    const path = `/clients/${open.salon.clientId}/photos`;
    const added = await reception("POST", path, payload, headers);
    expect(added.status, added.text).toBe(201);
    const { id, url } = added.body.data;
    const shown = await app.inject({ url: new URL(url).pathname });
    expect(shown.rawPayload).toEqual(png({ width: 300, height: 300 }));
    await reception("DELETE", `${path}/${id}`);
    expect(await removeDeletedBlobs(open.database, inS3, open.clock)).toBe(1);
    expect(await inS3.get({ businessId: open.salon.businessId, id })).toBeNull();
    await s3.close();

    const [away, before] = [
      await reception("POST", path, payload, headers),
      await idsOf(open.salon.clientId),
    ];
    expect([away.status, away.body.code, away.headers["retry-after"]]).toEqual([503, "unavailable", "1"]);
    expect(away.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
    expect(await idsOf(open.salon.clientId)).toEqual(before);
    await app.close();
  });
});

test("what a store keeps is what was asked for, byte by byte", async () => {
  const { id } = await photoOf(open.salon.clientId);
  const found = await blobs.get({ businessId: open.salon.businessId, id });
  expect(found && (await buffer(found.stream))).toEqual(png());
});
