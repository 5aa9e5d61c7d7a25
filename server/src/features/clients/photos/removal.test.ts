import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { closedAtEnd } from "../../../../test/fixtures/closeAtEnd.ts";
import { multipartOf, png, sourceOf } from "../../../../test/fixtures/images.ts";
import { openS3 } from "../../../../test/fixtures/s3Server.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { TEST_SECRET, testApp } from "../../../../test/fixtures/testApp.ts";
import { buildApp } from "../../../app.ts";
import { newId } from "../../../kernel/ids.ts";
import { type BlobStore, s3Blobs, temporaryBlobs } from "../../../platform/blobs/index.ts";
import { list, pick, statement } from "../../../platform/database/index.ts";
import { photos } from "../../../tables/clients.ts";
import { createPhoto, storeImage } from "./createPhoto.ts";
import { deleteDiscardedBlobs, erasePhotosOf, exportPhotos, movePhotos } from "./index.ts";
import { createPhotoStorage } from "./photoStorage.ts";
import { listPhotos } from "./store.ts";
import { deletePhoto } from "./updatePhoto.ts";

const address = () => "https://book.example.com";
const open = await testApp();
const temporary = closedAtEnd(temporaryBlobs());
const blobs = temporary.blobs;
const storage = createPhotoStorage({ blobs, secret: "s", address });

const HOUR = 3_600_000;
const runJob = () => deleteDiscardedBlobs(open.database, blobs, open.clock);
/** The blobs of each photo, in the order of their upload. */
const blobIds = new Map<string, readonly string[]>();

/** Returns the number of images of a photo in the blob store, out of three. */
async function imageCount(photoId: string, store = blobs): Promise<number> {
  const found = await Promise.all(
    (blobIds.get(photoId) ?? []).map((id) => store.get({ businessId: open.salon.businessId, id })),
  );
  for (const blob of found) blob?.stream.destroy();
  return found.filter((blob) => blob !== null).length;
}

function newPhoto(clientId: string) {
  const photo = {
    stage: "before" as const,
    taken_at: "2027-03-01T06:00:00Z",
    consent: { given: true, date: "2027-03-01" },
  };
  const { businessId } = open.salon;
  return { businessId, clientId, photoId: newId(), photo, own: null, now: open.clock.now() };
}

async function stored(photo: ReturnType<typeof newPhoto>) {
  const image = await storeImage(open.database, storage, photo, sourceOf(png()));
  blobIds.set(photo.photoId, [photo.photoId, image.previewId, image.thumbnailId]);
  return image;
}

async function fullImageOf(id: string): Promise<Buffer> {
  const found = await blobs.get({ businessId: open.salon.businessId, id });
  if (found === null) throw new Error("The blob store has no full image.");
  return buffer(found.stream);
}

async function photoOf(clientId: string) {
  const photo = newPhoto(clientId);
  const image = await stored(photo);
  return open.database.transaction((tx) => createPhoto(tx, storage, photo, image));
}

const idsOf = async (clientId: string) =>
  (
    await open.database.query(listPhotos, {
      businessId: open.salon.businessId,
      clientId,
      afterAt: null,
      afterId: null,
      limit: 10,
    })
  ).map(({ id }) => id);
const imageColumns = pick(
  photos.columns,
  "media_type",
  "width",
  "height",
  "byte_length",
  "preview_id",
  "thumbnail_id",
);
const imageRow = statement({
  name: "test_photos_image_row",
  params: pick(photos.columns, "business_id", "id"),
  columns: imageColumns,
  sql: `select ${list(imageColumns)} from photos where business_id = $business_id and id = $id`,
});

const waiting = async () =>
  (
    await sql(open.database)<{ count: number }>`
  select count(*) as count from discarded_blobs`
  )[0]?.count;

