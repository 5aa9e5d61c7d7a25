import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type BlobName, type BlobStore, pathOf } from "./blobs.ts";

/**
 * Blobs as files that only their owner reads, in folders by business. A file is written aside, made safe on the disk
 * and renamed: whoever finds it finds all of it, also after a crash. What a crash leaves aside goes when the blob is
 * deleted, for it may be most of a picture.
 */
export function diskBlobs(folder: string): BlobStore {
  const fileOf = (name: BlobName) => resolve(folder, ...pathOf(name));
  return {
    async put(name, { length, chunks }) {
      const file = fileOf(name);
      const draft = `${file}.${randomUUID()}.part`;
      const firstMade = await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      try {
        await written(draft, length, chunks());
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await keptByFolder(dirname(file));
      if (firstMade !== undefined) await keptUpTo(dirname(firstMade), dirname(file));
    },
    async get(name) {
      const handle = await unlessMissing(open(fileOf(name), "r"));
      if (handle === null) return null;
      const { size } = await handle.stat();
      return { length: size, stream: handle.createReadStream() };
    },
    async delete(name) {
      const file = fileOf(name);
      for (const each of await namesIn(dirname(file)))
        if (each === name.id || each.startsWith(`${name.id}.`))
          await rm(join(dirname(file), each), { force: true });
    },
  };
}

/** Blobs for as long as the process runs: in a folder of their own that is made with the first of them. */
export function temporaryBlobs(): { readonly blobs: BlobStore; close(): Promise<void> } {
  const folder = join(tmpdir(), `daybook-photos-${randomUUID()}`);
  return { blobs: diskBlobs(folder), close: () => rm(folder, { recursive: true, force: true }) };
}

async function written(file: string, length: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    let size = 0;
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    if (size !== length) throw new Error(`A blob of ${length} bytes came with ${size}.`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is only as safe as the folder it stands in. */
async function keptByFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new folder is only as safe as the one that it stands in, and so on up to the one that was there before. */
async function keptUpTo(top: string, made: string): Promise<void> {
  for (let folder = made; folder !== top; folder = dirname(folder)) await keptByFolder(dirname(folder));
}

/** Of a folder that was never made: nothing. */
async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
