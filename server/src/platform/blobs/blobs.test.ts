import { randomBytes } from "node:crypto";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openS3 } from "../../../test/fixtures/s3Server.ts";
import { temporaryFolder } from "../../../test/fixtures/temporaryFolder.ts";
import { newId } from "../../kernel/ids.ts";
import { readConfig } from "../config.ts";
import { type BlobStore, diskBlobs, openBlobs, s3Blobs, temporaryBlobs } from "./index.ts";

const stores = new Map<string, BlobStore>();
const folder = temporaryFolder("blobs");
const s3 = await openS3();
stores.set("a disk", diskBlobs(join(folder, "photos"))).set("S3", s3Blobs(s3.settings));

const contentOf = (...parts: Buffer[]) => ({
  length: parts.reduce((sum, part) => sum + part.length, 0),
  async *chunks() {
    yield* parts;
  },
});
const named = () => ({ businessId: newId(), id: newId() });

describe.each(["a disk", "S3"])("blobs on %s", (kind) => {
  const blobs = () => stores.get(kind) as BlobStore;
  const read = async (name: ReturnType<typeof named>) => {
    const found = await blobs().get(name);
    return found === null ? null : { length: found.length, bytes: await buffer(found.stream) };
  };

  test("are read as they were written, small and large, until they are deleted", async () => {
    for (const parts of [[Buffer.from("x")], [randomBytes(70_000), randomBytes(3_000_000), randomBytes(1)]]) {
      const name = named();
      expect(await read(name)).toBeNull();
      await blobs().put(name, contentOf(...parts));
      const whole = Buffer.concat(parts);
      const found = await read(name);
      expect(found?.length).toBe(whole.length);
      expect(found?.bytes.equals(whole)).toBe(true);
      await blobs().delete(name);
      expect(await read(name)).toBeNull();
      await blobs().delete(name);
    }
  });

  test("replace an existing blob of the same name, in one business only", async () => {
    const name = named();
    await blobs().put(name, contentOf(Buffer.from("first")));
    await blobs().put(name, contentOf(Buffer.from("second")));
    expect((await read(name))?.bytes.toString()).toBe("second");
    expect(await read({ ...name, businessId: newId() })).toBeNull();
  });

  test("that end early or have another length than declared fail", async () => {
    const name = named();
    const breaking = {
      length: 200_000,
      async *chunks() {
        yield randomBytes(100_000);
        throw new Error("cut");
      },
    };
    await expect(blobs().put(name, breaking)).rejects.toThrow();
    await expect(blobs().put(name, { ...contentOf(Buffer.from("short")), length: 9 })).rejects.toThrow();
    // On disk no file remains. On S3 the blob remains until the job that deletes unused blobs removes it.
    if (kind === "a disk") expect(await read(name)).toBeNull();
  });

  test("have UUIDs as names and nothing else", async () => {
    for (const name of [
      { businessId: newId(), id: "../../../../etc/passwd" },
      { businessId: "..", id: newId() },
    ])
      await expect(blobs().put(name, contentOf(Buffer.from("x")))).rejects.toThrow("two UUIDs");
  });
});

test("files on disk are readable by their owner only, and no temporary file remains", async () => {
  const name = named();
  const blobs = diskBlobs(join(folder, "others"));
  await blobs.put(name, contentOf(Buffer.from("x")));
  await expect(blobs.put(named(), { ...contentOf(Buffer.from("x")), length: 2 })).rejects.toThrow();
  const files = await readdir(join(folder, "others"), { recursive: true, withFileTypes: true });
  const [file, ...more] = files.filter((entry) => entry.isFile());
  expect(more).toEqual([]);
  expect(file?.name).toBe(name.id);
  const { mode } = await stat(join(file?.parentPath ?? "", file?.name ?? ""));
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(file?.parentPath ?? "")).mode & 0o777).toBe(0o700);
});

test("the folder may be relative and have missing parents", async () => {
  const name = named();
  const store = diskBlobs(join(relative(process.cwd(), folder), "not", "there", "yet"));
  await store.put(name, contentOf(Buffer.from("x")));
  const found = await diskBlobs(join(folder, "not", "there", "yet")).get(name);
  expect(found && (await buffer(found.stream)).toString()).toBe("x");
});

test("deleting a blob deletes its temporary files, and those of no other blob", async () => {
  const store = diskBlobs(join(folder, "crashed"));
  const [cut, other] = [named(), named()];
  await store.put(cut, contentOf(Buffer.from("x")));
  const at = join(folder, "crashed", cut.businessId, cut.id.slice(-2));
  await writeFile(join(at, `${cut.id}.3f1c.part`), "most of a picture");
  await writeFile(join(at, `${other.id}.3f1c.part`), "somebody else's");
  await store.delete(cut);
  expect(await readdir(at)).toEqual([`${other.id}.3f1c.part`]);
  await store.delete(other);
});

test("closing a temporary store deletes its blobs", async () => {
  const temporary = temporaryBlobs();
  const name = named();
  await temporary.blobs.put(name, contentOf(Buffer.from("x")));
  await temporary.close();
  expect(await temporary.blobs.get(name)).toBeNull();
});

test("errors of S3 do not contain the signed request", async () => {
  const wrong = s3Blobs({ ...s3.settings, secretAccessKey: "wrong-and-hidden" });
  await expect(wrong.put(named(), contentOf(Buffer.from("x")))).rejects.toThrow("responded to PUT with 403");
  const nowhere = s3Blobs({ ...s3.settings, bucket: "no-such-bucket" });
  await expect(nowhere.put(named(), contentOf(Buffer.from("x")))).rejects.toThrow("no bucket no-such-bucket");
  // If a missing bucket looked like a missing blob, a backup would report all photos as missing, and the worker would treat
  // them as deleted.
  await expect(nowhere.get(named())).rejects.toThrow("no bucket no-such-bucket");
  await expect(nowhere.delete(named())).rejects.toThrow("no bucket no-such-bucket");
  const closed = s3Blobs({ ...s3.settings, endpoint: "http://127.0.0.1:1" });
  await expect(closed.get(named())).rejects.toThrow();
});

test("the settings select the storage of photos", async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
  const name = named();
  const inS3 = openBlobs(
    readConfig({
      DAYBOOK_DATA_DIR: folder,
      S3_ENDPOINT: `${endpoint}/`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }),
  );
  await inS3.put(name, contentOf(Buffer.from("there")));
  const found = await s3Blobs(s3.settings).get(name);
  expect(found && (await buffer(found.stream)).toString()).toBe("there");
  const onDisk = openBlobs(readConfig({ DAYBOOK_DATA_DIR: folder }));
  expect(await onDisk.get(name)).toBeNull();
  await onDisk.put(name, contentOf(Buffer.from("here")));
  await writeFile(join(folder, "photos", name.businessId, name.id.slice(-2), name.id), "as it lies");
  const lying = await onDisk.get(name);
  expect(lying && (await buffer(lying.stream)).toString()).toBe("as it lies");
});