describe("the images of a photo", () => {
  test("stay when the job runs", async () => {
    const { id } = await photoOf(open.salon.clientId);
    open.clock.set(open.clock.now() + 3 * HOUR);
    await runJob();
    expect(await imageCount(id)).toBe(3);
    expect(await waiting()).toBe(0);
  });

  test("of a failed upload are deleted one hour after its start, and not earlier", async () => {
    const photo = newPhoto(open.salon.clientId);
    await stored(photo);
    expect(await imageCount(photo.photoId)).toBe(3);
    open.clock.set(photo.now + HOUR - 1);
    expect(await runJob()).toBe(0);
    open.clock.set(photo.now + HOUR);
    expect(await runJob()).toBe(3);
    expect(await imageCount(photo.photoId)).toBe(0);
    expect(await runJob()).toBe(0);
  });

  test("of an upload that takes an hour may be deleted, and then no photo is created", async () => {
    const photo = newPhoto(open.salon.clientId);
    const image = await stored(photo);
    open.clock.set(photo.now + HOUR);
    await runJob();
    const late = open.database.transaction((tx) => createPhoto(tx, storage, photo, image));
    await expect(late).rejects.toThrow("took too long");
    // An upload that ends shortly before the deadline is rejected too, because the clock of another process may be ahead.
    const second = newPhoto(open.salon.clientId);
    const almost = await stored(second);
    const ending = { ...second, now: second.now + HOUR - 60_000 };
    await expect(open.database.transaction((tx) => createPhoto(tx, storage, ending, almost))).rejects.toThrow(
      "took too long",
    );
    open.clock.set(second.now + HOUR);
    expect(await runJob()).toBe(3);
    expect(await idsOf(open.salon.clientId)).not.toContain(photo.photoId);
  });

  test("are deleted by the next run after the deletion of the photo is committed", async () => {
    const { id, client_id: clientId } = await photoOf(open.salon.clientId);
    const named = {
      businessId: open.salon.businessId,
      clientId,
      photoId: id,
      own: null,
      now: open.clock.now(),
    };
    const failing = open.database.transaction(async (tx) => {
      await deletePhoto(tx, named);
      throw new Error("cut");
    });
    await expect(failing).rejects.toThrow("cut");
    expect(await runJob()).toBe(0);
    await open.database.transaction((tx) => deletePhoto(tx, named));
    expect(await imageCount(id)).toBe(3);
    expect(await runJob()).toBe(3);
    expect(await imageCount(id)).toBe(0);
  });

  test("are deleted once when several jobs run at the same time", async () => {
    const clientId = await open.addClient({});
    for (let count = 0; count < 25; count++) await photoOf(clientId);
    await open.database.transaction(async (tx) =>
      erasePhotosOf(tx, open.salon.businessId, clientId, open.clock.now()),
    );
    const removed = await Promise.all([runJob(), runJob(), runJob()]);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(75);
    expect(await waiting()).toBe(0);
  });

  test("that the store fails to delete are deleted by a later run", async () => {
    const { id, client_id: clientId } = await photoOf(open.salon.clientId);
    const named = {
      businessId: open.salon.businessId,
      clientId,
      photoId: id,
      own: null,
      now: open.clock.now(),
    };
    await open.database.transaction((tx) => deletePhoto(tx, named));
    const unreachable = s3Blobs({
      endpoint: "http://127.0.0.1:1",
      bucket: "photos",
      region: "r",
      accessKeyId: "a",
      secretAccessKey: "b",
    });
    await expect(deleteDiscardedBlobs(open.database, unreachable, open.clock)).rejects.toThrow();
    expect(await runJob()).toBe(3);
    expect(await imageCount(id)).toBe(0);
  });
});

test("a blob that cannot be deleted does not stop the run, and no row is locked during a call to the store", async () => {
  const clientId = await open.addClient({});
  const [first, second] = [await photoOf(clientId), await photoOf(clientId)];
  const { businessId } = open.salon;
  for (const { id } of [first, second])
    await open.database.transaction((tx) =>
      deletePhoto(tx, { businessId, clientId, photoId: id, own: null, now: open.clock.now() }),
    );
  const unlockedRows: number[] = [];
  const failingStore: BlobStore = {
    ...blobs,
    delete: async (name) => {
      unlockedRows.push(
        (
          await sql(open.database)`
        select id from discarded_blobs where business_id = ${businessId} for update skip locked`
        ).length,
      );
      if (name.id === first.id) throw new Error("The store cannot delete this blob.");
      await blobs.delete(name);
    },
  };
  await expect(deleteDiscardedBlobs(open.database, failingStore, open.clock)).rejects.toThrow(
    "cannot delete",
  );
  expect([await imageCount(first.id), await imageCount(second.id)]).toEqual([1, 0]);
  expect(unlockedRows).toEqual([6, 6, 5, 4, 3, 2]);
  expect(await runJob()).toBe(1);
  expect(await imageCount(first.id)).toBe(0);
});

test("a worker that shuts down deletes no further blob, and the next run continues", async () => {
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
  expect(await deleteDiscardedBlobs(open.database, slow, open.clock, closing.signal)).toBe(1);
  expect(await runJob()).toBe(8);
});

