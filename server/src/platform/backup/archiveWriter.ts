import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { StartupError } from "../startupError.ts";
import type { ManifestEntry } from "./format.ts";

/** An archive that is being written. Every entry is counted and hashed as it goes by. */
export interface ArchiveWriter {
  /** Everything that was added so far, in its order. */
  readonly entries: readonly ManifestEntry[];
  add(name: string, content: Uint8Array): Promise<void>;
  /** Adds what arrives in parts; there must be `length` bytes of it. */
  addStream(name: string, length: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Puts the whole file, safe on the disk, where it belongs. */
  publish(): Promise<void>;
  /** Leaves nothing behind. For after a failure; does nothing once the file is published. */
  abandon(): Promise<void>;
}

/**
 * Begins an archive (tar, gzip) beside the file it will be, readable by its owner only. A file that is there already is
 * left alone: it may be somebody's only backup, and "backup" is one slip away from "restore".
 *
 * @throws {StartupError} when the file exists or cannot be written.
 */
export async function beginArchive(file: string): Promise<ArchiveWriter> {
  if (await isThere(file)) throw taken(file);
  const draft = draftOf(file);
  await reserve(draft, file);
  const tar = pack();
  const entries: ManifestEntry[] = [];
  const written = pipeline(
    tar,
    createGzip(),
    createWriteStream(draft, { flags: "r+", mode: 0o600, flush: true }),
  );
  // Told by whoever adds next; until then nobody is listening.
  let refusal: unknown;
  written.catch((error: unknown) => {
    refusal = error;
  });
  let published = false;

  /** A full disk ends the archive too, which says so first and does not know why. */
  async function reasonOfFailure(error: unknown): Promise<unknown> {
    if ((tar as { readonly destroying?: boolean }).destroying) await written.catch(() => {});
    return refusal === undefined ? error : unwritable(file, refusal);
  }

  async function addEntry(name: string, length: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash("sha256");
    const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
    const sink = tar.entry({ name, size: length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    // Its end is told by the callback; an error without a listener would end the process.
    sink.on("error", () => undefined);
    const ended = Promise.race([taken, written]);
    ended.catch(() => {});
    for await (const chunk of chunks) {
      hash.update(chunk);
      if (!sink.write(chunk)) await Promise.race([once(sink, "drain"), ended]);
    }
    sink.end(undefined);
    await ended;
    entries.push({ name, bytes: length, sha256: hash.digest("hex") });
  }

  const addStream: ArchiveWriter["addStream"] = async (name, length, chunks) => {
    try {
      await addEntry(name, length, chunks);
    } catch (error) {
      throw await reasonOfFailure(error);
    }
  };

  return {
    entries,
    addStream,
    add: (name, content) => addStream(name, content.byteLength, onlyThis(content)),
    async publish() {
      tar.finalize();
      await written.catch((error: unknown) => {
        throw unwritable(file, error);
      });
      await moveInto(draft, file);
      published = true;
    },
    async abandon() {
      if (published) return;
      tar.destroy();
      await written.catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

/** What a file is called while it is written; a process that is killed leaves it behind. */
export function draftOf(file: string): string {
  return `${file}.part-${process.pid}`;
}

async function* onlyThis(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function reserve(draft: string, file: string): Promise<void> {
  try {
    await (await open(draft, "wx", 0o600)).close();
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** A link appears only where nothing is; disks that know no links (a USB stick's) get the next best. */
async function moveInto(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || (await isThere(file))) throw taken(file);
    await rename(draft, file);
  }
  const folder = await open(dirname(file), "r");
  // Some file systems refuse to sync a folder; the file itself is safe.
  await folder.sync().catch(() => {});
  await folder.close();
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

function taken(file: string): StartupError {
  return new StartupError(`${file} exists already. Choose another name, or move it away.`);
}

function unwritable(file: string, error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartupError(`The backup cannot be written to ${file}: ${reason}.`);
}
