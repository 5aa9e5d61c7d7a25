import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type BlobName, type BlobStore, pathOf } from "./blobs.ts";

/**
 * Stores blobs as files, readable only by their owner, in a folder per business. Writes a file under a temporary name, syncs and renames
 * it, so that it is complete even after a crash. Temporary files that remain after a crash are deleted with the blob, because they may
 * contain most of it.
 */
export function diskBlobs(folder: string): BlobStore {
  const fileOf = (name: BlobName) => resolve(folder, ...pathOf(name));
  return {
    async put(name, { length, chunks }) {
      const file = fileOf(name);
      const draft = `${file}.${randomUUID()}.part`;
      const firstMade = await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      try {
        await writeSynced(draft, length, chunks());
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(file));
      if (firstMade !== undefined) await syncParents(dirname(firstMade), dirname(file));
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

/** Returns a store in a temporary folder. The first blob creates the folder; `close` deletes it. */
export function temporaryBlobs(): { readonly blobs: BlobStore; close(): Promise<void> } {
  const folder = join(tmpdir(), `daybook-photos-${randomUUID()}`);
  return { blobs: diskBlobs(folder), close: () => rm(folder, { recursive: true, force: true }) };
}

async function writeSynced(file: string, length: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    let size = 0;
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    if (size !== length) throw new Error(`The blob has ${size} bytes instead of ${length}.`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a folder, so that a rename survives a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the parents of new folders, up to the first folder that existed before. */
async function syncParents(top: string, made: string): Promise<void> {
  for (let folder = made; folder !== top; folder = dirname(folder)) await syncFolder(dirname(folder));
}

/** Lists the names in a folder; returns an empty list for a missing folder. */
async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

async function unlessMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