describe("the photos of a client", () => {
  test("are all erased, with their images", async () => {
    const clientId = await open.addClient({});
    const ids = [(await photoOf(clientId)).id, (await photoOf(clientId)).id];
    await open.database.transaction(async (tx) =>
      erasePhotosOf(tx, open.salon.businessId, clientId, open.clock.now()),
    );
    expect(await idsOf(clientId)).toEqual([]);
    expect(await runJob()).toBe(6);
    expect(await Promise.all(ids.map((id) => imageCount(id)))).toEqual([0, 0]);
  });

  test("move to the other client in a merge, with their images", async () => {
    const [from, to] = [await open.addClient({}), await open.addClient({})];
    const { id } = await photoOf(from);
    await open.database.transaction(async (tx) => movePhotos(tx, open.salon.businessId, from, to));
    expect([await idsOf(from), await idsOf(to)]).toEqual([[], [id]]);
    expect(await imageCount(id)).toBe(3);
  });

  test("are exported with the data of their images and URLs that open them", async () => {
    const clientId = await open.addClient({});
    const { id } = await photoOf(clientId);
    const now = open.clock.now();
    const pages = exportPhotos(open.database, storage, open.salon.businessId, clientId, now);
    const [photo, ...more] = (await Array.fromAsync(pages)).flat();
    expect(more).toEqual([]);
    expect(photo).toMatchObject({
      id,
      media_type: "image/png",
      byte_length: (await fullImageOf(id)).length,
      width: 3,
      height: 2,
    });
    const token = photo?.url.split("/").at(-1) ?? "";
    expect(photo?.url).toBe(`https://book.example.com/api/v1/public/photos/${token}`);
    // Any process of the installation can verify the token; another installation cannot.
    const verify = (secret: string) => createPhotoStorage({ blobs, secret, address }).verify(token, now);
    expect(verify("s")).toEqual({ businessId: open.salon.businessId, photoId: id, size: "original" });
    expect(verify("t")).toBeNull();
    expect([photo?.preview_url, photo?.thumbnail_url]).not.toContain(photo?.url);
  });
});

describe("photos in S3", () => {
  test("are created, shown and deleted as on a disk", async () => {
    const s3 = await openS3();
    const inS3 = s3Blobs(s3.settings);
    const app = await buildApp({ ...open, secret: TEST_SECRET, blobs: inS3, checkAnswers: true });
    const reception = await signedInMember({ ...open, app }, "reception");
    const { payload, headers } = await multipartOf(
      { stage: "after", taken_at: "2027-03-01T06:00:00Z", consent: { given: true, date: "2027-03-01" } },
      png({ width: 400, height: 300 }),
    );
    const path = `/clients/${open.salon.clientId}/photos`;
    const added = await reception("POST", path, payload, headers);
    expect(added.status, added.text).toBe(201);
    const { id, ...urls } = added.body.data;
    for (const [url, width] of [
      [urls.url, 400],
      [urls.preview_url, 400],
      [urls.thumbnail_url, 320],
    ]) {
      const shown = await app.inject({ url: new URL(url).pathname });
      expect((await sharp(shown.rawPayload).metadata()).width).toBe(width);
    }
    await reception("DELETE", `${path}/${id}`);
    expect(await deleteDiscardedBlobs(open.database, inS3, open.clock)).toBe(3);
    expect(await inS3.get({ businessId: open.salon.businessId, id })).toBeNull();
    await s3.close();

    const [failed, before] = [
      await reception("POST", path, payload, headers),
      await idsOf(open.salon.clientId),
    ];
    expect([failed.status, failed.body.code, failed.headers["retry-after"]]).toEqual([
      503,
      "unavailable",
      "1",
    ]);
    expect(failed.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
    expect(await idsOf(open.salon.clientId)).toEqual(before);
    await app.close();
  });
});

test("a row holds the data of the stored images", async () => {
  const { id } = await photoOf(open.salon.clientId);
  const full = await fullImageOf(id);
  const [row] = await open.database.query(imageRow, { business_id: open.salon.businessId, id });
  const [, preview_id, thumbnail_id] = blobIds.get(id) ?? [];
  const size = { width: 3, height: 2, byte_length: full.length };
  expect(row).toEqual({ media_type: "image/png", ...size, preview_id, thumbnail_id });
  expect(await sharp(full).metadata()).toMatchObject({ format: "png", width: 3, height: 2 });
});

test("an upload whose thumbnail cannot be stored leaves blobs that the job deletes", async () => {
  const photo = newPhoto(open.salon.clientId);
  const stored: string[] = [];
  const failingStore: BlobStore = {
    ...blobs,
    put: async (name, content) => {
      if (stored.push(name.id) === 3) throw new Error("The store is full.");
      await blobs.put(name, content);
    },
  };
  const failing = createPhotoStorage({ blobs: failingStore, secret: "s", address });
  await expect(storeImage(open.database, failing, photo, sourceOf(png()))).rejects.toThrow("unavailable");
  blobIds.set(photo.photoId, stored);
  expect(await imageCount(photo.photoId)).toBe(2);
  open.clock.set(photo.now + HOUR);
  await runJob();
  expect(await imageCount(photo.photoId)).toBe(0);
});
