import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { StartupError } from "../startupError.ts";
import { type ArchiveKind, BACKUP, type ManifestEntry } from "./format.ts";

/** An archive that is being written. The size and hash of every entry are recorded. */
export interface ArchiveWriter {
  /** The entries added so far, in order. */
  readonly entries: readonly ManifestEntry[];
  add(name: string, content: Uint8Array): Promise<void>;
  /** Adds an entry from a stream of exactly `length` bytes. */
  addStream(name: string, length: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Completes the file, syncs it to disk, and passes its temporary name to `verify`. If `verify` accepts it, renames it to its final
   * name.
   */
  publish(verify: (draft: string) => Promise<void>): Promise<void>;
  /** Deletes the unfinished file; does nothing after `publish`. */
  abandon(): Promise<void>;
}

/**
 * Begins an archive (tar, gzip) under a temporary name in the same folder, readable only by its owner. Never overwrites an existing file,
 * because it may be the only backup.
 *
 * @throws {StartupError} when the file exists or cannot be written.
 */
export async function beginArchive(file: string, kind: ArchiveKind = BACKUP): Promise<ArchiveWriter> {
  if (await isThere(file)) throw taken(file);
  const draft = draftOf(file);
  await reserve(kind, draft, file);
  const tar = pack();
  const entries: ManifestEntry[] = [];
  const written = pipeline(
    tar,
    createGzip(),
    createWriteStream(draft, { flags: "r+", mode: 0o600, flush: true }),
  );
  // The next call of `add`, `addStream` or `publish` reports the error.
  let refusal: unknown;
  written.catch((error: unknown) => {
    refusal = error;
  });
  let published = false;

  /**
   * Returns the cause of a failure. A write error, such as a full disk, also destroys the tar stream, whose error does not contain the
   * cause.
   */
  async function reasonOfFailure(error: unknown): Promise<unknown> {
    if ((tar as { readonly destroying?: boolean }).destroying) await written.catch(() => {});
    return refusal === undefined ? error : unwritable(kind, file, refusal);
  }

  async function addEntry(name: string, length: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash("sha256");
    const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
    const sink = tar.entry({ name, size: length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    // The callback receives the error; without a listener the `error` event would terminate the process.
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
    async publish(verify) {
      tar.finalize();
      await written.catch((error: unknown) => {
        throw unwritable(kind, file, error);
      });
      await verify(draft);
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

/** Returns the temporary name of an archive. If the process is killed, a file with this name remains. */
export function draftOf(file: string): string {
  return `${file}.part-${process.pid}`;
}

/** Returns the content of an entry in JSON. */
export function jsonContent(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

async function* onlyThis(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function reserve(kind: ArchiveKind, draft: string, file: string): Promise<void> {
  try {
    await (await open(draft, "wx", 0o600)).close();
  } catch (error) {
    throw unwritable(kind, file, error);
  }
}

/**
 * Renames the draft unless the target exists. `link` fails if the target exists. File systems without hard links (USB sticks) need a
 * check before the rename.
 */
async function moveInto(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || (await isThere(file))) throw taken(file);
    await rename(draft, file);
  }
  const folder = await open(dirname(file), "r");
  // Some file systems cannot sync a folder; the file itself has been synced.
  await folder.sync().catch(() => {});
  await folder.close();
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

function taken(file: string): StartupError {
  return new StartupError(`The file ${file} already exists. Choose another name or move the file.`);
}

function unwritable({ subject }: ArchiveKind, file: string, error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartupError(`${subject} cannot be written to ${file}: ${reason}.`);
}
